#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

/// A column-major product without its pointers: what its program depends on.
struct GemmProblem {
    ElementType type = ElementType::f64;
    Op op_a = Op::none;
    Op op_b = Op::none;
    std::int64_t m = 0;
    std::int64_t n = 0;
    std::int64_t k = 0;
    bool product = true;  ///< false for alpha = 0 or k = 0: only C := beta C
    bool reads_c = true;  ///< false for beta = 0
    bool pinned = false;  ///< all matrices lie in pinned memory: nothing is staged
    /// The triangle that is stored, if op(A) is a symmetric matrix or op(B) is one; then that op is none.
    std::optional<Uplo> symmetric_a{};
    std::optional<Uplo> symmetric_b{};
    std::int64_t block = 0;  ///< block size in elements; 0: chosen from sizes, devices and memory

    /// Problems with equal keys have equal programs on one target.
    [[nodiscard]] std::string key() const;
};

}  // namespace hg
