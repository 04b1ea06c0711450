#pragma once

#include <string>

#include <hg/runtime/program/program.hpp>

namespace hgctl {

/// Reads a program's text from an ordinary file, or from standard input, a pipe too, for "-" and /dev/stdin.
/// Not verified.
/// Throws hg::Error{io}; hg::Error{invalid_program} whose message begins with `FILE:LINE:`.
hg::Program read_program(const std::string& path);

/// read_program(), then verify(): for programs that are about to be used.
hg::Program read_sound_program(const std::string& path);

}  // namespace hgctl
