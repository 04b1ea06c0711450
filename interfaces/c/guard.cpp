#include "interfaces/c/guard.hpp"

#include <new>

#include <hg/hg.h>

namespace hg::interfaces {

ErrorWords& last_error() noexcept {
    thread_local constinit ErrorWords words;
    return words;
}

std::int64_t info_of(const Error& error, int hidden) noexcept {
    last_error().keep(error.what());
    switch (error.code()) {
        case ErrorCode::invalid_argument:
            return error.context().argument > hidden ? hidden - error.context().argument : HG_FAILED;
        case ErrorCode::out_of_memory:
            return HG_OUT_OF_MEMORY;
        case ErrorCode::build_failed:
            return HG_BUILD_FAILED;
        case ErrorCode::device_failed:
            return HG_DEVICE_FAILED;
        case ErrorCode::device_lost:
            return HG_DEVICE_LOST;
        case ErrorCode::invalid_program:
        case ErrorCode::io:
        case ErrorCode::internal:
            break;
    }
    return HG_FAILED;
}

std::int64_t info_of(const std::exception& error) noexcept {
    last_error().keep(error.what());
    return dynamic_cast<const std::bad_alloc*>(&error) != nullptr ? HG_OUT_OF_MEMORY : HG_FAILED;
}

}  // namespace hg::interfaces
