#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace hg {

/// A kernel's PTX text in which the comments of NewerPtx are instructions, for `target`. None if `binary` is
/// no PTX text, or its target is no older form of `target`: sm_90 is one of sm_90a.
std::optional<std::string> newer_ptx(std::string_view binary, std::string_view target);

}  // namespace hg
