#include "fuzz/html/worker.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <new>

#include "fuzz/html/cpu_time.h"
#include "fuzz/html/pack.h"
#include "fuzz/html/triage.h"

namespace httparity::html {
namespace {

constexpr std::uint64_t kOk = 1;
constexpr std::uint64_t kFailed = 0;

void close_fd(int& fd) {
  if (fd >= 0) ::close(fd);
  fd = -1;
}

bool write_message(int fd, const std::string& body) {
  Packer header;
  header.number(body.size());
  const std::string bytes = header.take() + body;
  for (std::size_t sent = 0; sent < bytes.size();) {
    const ssize_t written = ::write(fd, bytes.data() + sent, bytes.size() - sent);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    sent += static_cast<std::size_t>(written);
  }
  return true;
}

bool read_exactly(int fd, std::string& bytes, std::size_t size) {
  bytes.resize(size);
  for (std::size_t got = 0; got < size;) {
    const ssize_t more = ::read(fd, bytes.data() + got, size - got);
    if (more < 0 && errno == EINTR) continue;
    if (more <= 0) return false;
    got += static_cast<std::size_t>(more);
  }
  return true;
}

std::string pack_job(const Job& job) {
  Packer out;
  out.number(static_cast<std::uint64_t>(job.kind));
  out.number(job.engine);
  out.number(job.from);
  out.number(job.count);
  out.bucket(job.bucket);
  return out.take();
}

std::string failed(const std::string& why) {
  Packer out;
  out.number(kFailed);
  out.text(why);
  return out.take();
}

/// Of this process and of its children that ended.
double cpu_seconds_with_children() {
  rusage children{};
  ::getrusage(RUSAGE_CHILDREN, &children);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
  };
  return cpu_seconds() + seconds(children.ru_utime) + seconds(children.ru_stime);
}

Result<std::unique_ptr<Pair>> open_pair(const WorkerSetup& setup, const ChildLimits& limits) {
  const auto open = [&](const std::string& what) -> Result<std::unique_ptr<Parser>> {
    if (!setup.isolate) return open_parser(what, limits);
    Result<std::unique_ptr<ChildParser>> child = open_isolated_parser(what, "", limits);
    if (!child) return child.error();
    return std::unique_ptr<Parser>(*std::move(child));
  };
  Result<std::unique_ptr<Parser>> reference = open(setup.reference);
  if (!reference) return reference.error();
  Result<std::unique_ptr<Parser>> port = open(setup.port);
  if (!port) return port.error();
  return std::make_unique<Pair>(*std::move(reference), *std::move(port), setup.merge_text);
}

}  // namespace

std::string Worker::work(const WorkerSetup& setup, const Rewriter& rewriter, Pair& pair, const std::string& message,
                         Page* page) {
  Unpacker in(message);
  const auto kind = static_cast<Job::Kind>(in.number());
  const std::uint64_t engine = in.number();
  const std::uint64_t from = in.number();
  const std::uint64_t count = in.number();
  const RawBucket bucket = in.bucket();
  const double begin = cpu_seconds_with_children();
  page->stop = false;  // it was for the slice before
  JobResult result;
  if (kind == Job::Kind::kSlice) {
    SliceHooks hooks;
    if (setup.rewrite && !rewriter.empty()) {
      hooks.rewrite = [&rewriter](HtmlCase& input) { rewriter.rewrite(input); };
    }
    page->previous = from;
    page->current = from;
    hooks.before_batch = [page](std::uint64_t index) {
      page->previous = page->current.load();
      page->current = index;
      ++page->beat;
    };
    hooks.stop = [page] { return page->stop.load(); };
    result.slice = setup.engines[engine]->run(pair, from, count, hooks);
    if (!result.slice.failure.empty()) return failed(result.slice.failure);
    result.count = page->stop ? std::min(count, result.slice.cases + result.slice.unsupported) : count;
  } else if (kind == Job::Kind::kReduce) {
    if (std::optional<Finding> finding = reduce_bucket(pair, bucket, [page] { ++page->beat; }))
      result.findings.push_back(*std::move(finding));
  } else {
    result.stale = stale_entries(pair, setup.ledger);
  }
  if (const std::string why = pair.failure(); !why.empty()) return failed(why);
  Packer out;
  out.number(kOk);
  out.slice(result.slice);
  out.number(result.count);
  out.number(result.findings.size());
  for (const Finding& finding : result.findings) out.finding(finding);
  out.number(result.stale.size());
  for (const std::string& id : result.stale) out.text(id);
  out.number(static_cast<std::uint64_t>((cpu_seconds_with_children() - begin) * 1e9));
  return out.take();
}

void Worker::serve(const WorkerSetup& setup, int in, int out, Page* page) {
  if (setup.memory_bytes != 0) {
    const rlimit limit{setup.memory_bytes, setup.memory_bytes};
    ::setrlimit(RLIMIT_AS, &limit);
  }
  // A parser that aborts is a finding, not a file of its memory.
  const rlimit no_core{0, 0};
  ::setrlimit(RLIMIT_CORE, &no_core);
  ChildLimits limits = setup.limits;
  limits.stop = [page] { return page->stop.load(); };
  limits.restarted = [page] {
    ++page->restarts;
    ++page->beat;
  };
  const Result<std::unique_ptr<Pair>> pair = open_pair(setup, limits);
  if (!pair) {
    write_message(out, failed(pair.error().what));
    ::_exit(1);
  }
  const Rewriter rewriter(setup.ledger);
  Packer hello;
  hello.number(kOk);
  hello.text(info_json((*pair)->reference().info()));
  hello.text(info_json((*pair)->port().info()));
  if (!write_message(out, hello.take())) ::_exit(1);
  std::string header;
  std::string message;
  while (read_exactly(in, header, 8)) {
    const std::uint64_t size = Unpacker(header).number();
    if (!read_exactly(in, message, size)) break;
    if (!write_message(out, work(setup, rewriter, **pair, message, page))) break;
  }
  // The pair's children end with their pipes and their process groups.
  const_cast<std::unique_ptr<Pair>&>(*pair).reset();
  ::_exit(0);
}

Result<std::unique_ptr<Worker>> Worker::start(const WorkerSetup& setup) {
  std::unique_ptr<Worker> worker(new Worker());
  void* memory = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return Error{fmt::format("cannot share memory with a worker: {}", std::strerror(errno))};
  worker->page_ = new (memory) Page{};
  int down[2] = {-1, -1};
  int up[2] = {-1, -1};
  if (::pipe2(down, O_CLOEXEC) != 0 || ::pipe2(up, O_CLOEXEC) != 0) {
    return Error{fmt::format("cannot make a worker's pipes: {}", std::strerror(errno))};
  }
  std::signal(SIGPIPE, SIG_IGN);
  worker->pid_ = ::fork();
  if (worker->pid_ < 0) return Error{fmt::format("cannot fork a worker: {}", std::strerror(errno))};
  if (worker->pid_ == 0) {
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    std::signal(SIGINT, SIG_IGN);
    std::signal(SIGTERM, SIG_DFL);
    ::close(down[1]);
    ::close(up[0]);
    // A terminal's Ctrl-C reaches the whole process group, and is for the run to answer. A handler: what is executed
    // later would inherit SIG_IGN.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP}) std::signal(signal, [](int) {});
    serve(setup, down[0], up[1], worker->page_);
  }
  ::close(down[0]);
  ::close(up[1]);
  worker->to_ = down[1];
  worker->from_ = up[0];
  std::string message;
  constexpr int kStartMs = 60000;
  if (!worker->read_message(message, kStartMs, setup.limits.stop)) {
    return Error{worker->how_.empty() ? "a worker was not ready in time"
                                      : fmt::format("a worker ended before it was ready: {}", worker->how_)};
  }
  Unpacker in(message);
  if (in.number() != kOk) return Error{in.text()};
  const Result<ParserInfo> reference = parse_info(in.text());
  const Result<ParserInfo> port = parse_info(in.text());
  if (!reference || !port) return Error{"a worker's parsers don't describe themselves"};
  worker->reference_ = *reference;
  worker->port_ = *port;
  return worker;
}

Worker::~Worker() {
  close_fd(to_);
  if (pid_ > 0) {
    ::kill(pid_, SIGKILL);
    int status = 0;
    ::waitpid(pid_, &status, 0);
  }
  close_fd(from_);
  if (page_ != nullptr) ::munmap(page_, sizeof(Page));
}

void Worker::send(const Job& job) {
  // Where it is dead, receive() says so.
  write_message(to_, pack_job(job));
}

bool Worker::read_message(std::string& message, int timeout_ms, const std::function<bool()>& stop) {
  constexpr std::size_t kHeader = 8;
  constexpr std::size_t kChunk = 1 << 16;
  while (true) {
    if (incoming_.size() >= kHeader) {
      const std::uint64_t size = Unpacker(incoming_).number();
      if (incoming_.size() - kHeader >= size) {
        message = incoming_.substr(kHeader, size);
        incoming_.erase(0, kHeader + size);
        return true;
      }
    }
    pollfd waiting{from_, POLLIN, 0};
    constexpr int kStepMs = 100;
    const int ready = ::poll(&waiting, 1, std::min(timeout_ms, kStepMs));
    if (ready <= 0 && timeout_ms > 0 && !(stop && stop())) {
      timeout_ms -= kStepMs;
      continue;
    }
    if (ready <= 0) return false;
    const std::size_t size = incoming_.size();
    incoming_.resize(size + kChunk);
    const ssize_t got = ::read(from_, incoming_.data() + size, kChunk);
    incoming_.resize(size + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    if (got > 0 || (got < 0 && errno == EINTR)) continue;
    int status = 0;
    if (::waitpid(pid_, &status, 0) == pid_) {
      how_ = WIFSIGNALED(status) ? fmt::format("signal {}", WTERMSIG(status))
                                 : fmt::format("exit {}", WEXITSTATUS(status));
    }
    pid_ = -1;
    return false;
  }
}

Worker::State Worker::receive(JobResult& result) {
  std::string message;
  if (!read_message(message, 0)) return pid_ < 0 ? State::kLost : State::kWaiting;
  Unpacker in(message);
  if (in.number() != kOk) {
    how_ = in.text();
    infrastructure_ = true;
    return State::kLost;
  }
  result = {};
  result.slice = in.slice();
  result.count = in.number();
  for (std::uint64_t left = in.number(); left > 0 && in.ok(); --left) result.findings.push_back(in.finding());
  for (std::uint64_t left = in.number(); left > 0 && in.ok(); --left) result.stale.push_back(in.text());
  result.cpu_seconds = static_cast<double>(in.number()) * 1e-9;
  return State::kReady;
}

}  // namespace httparity::html
