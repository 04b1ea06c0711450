#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace hg::kernels {

/// A step of a factorization with the pivots of Bunch and Kaufman: a block of D, and the interchange before
/// it.
struct LdlStep {
    std::int64_t column;     ///< the first one of the block
    std::int64_t order;      ///< 1 or 2
    std::int64_t row, with;  ///< the rows that were interchanged
};

/// steps := those that ipiv tells of, in the order of the factorization. Returns n or, if ipiv is of no
/// factorization, the position of the first element that is wrong: the steps end before it. Nothing is
/// allocated if there is capacity for n steps.
std::int64_t find_ldl_steps(bool upper, std::int64_t n, const std::int64_t* ipiv,
                            std::vector<LdlStep>& steps);

/// The factors of an indefinite matrix of order n as LAPACK stores them. Functions are made for float, double
/// and the complex numbers of both.
template <class T>
struct LdlFactors {
    bool hermitian, upper;
    std::int64_t n;
    const T* A;
    std::int64_t lda;

    /// L, which is n x n: its columns of steps[first] to steps[last - 1], below the diagonal (U: above it).
    /// LAPACK has each of them with its rows in the order of its own step: the interchanges of all later ones
    /// are due.
    void copy_columns(const std::vector<LdlStep>& steps, std::int64_t first, std::int64_t last,
                      T* L) const noexcept;
    /// B := D^-1 B for an n x nrhs matrix B
    void divide_by_blocks(const std::vector<LdlStep>& steps, std::int64_t nrhs, T* B,
                          std::int64_t ldb) const noexcept;
};

/// The memory that a solve with the factors of an indefinite matrix of order n needs.
template <class T>
struct LdlWorkspace {
    explicit LdlWorkspace(std::int64_t n)
        : L(std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(n * n))) {
        steps.reserve(static_cast<std::size_t>(n));
    }
    std::unique_ptr<T[]> L;  ///< n x n
    std::vector<LdlStep> steps{};
};

}  // namespace hg::kernels
