#pragma once

#include "blas/types.hpp"

namespace hg::dropin {

// BLAS's letters in either case, and CBLAS's numbers. What is none of them becomes a value that is_valid()
// refuses.

constexpr char upper(char letter) noexcept {
    return letter >= 'a' && letter <= 'z' ? static_cast<char>(letter - 'a' + 'A') : letter;
}
constexpr Op op_of(char letter) noexcept {
    return static_cast<Op>(upper(letter));
}

constexpr Op op_of(int number) noexcept {
    constexpr int kNone = 111, kTrans = 112, kConjTrans = 113;
    return number == kNone        ? Op::none
           : number == kTrans     ? Op::trans
           : number == kConjTrans ? Op::conj_trans
                                  : Op{};
}

constexpr bool is_valid(Op op) noexcept {
    return op == Op::none || op == Op::trans || op == Op::conj_trans;
}

}  // namespace hg::dropin
