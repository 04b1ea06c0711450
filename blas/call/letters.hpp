#pragma once

#include <hg/blas/types.hpp>
#include <hg/runtime/program/element.hpp>

namespace hg {

// Conversions of op, side, uplo and diag from C and Fortran: BLAS's letters, in either case, and CBLAS's
// numbers. Any other value becomes one that is_valid() and the checks of arguments refuse.

constexpr char upper(char letter) noexcept {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}
constexpr Op op_of(char letter) noexcept {
    return static_cast<Op>(upper(letter));
}
constexpr Side side_of(char letter) noexcept {
    return static_cast<Side>(upper(letter));
}
constexpr Uplo uplo_of(char letter) noexcept {
    return static_cast<Uplo>(upper(letter));
}
constexpr Diag diag_of(char letter) noexcept {
    return static_cast<Diag>(upper(letter));
}

inline constexpr int kRowMajor = 101;
inline constexpr int kColMajor = 102;

constexpr Op op_of(int number) noexcept {
    return number == 111 ? Op::none : number == 112 ? Op::trans : number == 113 ? Op::conj_trans : Op{};
}
constexpr Uplo uplo_of(int number) noexcept {
    return number == 121 ? Uplo::upper : number == 122 ? Uplo::lower : Uplo{};
}
constexpr Diag diag_of(int number) noexcept {
    return number == 131 ? Diag::non_unit : number == 132 ? Diag::unit : Diag{};
}
constexpr Side side_of(int number) noexcept {
    return number == 141 ? Side::left : number == 142 ? Side::right : Side{};
}

constexpr bool is_valid(Op op) noexcept {
    return op == Op::none || op == Op::trans || op == Op::conj_trans;
}
constexpr bool is_valid(Side side) noexcept {
    return side == Side::left || side == Side::right;
}
constexpr bool is_valid(Uplo uplo) noexcept {
    return uplo == Uplo::lower || uplo == Uplo::upper;
}
constexpr bool is_valid(Diag diag) noexcept {
    return diag == Diag::non_unit || diag == Diag::unit;
}

/// Returns the side or triangle in the transposed matrix. Invalid values are unchanged.
constexpr Side transposed(Side side) noexcept {
    return !is_valid(side) ? side : side == Side::left ? Side::right : Side::left;
}
constexpr Uplo transposed(Uplo uplo) noexcept {
    return !is_valid(uplo) ? uplo : uplo == Uplo::lower ? Uplo::upper : Uplo::lower;
}
/// Returns the transposed operation for real matrices, for which X^H is X^T.
constexpr Op transposed(Op op) noexcept {
    return !is_valid(op) ? op : op == Op::none ? Op::trans : Op::none;
}

/// Returns whether op(X) contains conjugates of X's elements; false for real elements.
constexpr bool conjugates(Op op, ElementType type) noexcept {
    return op == Op::conj_trans && is_complex(type);
}

/// Returns the letter of op in the keys of problems.
constexpr char op_letter(Op op, ElementType type) noexcept {
    if (op == Op::conj_trans && !conjugates(op, type)) return static_cast<char>(Op::trans);
    return static_cast<char>(op);
}

/// Returns the letter of an Op, Side, Uplo or Diag.
template <class Choice>
constexpr char letter_of(Choice choice) noexcept {
    return static_cast<char>(choice);
}

}  // namespace hg
