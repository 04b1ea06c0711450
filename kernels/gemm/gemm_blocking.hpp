#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <hg/kernels/gemm_parameters.hpp>

namespace hg::kernels {

/// The parameters with every 0 replaced by its default, what the family has no use for as 0, and overwrite
/// if split_k implies it: the form in which equal kernels are equal.
GemmParameters with_defaults(GemmParameters parameters);

/// What keeps a kernel from being made with these parameters, in words; empty if nothing does.
std::string blocking_fault(const GemmParameters& parameters);

/// The parameters with a tile for at most `work_items` in a work-group: of the same family if its rules
/// allow one, else of a family for any device. None if there is no smaller one.
std::optional<GemmParameters> gemm_with_fewer(const GemmParameters& parameters, std::int64_t work_items);

}  // namespace hg::kernels
