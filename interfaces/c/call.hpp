#pragma once

#include <memory>

#include "blas/call/submitted_call.hpp"
#include "interfaces/c/guard.hpp"
#include <hg/blas/call.hpp>
#include <hg/hg.h>

struct hg_call {
    hg::Call call;
    int hidden = 0;  ///< arguments of the C++ function that have no counterpart
};

namespace hg::interfaces {

/// Hands out the handle of a call that `submit` returns; `arguments` are those of the C function. The handle
/// is null before anything can fail.
template <class Submit>
std::int64_t submitted(int hidden, int arguments, hg_call** call, const Submit& submit) noexcept {
    if (call == nullptr)
        return guarded(hidden, [&] {
            const ChecksOnly first;
            find_wrong_argument(submit);
            require_argument(false, "hg", hidden + arguments, "call", "must not be null");
        });
    *call = nullptr;
    return guarded(hidden, [&] {
        auto handle = std::make_unique<hg_call>();
        handle->hidden = hidden;
        handle->call = submit();
        *call = handle.release();
    });
}

}  // namespace hg::interfaces
