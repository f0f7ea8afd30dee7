#include "load/null_answers.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace httparity {
namespace {

constexpr std::size_t kFileBytes = 8 * 1024;  // from here on page references are cheaper than a copy
constexpr std::size_t kDateBytes = 29;

}  // namespace

NullAnswers::NullAnswers(const NullServerPlan& plan) : plan_(plan), random_(plan.flip_seed) {
  answers_.emplace_back().fill(plan.response);
  for (const std::string& variant : plan.variants) answers_.emplace_back().fill(variant);
}

NullAnswers::~NullAnswers() {
  for (const int file : files_) {
    if (file >= 0) ::close(file);
  }
}

Result<void> NullAnswers::set_up() {
  if (plan_.response.size() < kFileBytes || !plan_.variants.empty()) return {};
  for (int& file : files_) {
    file = ::memfd_create("answer", MFD_CLOEXEC);
    if (file < 0) return Error{fmt::format("memfd_create: {}", strerror(errno))};
    const auto size = static_cast<ssize_t>(plan_.response.size());
    if (::pwrite(file, plan_.response.data(), plan_.response.size(), 0) != size) {
      return Error{fmt::format("writing an answer to memory: {}", strerror(errno))};
    }
  }
  return {};
}

void NullAnswers::keep_date(std::time_t now) {
  if (plan_.date_at == 0 || now == date_) return;
  date_ = now;
  const std::string text = fmt::format("{:%a, %d %b %Y %H:%M:%S} GMT", fmt::gmtime(now));
  second_ = (second_ + 1) % kSeconds;
  for (auto& variant : answers_) variant[second_].replace(plan_.date_at, kDateBytes, text);
  if (in_files()) {
    (void)!::pwrite(files_[second_], text.data(), text.size(), static_cast<off_t>(plan_.date_at));
  }
}

const std::string& NullAnswers::next() {
  const std::string& out = answers_[turn_][second_];
  if (++turn_ == answers_.size()) turn_ = 0;
  return out;
}

NullOutgoing NullAnswers::take(std::size_t count, std::string& batch) {
  const std::uint64_t after = answered_ + count;
  const bool flip = plan_.flip_every > 0 && after / plan_.flip_every != answered_ / plan_.flip_every;
  answered_ = after;
  if (count == 1 && !flip) {
    const std::string& answer = next();
    return {answer.data(), answer.size(), files_[second_]};
  }
  batch.clear();
  for (std::size_t i = 0; i < count; ++i) batch += next();
  if (flip) flip_one(batch);
  return {batch.data(), batch.size()};
}

// Never inside the Date, where many a value is right.
void NullAnswers::flip_one(std::string& batch) {
  std::size_t at = random_() % batch.size();
  const std::size_t in_answer = at % plan_.response.size();
  if (plan_.date_at != 0 && in_answer >= plan_.date_at && in_answer < plan_.date_at + kDateBytes) at += kDateBytes;
  char& byte = batch[at % batch.size()];
  byte = static_cast<char>(byte ^ (1 << (random_() % 8)));
}

}  // namespace httparity
