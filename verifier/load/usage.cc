#include "load/usage.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace httparity {
namespace {

std::string read_all(const std::string& path) {
  std::ifstream file(path);
  std::ostringstream out;
  out << file.rdbuf();
  return out.str();
}

std::vector<std::string> words_of(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> out;
  for (std::string word; in >> word;) out.push_back(word);
  return out;
}

std::uint64_t number(const std::string& text) {
  std::uint64_t out = 0;
  std::from_chars(text.data(), text.data() + text.size(), out);
  return out;
}

struct ProcessStat {
  pid_t parent = 0;
  std::uint64_t own_ticks = 0;
  std::uint64_t ended_ticks = 0;  // of its children that have ended
  std::uint64_t rss_pages = 0;
};

// Of every process: /proc/PID/stat, whose second field may hold blanks and brackets.
std::map<pid_t, ProcessStat> all_processes() {
  std::map<pid_t, ProcessStat> out;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", error)) {
    const std::string name = entry.path().filename().string();
    const auto pid = static_cast<pid_t>(number(name));
    if (pid <= 0) continue;
    const std::string text = read_all(fmt::format("/proc/{}/stat", pid));
    const std::size_t end = text.rfind(')');
    if (end == std::string::npos) continue;
    const std::vector<std::string> fields = words_of(text.substr(end + 1));
    if (fields.size() < 22) continue;
    ProcessStat& stat = out[pid];
    stat.parent = static_cast<pid_t>(number(fields[1]));
    stat.own_ticks = number(fields[11]) + number(fields[12]);    // utime, stime
    stat.ended_ticks = number(fields[13]) + number(fields[14]);  // cutime, cstime
    stat.rss_pages = number(fields[21]);
  }
  return out;
}

bool descends(const std::map<pid_t, ProcessStat>& processes, pid_t pid, pid_t root) {
  for (int depth = 0; depth < 64 && pid != root && pid > 1; ++depth) {
    const auto found = processes.find(pid);
    pid = found == processes.end() ? 0 : found->second.parent;
  }
  return pid == root;
}

std::uint64_t peak_bytes(pid_t pid) {
  std::istringstream in(read_all(fmt::format("/proc/{}/status", pid)));
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("VmHWM:")) return 1024 * number(words_of(line)[1]);
  }
  return 0;
}

void add_threads(pid_t pid, double ticks_per_second, std::map<pid_t, double>& into) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(fmt::format("/proc/{}/task", pid), error)) {
    const std::string text = read_all(entry.path().string() + "/stat");
    const std::size_t end = text.rfind(')');
    if (end == std::string::npos) continue;
    const std::vector<std::string> fields = words_of(text.substr(end + 1));
    if (fields.size() < 15) continue;
    const auto ticks = static_cast<double>(number(fields[11]) + number(fields[12]));
    into[static_cast<pid_t>(number(entry.path().filename().string()))] = ticks / ticks_per_second;
  }
}

// Adds `names` of a file in the form of /proc/net/netstat: pairs of a line of names and a line of values.
void read_pairs(const std::string& path, const std::map<std::string, std::uint64_t*>& names) {
  std::ifstream file(path);
  std::string heads;
  std::string values;
  while (std::getline(file, heads) && std::getline(file, values)) {
    const auto name_words = words_of(heads);
    const auto value_words = words_of(values);
    for (std::size_t i = 1; i < std::min(name_words.size(), value_words.size()); ++i) {
      const auto found = names.find(name_words[0] + name_words[i]);
      if (found != names.end()) *found->second = number(value_words[i]);
    }
  }
}

}  // namespace

TreeUse tree_use(pid_t root) {
  const auto processes = all_processes();
  TreeUse out;
  const double ticks_per_second = static_cast<double>(::sysconf(_SC_CLK_TCK));
  const auto page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  for (const auto& [pid, stat] : processes) {
    if (!descends(processes, pid, root)) continue;
    out.cpu_seconds += static_cast<double>(stat.ended_ticks) / ticks_per_second;
    if (pid == root) continue;
    out.cpu_seconds += static_cast<double>(stat.own_ticks) / ticks_per_second;
    out.rss_bytes += stat.rss_pages * page;
    out.rss_peak_bytes += peak_bytes(pid);
    add_threads(pid, ticks_per_second, out.thread_seconds);
  }
  return out;
}

std::vector<pid_t> processes_of(pid_t root) {
  const auto processes = all_processes();
  std::vector<pid_t> out;
  for (const auto& [pid, stat] : processes) {
    if (pid != root && descends(processes, pid, root)) out.push_back(pid);
  }
  return out;
}

double busiest_thread(const TreeUse& before, const TreeUse& after, double elapsed_seconds) {
  double most = 0;
  for (const auto& [thread, seconds] : after.thread_seconds) {
    const auto earlier = before.thread_seconds.find(thread);
    most = std::max(most, seconds - (earlier == before.thread_seconds.end() ? 0 : earlier->second));
  }
  return elapsed_seconds > 0 ? std::clamp(most / elapsed_seconds, 0.0, 1.0) : 0;
}

double busy_seconds(const std::vector<int>& cpus) {
  std::ifstream file("/proc/stat");
  double ticks = 0;
  for (std::string line; std::getline(file, line);) {
    const auto fields = words_of(line);
    if (fields.size() < 9 || !fields[0].starts_with("cpu") || fields[0].size() == 3) continue;
    const int cpu = std::atoi(fields[0].c_str() + 3);
    if (std::find(cpus.begin(), cpus.end(), cpu) == cpus.end()) continue;
    // user, nice, system
    for (const std::size_t i : {1U, 2U, 3U}) ticks += static_cast<double>(number(fields[i]));
  }
  return ticks / static_cast<double>(::sysconf(_SC_CLK_TCK));
}

KernelCounts kernel_counts() {
  KernelCounts out;
  read_pairs("/proc/self/net/snmp", {{"Tcp:RetransSegs", &out.retransmits}});
  read_pairs("/proc/self/net/netstat", {{"TcpExt:TCPSynRetrans", &out.syn_retries},
                                        {"TcpExt:ListenOverflows", &out.listen_overflows},
                                        {"TcpExt:ListenDrops", &out.listen_drops}});
  return out;
}

KernelCounts operator-(const KernelCounts& after, const KernelCounts& before) {
  // A reading that failed is all 0: nothing is known then.
  const auto grown = [](std::uint64_t to, std::uint64_t from) { return to > from ? to - from : 0; };
  return {grown(after.retransmits, before.retransmits), grown(after.syn_retries, before.syn_retries),
          grown(after.listen_overflows, before.listen_overflows), grown(after.listen_drops, before.listen_drops)};
}

}  // namespace httparity
