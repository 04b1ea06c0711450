#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include <hg/kernels/database.hpp>
#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hgctl {

/// Makes a program for a machine, with products in this arithmetic.
using ProgramMaker =
    std::function<hg::Program(const hg::Target&, const hg::kernels::Database&, hg::Arithmetic)>;

/// The routines that have programs of their own; what others consist of.
const std::vector<std::string>& routines_with_programs();

/// Programs of a routine's calls of order n, one for each kind of call: operations, triangles, sides, whether C
/// is read, and square and narrow right-hand sides. Of geqrf, also one of a tall matrix. None of hemm, herk and her2k if the
/// type is real.
std::vector<ProgramMaker> routine_programs(const std::string& routine, hg::ElementType type, std::int64_t n);

}  // namespace hgctl
