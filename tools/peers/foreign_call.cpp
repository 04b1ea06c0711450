#include "tools/peers/foreign_call.hpp"

#include <hg/runtime/program/error.hpp>

namespace hgctl {

ffi_type* ForeignCall::two_of(ffi_type* part) {
    static std::array<ffi_type*, 3> doubles{&ffi_type_double, &ffi_type_double, nullptr};
    static std::array<ffi_type*, 3> floats{&ffi_type_float, &ffi_type_float, nullptr};
    static ffi_type two_doubles{0, 0, FFI_TYPE_STRUCT, doubles.data()};
    static ffi_type two_floats{0, 0, FFI_TYPE_STRUCT, floats.data()};
    return part == &ffi_type_double ? &two_doubles : &two_floats;
}

void ForeignCall::prepare(ffi_type* result) {
    if (ffi_prep_cif(&interface_, FFI_DEFAULT_ABI, static_cast<unsigned>(types_.size()), result,
                     types_.data()) != FFI_OK)
        throw hg::Error(hg::ErrorCode::internal, "libffi knows no such call on this machine");
    prepared_ = true;
}

}  // namespace hgctl
