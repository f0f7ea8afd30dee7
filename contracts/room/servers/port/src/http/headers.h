#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace room {

struct Header {
  std::string name;
  std::string value;  // lines of one name (Set-Cookie) are kept apart by "\n", as Rack keeps them
  friend bool operator==(const Header&, const Header&) = default;
};

/// Response fields in the order in which they go out. Names are found in any case and keep the case they were
/// set with; setting a name again keeps its place, except under another case, as Rack's HeaderHash does.
class Headers {
 public:
  Headers() = default;
  Headers(std::initializer_list<Header> fields) : fields_(fields) {}

  void set(std::string_view name, std::string value);
  void erase(std::string_view name);
  const std::string* find(std::string_view name) const;
  void merge(const Headers& other);

  auto begin() const { return fields_.begin(); }
  auto end() const { return fields_.end(); }

  friend bool operator==(const Headers&, const Headers&) = default;

 private:
  std::vector<Header> fields_;
};

/// Are the names equal but for ASCII case?
bool same_name(std::string_view one, std::string_view other);

}  // namespace room
