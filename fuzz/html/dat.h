#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fuzz/html/case.h"

namespace httparity::html {

/// One case of a html5lib / WPT tree-construction file.
struct DatCase {
  std::string id;                 ///< file name and ordinal from 1: "tests1.dat/17"
  std::string data;               ///< `#data`, as it is in the file
  Context context;                ///< `#document-fragment`
  std::optional<bool> scripting;  ///< `#script-on`, `#script-off`; neither: the case is for both
  std::string tree;               ///< `#document`: the dump, each line ended by LF

  friend bool operator==(const DatCase&, const DatCase&) = default;
};

/// The cases of one file. An error names `name` and the line of a case that has no `#document`.
Result<std::vector<DatCase>> parse_dat(std::string_view text, std::string_view name);

/// The files `*.dat` of a folder (not of its sub-folders) in the order of their names.
Result<std::vector<DatCase>> read_dat_folder(const std::string& folder);

/// `cases` in the form that parse_dat reads.
std::string write_dat(const std::vector<DatCase>& cases);

}  // namespace httparity::html
