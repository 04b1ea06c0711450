#pragma once

#include <memory>

#include "interfaces/c/guard.hpp"
#include <hg/blas/call.hpp>
#include <hg/hg.h>

struct hg_call {
    hg::Call call;
    int hidden = 0;  ///< arguments of the C++ function that have no counterpart
};

namespace hg::interfaces {

/// Hands out the handle of a call that `submit` returns; `arguments` are those of the C function.
template <class Submit>
std::int64_t submitted(int hidden, int arguments, hg_call** call, const Submit& submit) noexcept {
    return guarded(0, [&] {
        require_argument(call != nullptr, "hg", arguments, "call", "must not be null");
        *call = nullptr;  // NOLINT(clang-analyzer-core.NullDereference): require_argument() threw for null
        return guarded(hidden, [&] {
            auto handle = std::make_unique<hg_call>();
            handle->hidden = hidden;
            handle->call = submit();
            *call = handle.release();
            return 0;
        });
    });
}

}  // namespace hg::interfaces
