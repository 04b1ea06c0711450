#pragma once

#include <cstdint>
#include <type_traits>

namespace hg::interfaces {

/// Makes a call. Returns its info, or 0 if it returns nothing.
template <class Call>
std::int64_t returned_info(const Call& call) {
    if constexpr (std::is_void_v<std::invoke_result_t<const Call&>>) {
        call();
        return 0;
    } else {
        return call();
    }
}

}  // namespace hg::interfaces
