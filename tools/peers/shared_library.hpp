#pragma once

#include <dlfcn.h>

#include <string>
#include <vector>

#include <hg/runtime/program/error.hpp>

namespace hgctl {

/// Throws hg::Error{device_failed}: a library is not here, or does not do what it is asked for.
[[noreturn]] inline void fail(const std::string& why) {
    throw hg::Error(hg::ErrorCode::device_failed, why);
}

/// The address of a function, for a pointer of its type.
class Symbol {
  public:
    explicit Symbol(void* address) : address_(address) {}

    // Not explicit: the pointer that takes it says the type.
    // NOLINTBEGIN(google-explicit-constructor)
    template <class Function>
    operator Function*() const noexcept {
        return reinterpret_cast<Function*>(address_);
    }
    // NOLINTEND(google-explicit-constructor)

  private:
    void* address_;
};

/// A shared library. It stays loaded: its threads and caches outlive any handle.
class SharedLibrary {
  public:
    /// The first of these files that there is. Throws hg::Error{device_failed} with the reason for the first
    /// one if there is none.
    explicit SharedLibrary(const std::vector<std::string>& files) {
        std::string reason;
        for (const std::string& file : files) {
            file_ = file;
            handle_ = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
            if (handle_ != nullptr) return;
            if (reason.empty()) reason = dlerror();
        }
        fail(reason);
    }
    explicit SharedLibrary(const std::string& file) : SharedLibrary(std::vector<std::string>{file}) {}

    [[nodiscard]] const std::string& file() const noexcept { return file_; }
    /// The function called `name`; null if there is none.
    [[nodiscard]] Symbol find(const std::string& name) const { return Symbol(dlsym(handle_, name.c_str())); }
    /// The same. Throws hg::Error{device_failed} if there is none.
    [[nodiscard]] Symbol need(const std::string& name) const {
        void* const address = dlsym(handle_, name.c_str());
        if (address == nullptr) fail(file_ + " lacks " + name);
        return Symbol(address);
    }
    /// The path of the file that holds the function called `name`.
    [[nodiscard]] std::string path_of(const std::string& name) const {
        const void* const address = need(name);
        Dl_info found{};
        return dladdr(address, &found) != 0 ? found.dli_fname : "";
    }

  private:
    void* handle_ = nullptr;
    std::string file_;
};

}  // namespace hgctl
