#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "tools/workload/rule/guarded_matrix.hpp"
#include <hg/blas/types.hpp>

namespace hgctl {

/// How the caller sees an operand X: op(X) stands in the routine's formula.
struct OperandForm {
    std::string name;  ///< "a"
    hg::Layout layout = hg::Layout::col_major;
    hg::Op op = hg::Op::none;
    bool written = false;
    std::int64_t inc = 0;  ///< a vector's increment, which may be negative; 0: a matrix
};

/// An operand X of a problem, as the caller's layout stores it. A vector is a row-major matrix of one column,
/// the last element first if its increment is negative.
template <class T>
class BlasOperand {
  public:
    /// `outside` stands in all that is not of the operand.
    BlasOperand(OperandForm form, const StoredShape& shape, T outside)
        : form_(std::move(form)), now_(shape, {}, outside), before_(now_) {}

    [[nodiscard]] const OperandForm& form() const noexcept { return form_; }
    [[nodiscard]] std::int64_t ld() const { return now_.ld(); }
    [[nodiscard]] std::int64_t inc() const noexcept { return form_.inc; }
    [[nodiscard]] T* data() { return now_.data(); }
    [[nodiscard]] const T* data() const { return now_.data(); }
    /// op(X), and what it was before the call.
    [[nodiscard]] StoredMatrix<T> view() const { return seen(now_); }
    [[nodiscard]] StoredMatrix<T> before() const { return seen(before_); }

    /// Gives all elements that count random values.
    void fill(std::uint64_t seed) {
        now_.fill(seed);
        before_ = now_;
    }
    /// Gives element (i, j) of X a value.
    void set(std::int64_t i, std::int64_t j, T value) {
        const Place at = place(i, j);
        now_.at(at.along, at.line) = before_.at(at.along, at.line) = value;
    }
    [[nodiscard]] T get(std::int64_t i, std::int64_t j) const {
        return now_.at(place(i, j).along, place(i, j).line);
    }
    [[nodiscard]] T get_before(std::int64_t i, std::int64_t j) const {
        return before_.at(place(i, j).along, place(i, j).line);
    }
    /// Whether element (i, j) is in the part that counts.
    [[nodiscard]] bool counts(std::int64_t i, std::int64_t j) const {
        return holds(now_.part(), place(i, j).along, place(i, j).line);
    }
    void restore() { now_ = before_; }
    void keep() { before_ = now_; }
    /// With guards.
    [[nodiscard]] std::span<const std::byte> bytes() const { return now_.bytes(); }
    /// True if its diagonal is real where it has to be.
    [[nodiscard]] bool has_real_diagonal() const {
        if constexpr (kIsComplex<T>)
            for (std::int64_t i = 0; is_hermitian(now_.part()) && i < now_.view().cols; ++i)
                if (now_.at(i, i).imag() != 0) return false;
        return true;
    }
    /// What a call changed that it must not; empty if nothing.
    [[nodiscard]] std::string fault() const {
        const bool vector = form_.inc != 0;
        std::string letter = form_.name;
        if (!vector) letter.front() = static_cast<char>(letter.front() - 'a' + 'A');
        if (!form_.written) return now_.same_as(before_) ? "" : "wrote to " + letter;
        if (now_.same_outside(before_)) return {};
        if (vector) return "wrote beside the elements of " + letter;
        return "wrote outside the " + std::string(now_.part() == Part::all ? "m x n elements" : "triangle") +
               " of " + letter;
    }

  private:
    struct Place {
        std::int64_t along, line;
    };
    [[nodiscard]] Place place(std::int64_t i, std::int64_t j) const {
        if (form_.inc < 0) i = now_.view().cols - 1 - i;
        return by_rows() ? Place{j, i} : Place{i, j};
    }
    [[nodiscard]] bool by_rows() const { return form_.layout == hg::Layout::row_major; }
    [[nodiscard]] StoredMatrix<T> seen(const GuardedMatrix<T>& matrix) const {
        StoredMatrix<T> lines = matrix.view();
        if (form_.inc < 0 && lines.cols > 0) {
            lines.data += (lines.cols - 1) * lines.ld;
            lines.ld = form_.inc;
        }
        return (by_rows() ? lines.transpose() : lines).with(form_.op);
    }

    OperandForm form_;
    GuardedMatrix<T> now_, before_;
};

}  // namespace hgctl
