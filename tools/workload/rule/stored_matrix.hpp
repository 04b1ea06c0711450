#pragma once

#include <cstdint>
#include <utility>

#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/rule/wide.hpp"
#include <hg/blas/types.hpp>

namespace hgctl {

/// The part of a stored matrix that counts. What is outside of it counts as zero, or as its mirror image if
/// the matrix is symmetric, or as the conjugate of that if it is hermitian. A unit diagonal counts as ones,
/// and a hermitian one as real.
enum class Part {
    all,
    lower,
    upper,
    unit_lower,
    unit_upper,
    symmetric_lower,
    symmetric_upper,
    hermitian_lower,
    hermitian_upper
};

constexpr bool is_unit(Part part) noexcept {
    return part == Part::unit_lower || part == Part::unit_upper;
}
constexpr bool is_hermitian(Part part) noexcept {
    return part == Part::hermitian_lower || part == Part::hermitian_upper;
}
/// True if elements have mirror images.
constexpr bool is_symmetric(Part part) noexcept {
    return part == Part::symmetric_lower || part == Part::symmetric_upper || is_hermitian(part);
}
constexpr bool is_upper(Part part) noexcept {
    return part == Part::upper || part == Part::unit_upper || part == Part::symmetric_upper ||
           part == Part::hermitian_upper;
}
/// True if a routine may read the stored element (i, j).
constexpr bool holds(Part part, std::int64_t i, std::int64_t j) noexcept {
    if (part == Part::all) return true;
    if (i == j) return !is_unit(part);
    return is_upper(part) == (i < j);
}
/// The same part of the transpose.
constexpr Part transpose(Part part) noexcept {
    constexpr Part kTransposed[] = {Part::all,
                                    Part::upper,
                                    Part::lower,
                                    Part::unit_upper,
                                    Part::unit_lower,
                                    Part::symmetric_upper,
                                    Part::symmetric_lower,
                                    Part::hermitian_upper,
                                    Part::hermitian_lower};
    return kTransposed[static_cast<int>(part)];
}

/// The part of a triangular, a symmetric or a hermitian matrix that BLAS's letters name.
constexpr Part triangle(hg::Uplo uplo, hg::Diag diag = hg::Diag::non_unit) noexcept {
    const bool lower = uplo == hg::Uplo::lower;
    if (diag == hg::Diag::unit) return lower ? Part::unit_lower : Part::unit_upper;
    return lower ? Part::lower : Part::upper;
}
constexpr Part symmetric(hg::Uplo uplo) noexcept {
    return uplo == hg::Uplo::lower ? Part::symmetric_lower : Part::symmetric_upper;
}
constexpr Part hermitian(hg::Uplo uplo) noexcept {
    return uplo == hg::Uplo::lower ? Part::hermitian_lower : Part::hermitian_upper;
}

/// A column-major matrix X, X^T or X^H, rows x cols. Its elements stand in memory, or follow from a seed.
template <class T, class Data = const T*>
struct StoredMatrix {
    Data data{};
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t ld = 0;
    Part part = Part::all;    ///< of the matrix as it is stored
    bool transposed = false;  ///< element (i, j) is stored at (j, i)
    bool conjugated = false;  ///< its conjugate is

    [[nodiscard]] T operator()(std::int64_t i, std::int64_t j) const noexcept {
        if (transposed) std::swap(i, j);
        const bool image = !holds(part, i, j);
        if (image) {
            if (!is_symmetric(part)) return i == j ? T{1} : T{0};
            std::swap(i, j);
        }
        const T stored = data[i + j * ld];
        if constexpr (!kIsComplex<T>) return stored;
        if (i == j && is_hermitian(part)) return std::real(stored);
        return (image && is_hermitian(part)) != conjugated ? conjugate_of(stored) : stored;
    }
    [[nodiscard]] StoredMatrix transpose() const noexcept {
        return {data, cols, rows, ld, part, !transposed, conjugated};
    }
    [[nodiscard]] StoredMatrix adjoint() const noexcept {
        return {data, cols, rows, ld, part, !transposed, !conjugated};
    }
    /// The same with another part that counts.
    [[nodiscard]] StoredMatrix as(Part counting) const noexcept {
        return {data,       rows,      cols, ld, transposed ? hgctl::transpose(counting) : counting,
                transposed, conjugated};
    }
    /// The first rows and columns.
    [[nodiscard]] StoredMatrix leading(std::int64_t first_rows, std::int64_t first_cols) const noexcept {
        return {data, first_rows, first_cols, ld, part, transposed, conjugated};
    }
    [[nodiscard]] StoredMatrix column(std::int64_t j) const noexcept {
        return {data + (transposed ? j : j * ld), rows, 1, ld, Part::all, transposed, conjugated};
    }
    [[nodiscard]] StoredMatrix with(hg::Op op) const noexcept {
        if (op == hg::Op::none) return *this;
        return op == hg::Op::trans ? transpose() : adjoint();
    }
};

/// Random elements of a matrix with columns `ld` apart, those of its diagonal larger by `shift`.
template <class T>
struct MatrixElements {
    RandomElements<T> random;
    std::int64_t ld = 1;
    T shift{};

    [[nodiscard]] T operator[](std::int64_t at) const noexcept {
        const bool diagonal = shift != T{0} && at % (ld + 1) == 0 && at < ld * (ld + 1);
        return diagonal ? random[at] + shift : random[at];
    }
};

/// A matrix whose elements follow from a seed: it need not be kept to be compared with.
template <class T>
using SeededMatrix = StoredMatrix<T, MatrixElements<T>>;

}  // namespace hgctl
