#pragma once

#include <cmath>
#include <cstdint>

#include "blas/call/workspace.hpp"
#include "blas/generated/arguments.hpp"
#include "blas/level1/vector_call.hpp"
#include "blas/level1/vector_problem.hpp"
#include "host_blas/element_arithmetic.hpp"

namespace hg {

/// The `Programs` of VectorCall for level 1.
struct VectorPrograms {
    template <class Arguments>
    static VectorProblem problem(const Arguments& call) noexcept {
        return vector_problem(call);
    }
    static Program program(const VectorProblem& problem, const Target& target,
                           const kernels::Database& database) {
        return vector_program(problem, target, database);
    }
};

template <class T>
using CopyCall = VectorCall<CopyArguments<T>, VectorPrograms>;
template <class T>
using SwapCall = VectorCall<SwapArguments<T>, VectorPrograms>;
template <class T>
using ScalCall = VectorCall<ScalArguments<T>, VectorPrograms>;
template <class T>
using RealScalCall = VectorCall<RealScalArguments<T>, VectorPrograms>;
template <class T>
using AxpyCall = VectorCall<AxpyArguments<T>, VectorPrograms>;
template <class T>
using RotCall = VectorCall<RotArguments<T>, VectorPrograms>;
template <class T>
using DotCall = VectorCall<DotArguments<T>, VectorPrograms>;
template <class T>
using DotuCall = VectorCall<DotuArguments<T>, VectorPrograms>;
template <class T>
using DotcCall = VectorCall<DotcArguments<T>, VectorPrograms>;
template <class T>
using Nrm2Call = VectorCall<Nrm2Arguments<T>, VectorPrograms>;
template <class T>
using AsumCall = VectorCall<AsumArguments<T>, VectorPrograms>;
template <class T>
using IamaxCall = VectorCall<IamaxArguments<T>, VectorPrograms>;

/// Finds the largest element of all pieces from its index in each piece. NaN hides the elements after it in
/// its piece, but only counts if it is the first element of the vector. So this function searches such a
/// piece itself.
template <class T>
void take(const IamaxArguments<T>& call, const Workspace& workspace) {
    const Workspace::Integers& places = workspace.integers("places");
    const auto pieces = static_cast<std::int64_t>(places.elements.size());
    const std::int64_t piece = (call.n + pieces - 1) / pieces;
    const auto at = [&](std::int64_t i) { return magnitude(call.x[i * call.incx]); };
    std::int64_t best = places.elements[0];
    for (std::int64_t p = 1; p < pieces && !std::isnan(at(best)); ++p) {
        const std::int64_t found = p * piece + places.elements[static_cast<std::size_t>(p)];
        const bool hidden = std::isnan(at(found));
        const std::int64_t end = hidden ? std::min(call.n, (p + 1) * piece) : found + 1;
        for (std::int64_t i = found; i < end; ++i)
            if (at(i) > at(best)) best = i;
    }
    *call.index = best;
}

}  // namespace hg
