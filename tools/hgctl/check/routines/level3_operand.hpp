#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "tools/hgctl/check/guarded_matrix.hpp"
#include <hg/blas/types.hpp>

namespace hgctl {

/// How the caller sees an operand X: op(X) stands in the routine's formula.
struct OperandForm {
    std::string name;  ///< "a"
    hg::Layout layout = hg::Layout::col_major;
    hg::Op op = hg::Op::none;
    bool written = false;
};

/// An operand X of a problem, as the caller's layout stores it.
template <class T>
class Level3Operand {
  public:
    /// `outside` stands in all that is not of the operand.
    Level3Operand(OperandForm form, const StoredShape& shape, T outside)
        : form_(std::move(form)), now_(shape, {}, outside), before_(now_) {}

    [[nodiscard]] const OperandForm& form() const noexcept { return form_; }
    [[nodiscard]] std::int64_t ld() const { return now_.ld(); }
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
        if (by_rows()) std::swap(i, j);
        now_.at(i, j) = before_.at(i, j) = value;
    }
    /// What a call changed that it must not; empty if nothing.
    [[nodiscard]] std::string fault() const {
        const std::string letter(1, static_cast<char>(form_.name.front() - 'a' + 'A'));
        if (!form_.written) return now_.same_as(before_) ? "" : "wrote to " + letter;
        if (now_.same_outside(before_)) return {};
        return "wrote outside the " + std::string(now_.part() == Part::all ? "m x n elements" : "triangle") +
               " of " + letter;
    }

  private:
    [[nodiscard]] bool by_rows() const { return form_.layout == hg::Layout::row_major; }
    [[nodiscard]] StoredMatrix<T> seen(const GuardedMatrix<T>& matrix) const {
        return by_rows() != (form_.op != hg::Op::none) ? matrix.view().transpose() : matrix.view();
    }

    OperandForm form_;
    GuardedMatrix<T> now_, before_;
};

}  // namespace hgctl
