#pragma once

#include "tools/peers/forms/spelling.hpp"

namespace hgctl {

template <class Choice>
constexpr int nvidia(Choice choice) noexcept {
    return std::is_same_v<Choice, hg::Uplo> ? 1 - place_of(choice) : place_of(choice);
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
