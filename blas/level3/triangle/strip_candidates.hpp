#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "blas/cost/plan.hpp"
#include "blas/level3/triangle/triangle_plan.hpp"
#include "blas/level3/triangle/triangle_shape.hpp"
#include <hg/runtime/program/target.hpp>

namespace hg {

/// What distinguishes routines whose devices make strips of B block by block.
struct StripRoutine {
    std::string what;  ///< "a triangular solve", for errors
    ElementType type = ElementType::f64;
    TriangleShape shape;
    std::int64_t default_block = 0;  ///< if memory is not small
    /// Elements that a device needs at least for a strip of this width, with this block: in all, and in one
    /// piece.
    std::function<double(double block, double strip)> least_elements;
    std::function<double(double block, double strip)> largest_piece;
};

/// The fastest devices in any number, with strips of several widths. Throws Error{out_of_memory} if not even
/// narrow strips fit a device, Error{invalid_argument} if no device computes in that type, Error{device_lost}
/// if none is available.
std::vector<Candidates<TrianglePlan>> strip_candidates(const StripRoutine& routine, const Target& target);

}  // namespace hg
