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

/// The properties of a routine whose devices compute block columns of B block by block.
struct StripRoutine {
    std::string what;  ///< "a triangular solve", for errors
    ElementType type = ElementType::f64;
    Arithmetic arithmetic = Arithmetic::native;
    TriangleShape shape;
    std::int64_t default_block = 0;  ///< block if there is enough memory
    /// The fewest elements that a device needs for a block column of this width, with this block: in total,
    /// and in one piece.
    std::function<double(double block, double strip)> least_elements;
    std::function<double(double block, double strip)> largest_piece;
};

/// Returns plans for any number of the fastest devices, with block columns of several widths. Throws
/// Error{out_of_memory} if not even narrow block columns fit a device, Error{invalid_argument} if no device
/// supports the type, Error{device_lost} if none is available.
std::vector<Candidates<TrianglePlan>> strip_candidates(const StripRoutine& routine, const Target& target);

}  // namespace hg
