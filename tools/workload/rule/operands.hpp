#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "blas/call/argument_list.hpp"
#include "blas/level3/symmetric/symmetry.hpp"
#include "tools/workload/rule/factor.hpp"

namespace hgctl {

/// The operands of a call by name, as formulas have them: without layout, leading dimension and increment. A
/// vector is a matrix of one column. The part of a matrix that counts is known, and what counts as zero, as
/// ones, or as a mirror image.
template <class T>
class Operands {
  public:
    struct Operand {
        std::string_view name;
        Factor<T> matrix;
        bool written = false;
    };

    /// The operand of this name, which the call has.
    [[nodiscard]] const Factor<T>& operator()(std::string_view name) const { return find(name)->matrix; }
    /// The operand that the call writes; the first one of several.
    [[nodiscard]] const Factor<T>& output() const {
        return std::ranges::find(list_, true, &Operand::written)->matrix;
    }
    void add(const Operand& operand) { list_.push_back(operand); }
    /// Takes the elements from elsewhere: what they were before the call, in a copy, or from the seed that
    /// they follow from.
    void replace(std::string_view name, const Factor<T>& matrix) {
        list_[static_cast<std::size_t>(find(name) - list_.begin())].matrix = matrix;
    }
    [[nodiscard]] auto begin() const noexcept { return list_.begin(); }
    [[nodiscard]] auto end() const noexcept { return list_.end(); }

  private:
    [[nodiscard]] auto find(std::string_view name) const {
        return std::ranges::find(list_, name, &Operand::name);
    }
    std::vector<Operand> list_;
};

/// True if a matrix with a triangle that counts is hermitian, not symmetric. Those of LAPACK are.
template <class Call>
inline constexpr bool kIsHermitian = true;
template <template <class, hg::Symmetry> class Call, class T, hg::Symmetry kSymmetry>
inline constexpr bool kIsHermitian<Call<T, kSymmetry>> = kSymmetry == hg::Symmetry::hermitian;

/// True if C is the product of any two matrices, which has no mirror images.
template <class Call>
inline constexpr bool kMultipliesTwo = requires(const Call& c) {
    c.op_a, c.op_b;
};

/// What a routine's arguments say of the parts of its matrices that count, collected as they are listed.
class ListedParts {
  public:
    /// Matrices of which one triangle counts are triangular, or if no diagonal is listed hermitian or
    /// symmetric.
    ListedParts(bool is_triangular, bool is_hermitian)
        : is_triangular_(is_triangular), is_hermitian_(is_hermitian) {}

    void note(hg::Uplo value) { uplo_ = value; }
    void note(hg::Diag value) {
        diag_ = value;
        is_triangular_ = true;
    }
    [[nodiscard]] Part part_of(const hg::Shape& shape) const {
        if (shape.part == hg::TilePart::whole) return Part::all;
        if (is_triangular_) return triangle(uplo_, diag_);
        return is_hermitian_ ? hermitian(uplo_) : symmetric(uplo_);
    }

  private:
    hg::Uplo uplo_ = hg::Uplo::lower;
    hg::Diag diag_ = hg::Diag::non_unit;
    bool is_triangular_;
    bool is_hermitian_;
};

template <class Call>
ListedParts listed_parts() {
    return {kMultipliesTwo<Call>, kIsHermitian<Call>};
}

/// Collects the operands that a routine's arguments list.
template <class T>
class ListedOperands : public hg::ArgumentList<ListedOperands<T>> {
  public:
    ListedOperands(hg::Layout layout, ListedParts parts) : layout_(layout), parts_(parts) {}

    void uplo(hg::Uplo value) { parts_.note(value); }
    void diag(hg::Diag value) { parts_.note(value); }
    template <class Data>
    void matrix(std::string_view name, Data* data, std::int64_t ld, const hg::Shape& shape,
                bool /*used*/ = true) {
        if constexpr (kCounts<Data>) {
            const StoredMatrix<T> stored{data, shape.rows, shape.cols, ld, parts_.part_of(shape)};
            operands.add(
                {name, layout_ == hg::Layout::col_major ? stored : by_rows(stored), !std::is_const_v<Data>});
        }
    }
    template <class Data>
    void vector(std::string_view name, Data* data, std::int64_t count, bool used = true) {
        vector(name, data, hg::Strided{count, 1}, used);
    }
    template <class Data>
    void vector(std::string_view name, Data* data, const hg::Strided& x, bool /*used*/ = true) {
        if constexpr (kCounts<Data>) {
            const std::int64_t first = x.increment < 0 && x.count > 0 ? (1 - x.count) * x.increment : 0;
            const StoredMatrix<T> row{data + first, 1, x.count, x.increment};
            operands.add({name, row.transpose(), !std::is_const_v<Data>});
        }
    }
    template <class Data>
    void result(std::string_view name, Data* number) {
        vector(name, number, 1);
    }

    Operands<T> operands{};

  private:
    /// Pivots and results of another type are no operands of formulas.
    template <class Data>
    static constexpr bool kCounts = std::is_same_v<std::remove_const_t<Data>, T>;

    /// A row-major matrix is the transpose of a column-major one.
    static StoredMatrix<T> by_rows(StoredMatrix<T> stored) {
        std::swap(stored.rows, stored.cols);
        stored.part = transpose(stored.part);
        return stored.transpose();
    }

    hg::Layout layout_;
    ListedParts parts_;
};

/// The operands of a call, in the memory that its arguments point to.
template <class Call>
Operands<typename Call::Element> operands_of(hg::Layout layout, const Call& call) {
    ListedOperands<typename Call::Element> list(layout, listed_parts<Call>());
    hg::list_arguments(call, list);
    return list.operands;
}

}  // namespace hgctl
