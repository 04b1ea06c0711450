#pragma once

#include <functional>

#include "kernels/solver/cg_blocking.hpp"
#include <hg/runtime/program/instruction.hpp>

/// Host implementations of instructions of solvers: sums are added in the order of the kernels' work-items.
namespace hg::kernels {

using HostKernel = std::function<void(const HostCall&)>;

HostKernel gather_on_host(ElementType type);
HostKernel diagonal_product_on_host(ElementType type);
HostKernel block_diagonal_product_on_host(ElementType type, int block);
HostKernel block_inverses_on_host(ElementType type, int block);
HostKernel bicgstab_update_on_host(ElementType type, bool solution);
HostKernel solver_totals_on_host(ElementType type);
HostKernel chebyshev_step_on_host(ElementType type, bool previous);
HostKernel cg_update_on_host(ElementType type, bool diagonal, const CgBlocking& blocking);
HostKernel cg_direction_on_host(ElementType type);

}  // namespace hg::kernels
