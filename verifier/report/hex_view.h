#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace httparity {

/// One row of a hex view: `00000053  62 79 74 65 73 20 30 2d 39 2f 31 30              |bytes 0-9/10|`.
/// `offset` is that of the first byte. REQUIRES: at most 16 bytes.
std::string hex_row(std::size_t offset, std::string_view bytes);

/// Up to `rows` rows of `bytes`, whose first byte stands at `offset`, from the row that holds the index `focus` on, one
/// row earlier where there is one; says in lines of their own what it leaves out.
std::vector<std::string> hex_view(std::string_view bytes, std::size_t offset, std::size_t focus, std::size_t rows);

/// The index of the first byte in which the two differ: the shorter one's length where one begins the other.
std::size_t first_unequal(std::string_view reference, std::string_view port);

}  // namespace httparity
