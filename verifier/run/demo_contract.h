#pragma once

namespace httparity {

/// The text of contracts/demo/demo.contract.json.
const char* demo_contract();

}  // namespace httparity
