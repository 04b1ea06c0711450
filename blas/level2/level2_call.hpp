#pragma once

#include <cstdint>

#include "blas/level1/vector_call.hpp"
#include "blas/level2/level2_arguments.hpp"
#include "blas/level2/matrix_vector_problem.hpp"
#include <hg/runtime/program/location.hpp>

namespace hg {

/// For VectorCall.
struct MatrixVectorPrograms {
    template <class Arguments>
    static MatrixVectorProblem problem(const Arguments& call) noexcept {
        return matrix_vector_problem(call);
    }
    static Program program(const MatrixVectorProblem& problem, const Target& target,
                           const kernels::Database& database) {
        return matrix_vector_program(problem, target, database);
    }
};

template <class T>
using GemvCall = VectorCall<GemvArguments<T>, MatrixVectorPrograms>;
template <class T>
using GerCall = VectorCall<GerArguments<T>, MatrixVectorPrograms>;
template <class T>
using SymvCall = VectorCall<SymvArguments<T>, MatrixVectorPrograms>;
template <class T>
using SyrCall = VectorCall<SyrArguments<T>, MatrixVectorPrograms>;
template <class T>
using Syr2Call = VectorCall<Syr2Arguments<T>, MatrixVectorPrograms>;
template <class T>
using TrmvCall = VectorCall<TrmvArguments<T>, MatrixVectorPrograms>;
template <class T>
using TrsvCall = VectorCall<TrsvArguments<T>, MatrixVectorPrograms>;

// What makes up a rectangle of A, or a triangle on its diagonal.

/// Those of n elements that begin with element `begin`.
template <class T>
const T* part_of(const T* data, std::int64_t n, std::int64_t increment, std::int64_t begin,
                 std::int64_t count) {
    return data + (increment > 0 ? begin : begin + count - n) * increment;
}

template <class T, class Next>
void for_each_part(const GerArguments<T>& c, const HostTile& tile, const Next& next) {
    GerArguments<T> part = c;
    part.x = part_of(c.x, c.m, c.incx, tile.row, tile.rows);
    part.y = part_of(c.y, c.n, c.incy, tile.col, tile.cols);
    part.m = tile.rows;
    part.n = tile.cols;
    part.A += tile.row + tile.col * c.lda;
    next(part);
}

template <class T, class Next>
void for_each_part(const SyrArguments<T>& c, const HostTile& tile, const Next& next) {
    if (tile.part == TilePart::whole)
        return for_each_part(GerArguments<T>{c.n, c.n, c.alpha, c.x, c.incx, c.x, c.incx, c.A, c.lda}, tile,
                             next);
    SyrArguments<T> part = c;
    part.x = part_of(c.x, c.n, c.incx, tile.row, tile.rows);
    part.n = tile.rows;
    part.A += tile.row + tile.col * c.lda;
    next(part);
}

template <class T, class Next>
void for_each_part(const Syr2Arguments<T>& c, const HostTile& tile, const Next& next) {
    if (tile.part == TilePart::whole) {
        for_each_part(GerArguments<T>{c.n, c.n, c.alpha, c.x, c.incx, c.y, c.incy, c.A, c.lda}, tile, next);
        return for_each_part(GerArguments<T>{c.n, c.n, c.alpha, c.y, c.incy, c.x, c.incx, c.A, c.lda}, tile,
                             next);
    }
    Syr2Arguments<T> part = c;
    part.x = part_of(c.x, c.n, c.incx, tile.row, tile.rows);
    part.y = part_of(c.y, c.n, c.incy, tile.row, tile.rows);
    part.n = tile.rows;
    part.A += tile.row + tile.col * c.lda;
    next(part);
}

}  // namespace hg
