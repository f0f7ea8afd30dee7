#include "target/listener.h"

#include <charconv>
#include <filesystem>
#include <fstream>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace httparity {
namespace {

namespace fs = std::filesystem;

std::optional<pid_t> as_pid(const std::string& name) {
  pid_t pid = 0;
  const auto [end, status] = std::from_chars(name.data(), name.data() + name.size(), pid);
  if (status != std::errc{} || end != name.data() + name.size()) return std::nullopt;
  return pid;
}

std::optional<pid_t> parent_of(pid_t pid) {
  std::ifstream in("/proc/" + std::to_string(pid) + "/stat");
  std::string text;
  std::getline(in, text);
  // The name in brackets may hold anything, so the fields count from the last bracket.
  const std::size_t close = text.rfind(") ");
  if (close == std::string::npos) return std::nullopt;
  std::istringstream fields(text.substr(close + 2));
  std::string state;
  pid_t parent = 0;
  if (!(fields >> state >> parent)) return std::nullopt;
  return parent;
}

/// `root` and all below it.
std::set<pid_t> descendants(pid_t root) {
  std::multimap<pid_t, pid_t> children;
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator("/proc", error)) {
    const auto pid = as_pid(entry.path().filename());
    const auto parent = pid ? parent_of(*pid) : std::nullopt;
    if (parent) children.emplace(*parent, *pid);
  }
  std::set<pid_t> tree;
  std::vector<pid_t> todo{root};
  while (!todo.empty()) {
    const pid_t pid = todo.back();
    todo.pop_back();
    if (!tree.insert(pid).second) continue;
    const auto [begin, end] = children.equal_range(pid);
    for (auto child = begin; child != end; ++child) todo.push_back(child->second);
  }
  return tree;
}

/// Inodes of the sockets that listen on `port`; false where the table can't be read.
bool add_tcp_listeners(const char* table, std::uint16_t port, std::set<std::string>& inodes) {
  std::ifstream in(table);
  std::string line;
  if (!std::getline(in, line)) return false;
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string slot, local, remote, state, queues, timer, retransmits, uid, timeout, inode;
    fields >> slot >> local >> remote >> state >> queues >> timer >> retransmits >> uid >> timeout >> inode;
    const std::size_t colon = local.rfind(':');
    if (state != "0A" || colon == std::string::npos) continue;
    std::uint16_t number = 0;
    std::from_chars(local.data() + colon + 1, local.data() + local.size(), number, 16);
    if (number == port) inodes.insert(inode);
  }
  return true;
}

bool add_unix_listeners(const std::string& path, std::set<std::string>& inodes) {
  constexpr unsigned kAcceptsConnections = 0x10000;  // __SO_ACCEPTCON
  std::ifstream in("/proc/net/unix");
  std::string line;
  if (!std::getline(in, line)) return false;
  while (std::getline(in, line)) {
    std::istringstream fields(line);
    std::string number, count, protocol, flags, type, state, inode;
    fields >> number >> count >> protocol >> flags >> type >> state >> inode >> std::ws;
    std::string bound;
    std::getline(fields, bound);
    unsigned bits = 0;
    std::from_chars(flags.data(), flags.data() + flags.size(), bits, 16);
    if (bound == path && (bits & kAcceptsConnections) != 0) inodes.insert(inode);
  }
  return true;
}

/// Whether `pid` holds one of these sockets; nullopt where its descriptors can't be read.
std::optional<bool> holds_one(pid_t pid, const std::set<std::string>& inodes) {
  std::error_code error;
  fs::directory_iterator descriptors("/proc/" + std::to_string(pid) + "/fd", error);
  if (error) return std::nullopt;
  for (; descriptors != fs::directory_iterator(); descriptors.increment(error)) {
    if (error) break;
    const std::string link = fs::read_symlink(descriptors->path(), error).string();
    constexpr std::string_view prefix = "socket:[";
    if (!error && link.starts_with(prefix) &&
        inodes.contains(link.substr(prefix.size(), link.size() - prefix.size() - 1))) {
      return true;
    }
  }
  return false;
}

}  // namespace

ListenerOwner find_listener(const Endpoint& endpoint, pid_t root) {
  std::set<std::string> inodes;
  bool readable = false;
  if (endpoint.kind == Endpoint::Kind::kUnix) {
    readable = add_unix_listeners(endpoint.path, inodes);
  } else {
    readable = add_tcp_listeners("/proc/net/tcp", endpoint.port, inodes);
    readable = add_tcp_listeners("/proc/net/tcp6", endpoint.port, inodes) || readable;
  }
  if (!readable) return ListenerOwner::kUnknown;
  if (inodes.empty()) return ListenerOwner::kNobody;
  if (root == 0) return ListenerOwner::kForeign;
  bool all_read = true;
  for (const pid_t pid : descendants(root)) {
    const auto holds = holds_one(pid, inodes);
    if (holds.value_or(false)) return ListenerOwner::kTree;
    all_read = all_read && holds.has_value();
  }
  return all_read ? ListenerOwner::kForeign : ListenerOwner::kUnknown;
}

}  // namespace httparity
