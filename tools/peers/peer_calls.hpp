#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/workload/vectors/vector_arguments.hpp"
#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hgctl {

/// A matrix of a call in host memory.
struct PeerMatrix {
    void* data = nullptr;
    std::int64_t bytes = 0;
    bool written = false;

    bool operator==(const PeerMatrix&) const = default;
};

// Calls of other libraries. All matrices are column-major without gaps, in host memory; `pinned` ones lie in
// memory that hg has pinned. `devices` is how many a library may use that can use several. matrices() lists
// what a call touches, place() gives the call other memory for it, in the same order.

/// C := alpha op(A) op(B) + beta C.
struct PeerGemm {
    hg::ElementType type = hg::ElementType::f64;
    hg::Op op_a = hg::Op::none;
    hg::Op op_b = hg::Op::none;
    std::int64_t m = 0, n = 0, k = 0;
    double alpha = 1;
    double beta = 0;
    const void* a = nullptr;
    const void* b = nullptr;
    void* c = nullptr;
    bool pinned = false;
    int devices = 1;

    [[nodiscard]] std::int64_t lda() const noexcept { return op_a == hg::Op::none ? m : k; }
    [[nodiscard]] std::int64_t ldb() const noexcept { return op_b == hg::Op::none ? k : n; }
    [[nodiscard]] std::int64_t bytes_a() const noexcept { return m * k * hg::size_of(type); }
    [[nodiscard]] std::int64_t bytes_b() const noexcept { return k * n * hg::size_of(type); }
    [[nodiscard]] std::int64_t bytes_c() const noexcept { return m * n * hg::size_of(type); }
    [[nodiscard]] std::vector<PeerMatrix> matrices() const;
    void place(const std::vector<void*>& memory);
};

/// A call of level 3 with alpha = 1 and diagonals that are used. It looks at those of its fields that the routine
/// has.
struct PeerLevel3 {
    enum class Routine { symm, hemm, syrk, herk, syr2k, her2k, trmm, trsm };
    struct Operand {
        void* data = nullptr;
        std::int64_t rows = 0;
        std::int64_t cols = 0;
        bool read = true;
    };

    Routine routine = Routine::symm;
    hg::ElementType type = hg::ElementType::f64;
    hg::Side side = hg::Side::left;
    hg::Uplo uplo = hg::Uplo::lower;
    hg::Op op = hg::Op::none;
    std::int64_t m = 0, n = 0, k = 0;
    double beta = 0;
    std::vector<Operand> operands{};  ///< whole, in the order of the call; the last one is written
    bool pinned = false;
    int devices = 1;

    [[nodiscard]] std::int64_t bytes(const Operand& x) const noexcept {
        return x.rows * x.cols * hg::size_of(type);
    }
    [[nodiscard]] std::vector<PeerMatrix> matrices() const;
    void place(const std::vector<void*>& memory);
};

/// "symm"
const char* name_of(PeerLevel3::Routine routine) noexcept;

/// A call of levels 1 and 2. Libraries on the CPU make it `chain` times one after the other, the others once.
struct PeerVectors : VectorArguments {
    struct Operand : PeerMatrix {
        bool read = true;
    };

    std::vector<Operand> operands{};  ///< matrix, vectors, result: those that the routine has
    int chain = 1;
    bool pinned = false;

    [[nodiscard]] std::vector<PeerMatrix> matrices() const { return {operands.begin(), operands.end()}; }
    void place(const std::vector<void*>& memory);
    [[nodiscard]] std::vector<void*> addresses() const;
};

/// A factorization in the place of A, or a solve with one. Fields that the routine does not have keep their defaults.
struct PeerFactorization {
    /// gesv also solves A X = B, with X in the place of B; getrs solves op(A) X = B with the factors of getrf.
    enum class Routine { getrf, getrs, gesv, potrf, geqrf };

    Routine routine = Routine::getrf;
    hg::ElementType type = hg::ElementType::f64;
    hg::Uplo uplo = hg::Uplo::lower;
    hg::Op op = hg::Op::none;
    std::int64_t m = 0, n = 0;  ///< A is m x n; m = n for getrs, gesv and potrf
    std::int64_t nrhs = 0;
    void* a = nullptr;
    void* b = nullptr;             ///< n x nrhs
    std::int64_t* ipiv = nullptr;  ///< min(m, n) interchanges of getrf, getrs and gesv, as LAPACK counts them
    void* tau = nullptr;           ///< min(m, n) factors of geqrf's reflectors, as LAPACK has them
    bool pinned = false;           ///< A and B

    /// A and ipiv are only read.
    [[nodiscard]] bool has_factors() const noexcept { return routine == Routine::getrs; }
    [[nodiscard]] std::int64_t steps() const noexcept { return std::min(m, n); }
    [[nodiscard]] std::int64_t bytes_a() const noexcept { return m * n * hg::size_of(type); }
    [[nodiscard]] std::int64_t bytes_b() const noexcept { return n * nrhs * hg::size_of(type); }
    [[nodiscard]] std::int64_t bytes_tau() const noexcept {
        return tau != nullptr ? steps() * hg::size_of(type) : 0;
    }
    [[nodiscard]] std::vector<PeerMatrix> matrices() const;
    void place(const std::vector<void*>& memory);
};

/// "getrf"
const char* name_of(PeerFactorization::Routine routine) noexcept;

}  // namespace hgctl
