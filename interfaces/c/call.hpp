#pragma once

#include <memory>

#include "blas/call/submitted_call.hpp"
#include "interfaces/c/guard.hpp"
#include <hg/blas/call.hpp>
#include <hg/hg.h>

struct hg_call {
    hg::Call call;
    int hidden = 0;  ///< arguments of the C++ function that the C function does not have
};

namespace hg::interfaces {

/// Sets *call to the handle of the call that `submit` returns, or to null if anything fails. `arguments` is
/// the number of arguments of the C function.
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
