#pragma once

#include <map>
#include <string>
#include <vector>

#include "tools/workload/matrices/npy.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/program.hpp>

namespace hgctl {

/// The resident registers of a program as matrices, in its order.
std::vector<hg::MatrixParameter> resident_matrices(const hg::Program& program);

/// Binds each resident register to memory that holds the matrix of its name.
void bind_residents(hg::Machine& machine, const hg::Program& program,
                    std::map<std::string, NpyMatrix>& matrices, hg::Bindings& bindings);

/// The matrices get what the bound memory holds.
void read_residents(hg::Machine& machine, const hg::Program& program, const hg::Bindings& bindings,
                    std::map<std::string, NpyMatrix>& matrices);

}  // namespace hgctl
