#include "interfaces/c/guard.hpp"

#include <algorithm>
#include <new>
#include <string>

#include <hg/hg.h>

namespace hg::interfaces {

ErrorWords& last_error() noexcept {
    thread_local constinit ErrorWords words;
    return words;
}

namespace {

/// Returns whether the C function has argument `number` of the C++ function. 0 means no argument.
bool is_argument(int number, int hidden) noexcept {
    return number > std::max(hidden, 0);
}

/// Returns the error's message with the argument's number in the C function.
std::string words_of(const Error& error, int hidden) {
    const auto counted = [](int number) { return "argument " + std::to_string(number) + " "; };
    const int number = error.context().argument;
    std::string words = error.what();
    const std::string as_cpp_counts = counted(number);
    if (const auto at = words.find(as_cpp_counts); is_argument(number, hidden) && at != std::string::npos)
        words.replace(at, as_cpp_counts.size(), counted(number - hidden));
    return words;
}

void keep_words(const Error& error, int hidden) noexcept {
    try {
        last_error().keep(words_of(error, hidden).c_str());
    } catch (const std::exception&) {
        last_error().keep(error.what());  // no memory for another text
    }
}

}  // namespace

std::int64_t info_of(const Error& error, int hidden) noexcept {
    keep_words(error, hidden);
    switch (error.code()) {
        case ErrorCode::invalid_argument:
            return is_argument(error.context().argument, hidden) ? hidden - error.context().argument
                                                                 : HG_FAILED;
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
