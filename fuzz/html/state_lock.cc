#include "fuzz/html/state_lock.h"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <cstring>

namespace httparity::html {

Result<Descriptor> lock_state(const std::string& folder) {
  const std::string path = folder + "/lock";
  Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
  if (file.get() < 0) return Error{fmt::format("{}: {}", path, std::strerror(errno))};
  struct flock whole = {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (fcntl(file.get(), F_SETLK, &whole) == 0) return file;
  if (errno != EACCES && errno != EAGAIN) return Error{fmt::format("{}: {}", path, std::strerror(errno))};
  const bool held = fcntl(file.get(), F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
  return Error{fmt::format("{}: {} keeps its state here; choose another --out, or wait for it to end", folder,
                           held ? fmt::format("process {}", whole.l_pid) : std::string("another run"))};
}

}  // namespace httparity::html
