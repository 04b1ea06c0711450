#pragma once

#include <cstdint>
#include <type_traits>

#include "blas/call/output_changes.hpp"
#include "blas/level1/vector_call.hpp"
#include "blas/level2/conjugated_call.hpp"
#include "blas/level2/matrix_vector_problem.hpp"
#include "blas/level2/row_major.hpp"
#include "blas/level2/vector_part.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// The `Programs` of VectorCall for level 2.
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

/// A column-major call on a matrix.
template <class Arguments, class Programs>
struct MatrixCall : VectorCall<Arguments, Programs> {
    bool conjugated = false;  ///< A is the conjugate of the stored matrix: row_major.hpp

    [[nodiscard]] auto problem() const noexcept {
        auto problem = VectorCall<Arguments, Programs>::problem();
        problem.conjugated = conjugated;
        return problem;
    }
    /// For a call that writes a matrix: calls next(call) for each call of which a part of it consists.
    template <class Next>
    void remaining_work(const HostTile& tile, const Next& next) const {
        for_each_part(static_cast<const Arguments&>(*this), tile, [&](const auto& part) {
            next(MatrixCall<std::remove_cvref_t<decltype(part)>, Programs>{{part}, conjugated});
        });
    }
    void on_cpu() const noexcept {
        const Arguments& call = *this;
        OutputChanges::note();
        if constexpr (requires { call_cpu_conjugated(call); })
            if (conjugated) return call_cpu_conjugated(call);
        call_cpu(call);
    }
};

/// Returns a row-major call as a column-major one.
template <class Arguments, class Programs>
MatrixCall<Arguments, Programs> transposed(const MatrixCall<Arguments, Programs>& call) noexcept {
    const auto [arguments, conjugated] = by_columns(static_cast<const Arguments&>(call));
    return {{arguments}, conjugated};
}

template <class T>
using GemvCall = MatrixCall<GemvArguments<T>, MatrixVectorPrograms>;
template <class T>
using GerCall = MatrixCall<GerArguments<T>, MatrixVectorPrograms>;
template <class T>
using GeruCall = MatrixCall<GeruArguments<T>, MatrixVectorPrograms>;
template <class T>
using GercCall = MatrixCall<GercArguments<T>, MatrixVectorPrograms>;
template <class T>
using SymvCall = MatrixCall<SymvArguments<T>, MatrixVectorPrograms>;
template <class T>
using HemvCall = MatrixCall<HemvArguments<T>, MatrixVectorPrograms>;
template <class T>
using SyrCall = MatrixCall<SyrArguments<T>, MatrixVectorPrograms>;
template <class T>
using HerCall = MatrixCall<HerArguments<T>, MatrixVectorPrograms>;
template <class T>
using Syr2Call = MatrixCall<Syr2Arguments<T>, MatrixVectorPrograms>;
template <class T>
using Her2Call = MatrixCall<Her2Arguments<T>, MatrixVectorPrograms>;
template <class T>
using TrmvCall = MatrixCall<TrmvArguments<T>, MatrixVectorPrograms>;
template <class T>
using TrsvCall = MatrixCall<TrsvArguments<T>, MatrixVectorPrograms>;

// The calls of which a rectangle of A, or a triangle on its diagonal, consists.

template <class T, Pairing kPairing, class Next>
void for_each_part(const GerArguments<T, kPairing>& c, const HostTile& tile, const Next& next) {
    GerArguments<T, kPairing> part = c;
    part.x = part_of(c.x, c.m, c.incx, tile.row, tile.rows);
    part.y = part_of(c.y, c.n, c.incy, tile.col, tile.cols);
    part.m = tile.rows;
    part.n = tile.cols;
    part.A += tile.row + tile.col * c.lda;
    next(part);
}

/// The calls that update an off-diagonal rectangle.
template <class T, Symmetry kSymmetry>
using RectangleUpdate =
    GerArguments<T, kSymmetry == Symmetry::hermitian ? Pairing::conjugated : Pairing::real>;

template <class T, Symmetry kSymmetry, class Next>
void for_each_part(const SyrArguments<T, kSymmetry>& c, const HostTile& tile, const Next& next) {
    if (tile.part == TilePart::whole)
        return for_each_part(
            RectangleUpdate<T, kSymmetry>{c.n, c.n, T{c.alpha}, c.x, c.incx, c.x, c.incx, c.A, c.lda}, tile,
            next);
    SyrArguments<T, kSymmetry> part = c;
    part.x = part_of(c.x, c.n, c.incx, tile.row, tile.rows);
    part.n = tile.rows;
    part.A += tile.row + tile.col * c.lda;
    next(part);
}

template <class T, Symmetry kSymmetry, class Next>
void for_each_part(const Syr2Arguments<T, kSymmetry>& c, const HostTile& tile, const Next& next) {
    if (tile.part == TilePart::whole) {
        using Update = RectangleUpdate<T, kSymmetry>;
        for_each_part(Update{c.n, c.n, c.alpha, c.x, c.incx, c.y, c.incy, c.A, c.lda}, tile, next);
        return for_each_part(
            Update{c.n, c.n, conjugated_by(kSymmetry, c.alpha), c.y, c.incy, c.x, c.incx, c.A, c.lda}, tile,
            next);
    }
    Syr2Arguments<T, kSymmetry> part = c;
    part.x = part_of(c.x, c.n, c.incx, tile.row, tile.rows);
    part.y = part_of(c.y, c.n, c.incy, tile.row, tile.rows);
    part.n = tile.rows;
    part.A += tile.row + tile.col * c.lda;
    next(part);
}

}  // namespace hg
