#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// A column-major product without its pointers: everything that its program depends on.
struct GemmProblem {
    ElementType type = ElementType::f64;         ///< element type of all matrices
    Op op_a = Op::none;                          ///< op(A)
    Op op_b = Op::none;                          ///< op(B)
    std::int64_t m = 0;                          ///< rows of op(A) and C
    std::int64_t n = 0;                          ///< columns of op(B) and C
    std::int64_t k = 0;                          ///< columns of op(A), rows of op(B)
    bool product = true;                         ///< false if alpha = 0 or k = 0: only C := beta C
    bool reads_c = true;                         ///< false if beta = 0
    Arithmetic arithmetic = Arithmetic::native;  ///< arithmetic of its products
    bool pinned = false;                         ///< all matrices are in pinned memory, so nothing is staged
    /// The stored triangle of A, if A is symmetric. op_a is then none.
    std::optional<Uplo> symmetric_a{};
    /// The same for B. A and B are not both symmetric.
    std::optional<Uplo> symmetric_b{};
    bool hermitian = false;  ///< matrices described as symmetric are hermitian instead
    std::int64_t block = 0;  ///< block size in elements; 0: chosen from sizes, devices and memory

    /// Problems with equal keys have equal programs on one target.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
