#include "runtime/files/host_library.hpp"

#include <dlfcn.h>

#include <cerrno>
#include <cstddef>
#include <cstring>
#include <filesystem>
#include <memory>
#include <mutex>
#include <system_error>
#include <type_traits>
#include <utility>

#include "runtime/files/trusted_path.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

// In C, the structures are { void*; int64_t, int64_t, int64_t } and { double, double }.
static_assert(std::is_standard_layout_v<HostOperand> && std::is_standard_layout_v<ScalarValue>);
static_assert(offsetof(HostOperand, rows) == sizeof(void*) && sizeof(HostOperand) == sizeof(void*) + 24);
static_assert(offsetof(ScalarValue, imag) == sizeof(double) && sizeof(ScalarValue) == 2 * sizeof(double));

/// The reason why hg must not load a library; empty if it may.
std::string doubts(const std::string& file) {
    try {
        return open_trusted(file) ? "" : file + ": cannot open shared object file: " + std::strerror(ENOENT);
    } catch (const Error& error) {
        return error.message();
    }
}

/// A function of a shared object, which is loaded at the first call.
class LoadedFunction {
  public:
    LoadedFunction(std::string file, std::string entry) : file_(std::move(file)), entry_(std::move(entry)) {}

    void operator()(const HostCall& call) { function()(call.operands.data(), call.scalars.data()); }

  private:
    HostFunction* function() {
        const std::scoped_lock lock(mutex_);
        if (function_ == nullptr) {
            if (library_ == nullptr) load();
            function_ = reinterpret_cast<HostFunction*>(dlsym(library_.get(), entry_.c_str()));
            if (function_ == nullptr) fail();
        }
        return function_;
    }

    void load() {
        if (const std::string why = doubts(file_); !why.empty()) refuse(why);
        // By its path: nobody else can change the file meanwhile, and it finds other libraries in its own
        // folder.
        library_.reset(dlopen(file_.c_str(), RTLD_NOW | RTLD_LOCAL));
        if (library_ == nullptr) fail();
    }

    [[noreturn]] void fail() const {
        const char* reason = dlerror();
        refuse(reason == nullptr ? file_ + " defines it as null" : reason);
    }

    [[noreturn]] void refuse(const std::string& why) const {
        throw Error(ErrorCode::io, "the host implementation " + entry_ + " can't be loaded: " + why);
    }

    struct Close {
        void operator()(void* library) const noexcept { dlclose(library); }
    };

    std::string file_;
    std::string entry_;
    std::mutex mutex_;
    std::unique_ptr<void, Close> library_;
    HostFunction* function_ = nullptr;
};

}  // namespace

std::function<std::function<void(const HostCall&)>(const std::string& library, const std::string& entry)>
host_library_loader(std::string folder) {
    return [folder = std::filesystem::path(std::move(folder))](const std::string& library,
                                                               const std::string& entry) {
        // The path must contain a folder, because the system searches for bare names elsewhere.
        std::error_code fault;
        const std::filesystem::path file = std::filesystem::absolute(folder / library, fault);
        if (fault) throw Error(ErrorCode::io, library + ": " + fault.message());
        const auto function = std::make_shared<LoadedFunction>(file.string(), entry);
        return [function](const HostCall& call) { (*function)(call); };
    };
}

}  // namespace hg
