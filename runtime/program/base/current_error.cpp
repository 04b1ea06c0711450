#include "runtime/program/base/current_error.hpp"

#include <exception>
#include <memory>
#include <new>

namespace hg {
namespace {

/// An error that is created when the library is loaded and never destroyed, because calls may come until the
/// process ends. Copying it allocates nothing: its text is shared, and short enough for a string's own
/// buffer. If there is no memory when it is created, it has no text.
class SavedError {
  public:
    explicit SavedError(bool partially_written) noexcept {
        const ErrorContext context{.partially_written = partially_written};
        try {
            std::construct_at(&error_, ErrorCode::out_of_memory, "no host memory", context);
        } catch (const std::bad_alloc&) {
            std::construct_at(&error_, ErrorCode::out_of_memory, "", context);
        }
    }
    ~SavedError() {}  // NOLINT(modernize-use-equals-default): of a union's member, which stays
    SavedError(const SavedError&) = delete;
    SavedError& operator=(const SavedError&) = delete;

    [[nodiscard]] const Error& get() const noexcept { return error_; }

  private:
    union {
        Error error_;
    };
};

const SavedError no_memory(false);
const SavedError no_memory_and_partially_written(true);

Error described() {
    try {
        throw;
    } catch (const Error& error) {
        return error;
    } catch (const std::bad_alloc&) {
        return no_memory.get();
    } catch (const std::exception& error) {
        return Error(ErrorCode::internal, error.what());
    } catch (...) {
        return Error(ErrorCode::internal, "an exception was thrown that is not a std::exception");
    }
}

}  // namespace

Error no_host_memory(bool partially_written) noexcept {
    return partially_written ? no_memory_and_partially_written.get() : no_memory.get();
}

Error current_error() noexcept {
    try {
        return described();
    } catch (const std::exception&) {
        // There is no memory for the error itself.
        return no_memory.get();
    }
}

}  // namespace hg
