#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hg {

/// Returns a kernel's PTX text for `target`, in which the comments of NewerPtx have become instructions. None
/// if `binary` is not PTX text, or if its target is not an older form of `target`; sm_90 is one of sm_90a.
std::optional<std::string> newer_ptx(std::string_view binary, std::string_view target);

}  // namespace hg
