#pragma once

#include <string>

#include "transport/loopback_server.h"

namespace httparity {

/// A root, an intermediate authority below it, and certificates for 127.0.0.1, ::1 and localhost, made for one test.
struct TestCertificates {
  std::string root_pem;
  ServerCertificate good;       ///< leaf and intermediate
  ServerCertificate leaf_only;  ///< the intermediate is not served
  ServerCertificate expired;
  ServerCertificate wrong_name;  ///< for other.test
};

TestCertificates make_test_certificates();

}  // namespace httparity
