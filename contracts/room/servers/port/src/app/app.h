#pragma once

#include <string>

#include "app/sign_in_limit.h"
#include "app/store.h"
#include "http/response.h"

namespace room {

class FrontCache;

/// Which action answers which request.
class App {
 public:
  App(Store& store, FrontCache& cache, std::string files_root)
      : store_(store), cache_(cache), files_root_(std::move(files_root)) {}

  Response answer(Request& request);

 private:
  Store& store_;
  FrontCache& cache_;
  std::string files_root_;
  SignInLimit sign_in_limit_;
};

}  // namespace room
