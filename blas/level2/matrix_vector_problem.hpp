#pragma once

#include <string>
#include <string_view>

#include "blas/level1/vector_problem.hpp"
#include "blas/tiles/host_vector.hpp"
#include <hg/blas/types.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// A call of level 2 as its program sees it.
struct MatrixVectorProblem {
    std::string_view routine;  ///< its name, such as "gemv"
    ElementType type = ElementType::f64;
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
    std::int64_t m = 0, n = 0;  ///< rows and columns of A as stored
    VectorForm x{};
    VectorForm y{};
    bool product = true;      ///< false: y := beta y
    bool reads_y = false;     ///< beta is not 0
    bool conjugated = false;  ///< A is the conjugate of the stored matrix
    bool pinned = false;      ///< unused: transfers alone determine the time of a call

    [[nodiscard]] std::string key() const;
};

/// Returns the problem of a call's arguments.
template <class Arguments>
MatrixVectorProblem matrix_vector_problem(const Arguments& call) noexcept {
    using T = typename Arguments::Element;
    ListedVectors vectors;
    list_arguments(call, vectors);
    MatrixVectorProblem problem{.routine = Arguments::kName,
                                .type = element_type_of<T>(),
                                .m = call.n,
                                .n = call.n,
                                .x = vectors.forms[0],
                                .y = vectors.forms[vectors.count - 1]};
    if constexpr (requires { call.uplo; }) problem.uplo = call.uplo;
    if constexpr (requires { call.op; }) problem.op = call.op;
    if constexpr (requires { call.diag; }) problem.diag = call.diag;
    if constexpr (requires { call.m; }) problem.m = call.m;
    if constexpr (requires { call.alpha; }) problem.product = call.alpha != T{0};
    if constexpr (requires { call.beta; }) problem.reads_y = call.beta != T{0};
    return problem;
}

/// Builds the program for all devices, with kernels that the database chooses: gemv, trmv and trsv by rows of
/// tiles, the others by columns. Vectors remain in registers; tiles of A are streamed through. Its
/// parameters: A, x, y; alpha and beta; conj_alpha for her2; `sums`, which devices exchange in symv and hemv.
/// Throws Error{out_of_memory} if the vectors and some tiles do not fit a device.
Program matrix_vector_program(const MatrixVectorProblem& problem, const Target& target,
                              const kernels::Database& database);

}  // namespace hg
