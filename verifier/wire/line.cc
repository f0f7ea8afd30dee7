#include "wire/line.h"

namespace httparity {

Line line_at(std::string_view bytes, std::size_t begin) {
  const std::size_t lf = bytes.find('\n', begin);
  const bool complete = lf != std::string_view::npos;
  const std::size_t stop = complete ? lf + 1 : bytes.size();
  std::size_t content_end = complete ? lf : stop;
  if (content_end > begin && bytes[content_end - 1] == '\r') --content_end;
  return {{begin, content_end}, {content_end, stop}, complete};
}

LineStep take_line(std::string& bytes, std::string_view input, std::size_t room) {
  const std::string_view within = input.substr(0, room);
  const std::size_t lf = within.find('\n');
  LineStep step;
  step.complete = lf != std::string_view::npos;
  step.taken = step.complete ? lf + 1 : within.size();
  step.over = !step.complete && within.size() < input.size();
  bytes.append(input.data(), step.taken);
  return step;
}

}  // namespace httparity
