#pragma once

#include "tools/peers/forms/spelling.hpp"

namespace hgctl {

constexpr int nvidia(hg::Op op) noexcept {
    return op == hg::Op::none ? 0 : op == hg::Op::trans ? 1 : 2;
}
constexpr int nvidia(hg::Side side) noexcept {
    return side == hg::Side::left ? 0 : 1;
}
constexpr int nvidia(hg::Uplo uplo) noexcept {
    return uplo == hg::Uplo::lower ? 0 : 1;
}
constexpr int nvidia(hg::Diag diag) noexcept {
    return diag == hg::Diag::non_unit ? 0 : 1;
}

/// NVIDIA's libraries: numbers by address, sizes of a type of each library's own.
template <class Size>
struct NvidiaSpelling {
    template <class Choice>
    static void add(ForeignCall& foreign, Choice choice) {
        foreign.add(nvidia(choice));
    }
    static void add(ForeignCall& foreign, const ListedSize& size) {
        foreign.add(static_cast<Size>(size.value));
    }
    static void add(ForeignCall& foreign, const ListedScalar& scalar) {
        with_number(scalar, [&](auto value) { foreign.add_address(value); });
    }
    static void add(ForeignCall& foreign, const ListedOperand& operand, void* address) {
        foreign.add(address);
        if (operand.has_stride()) foreign.add(static_cast<Size>(operand.stride));
    }
};

/// A call of cuBLAS or cuBLASXt.
template <class Size>
ForeignCall nvidia_blas_call(void* handle, const ListedCall& call, const std::vector<void*>& addresses) {
    ForeignCall foreign;
    foreign.add(handle);
    spell(NvidiaSpelling<Size>{}, call, addresses, foreign);
    // It has the product in a place of its own, which may be that of the factor.
    if (call.routine == "trmm") NvidiaSpelling<Size>::add(foreign, *call.operands().back(), addresses.back());
    return foreign;
}

}  // namespace hgctl
