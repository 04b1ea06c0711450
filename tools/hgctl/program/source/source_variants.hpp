#pragma once

#include <string>
#include <vector>

#include "tools/hgctl/program/program_file.hpp"

namespace hgctl {

/// The program of a source with another value of one parameter.
struct SourceVariant {
    std::string change;  ///< "b = 4096"
    hg::Program program;
};

/// The programs of a source with one parameter doubled or halved that have the matrices of `read`, which was built of
/// it as `file` says: so block sizes change, the problem does not. Programs of more than 200000 commands have none, and are
/// none; nor has a text that is no source.
std::vector<SourceVariant> source_variants(const ProgramFile& file, const ReadProgram& read);

}  // namespace hgctl
