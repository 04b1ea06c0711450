#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <hg/runtime/program/program.hpp>

namespace hgctl {

/// True if the first statement of a text is `hg program 2`.
bool is_source(std::string_view text);

/// The program of a source for the devices that it declares, else for this machine's. `values`: NAME=VALUE for its
/// parameters. `path` stands for it in messages; the files that it names lie in that folder. Throws
/// hg::Error{invalid_program} whose message begins with `FILE:LINE:COLUMN:`, hg::Error{invalid_argument}, hg::Error{io}.
hg::Program build_source(const std::string& text, const std::string& path,
                         const std::vector<std::string>& values);

}  // namespace hgctl
