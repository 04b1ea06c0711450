#pragma once

#include <string>

#include <hg/runtime/program/program.hpp>

namespace hgctl {

/// The program with the files of its instructions as they are called from the folder of another file: what was read as
/// `from` is to be written as `to`. An empty name stands for standard output, whose folder is the current one.
hg::Program moved(const hg::Program& program, const std::string& from, const std::string& to);

}  // namespace hgctl
