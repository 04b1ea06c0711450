#include "runtime/program/current_error.hpp"

#include <exception>
#include <memory>
#include <new>
#include <utility>

namespace hg {
namespace {

ErrorContext spoilt_context() {
    ErrorContext context;
    context.spoilt = true;
    return context;
}

// Copies of these take no memory: the words are shared, and short enough to stand inside a string. They are
// made while there is memory, and stay: calls may come until the process ends.
const Error& no_memory = *std::make_unique<const Error>(ErrorCode::out_of_memory, "no host memory").release();
const Error& no_memory_and_spoilt =
    *std::make_unique<const Error>(ErrorCode::out_of_memory, "no host memory", spoilt_context()).release();

Error described() {
    try {
        throw;
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return no_memory;
    } catch (const std::exception& error) {
        return Error(ErrorCode::internal, error.what());
    } catch (...) {
        return Error(ErrorCode::internal, "something was thrown that is no std::exception");
    }
}

}  // namespace

Error no_host_memory(bool spoilt) noexcept {
    return spoilt ? no_memory_and_spoilt : no_memory;
}

Error current_error() noexcept {
    try {
        return described();
    } catch (const std::exception&) {
        // There is no memory for the error itself.
        return no_memory;
    }
}

}  // namespace hg
