#pragma once

#include <dlfcn.h>

#include <string>

namespace hgctl {

/// A shared library that may not be installed. It stays loaded: its threads and caches outlive any handle.
class SharedLibrary {
  public:
    explicit SharedLibrary(const char* file) : handle_(dlopen(file, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
        if (handle_ == nullptr) reason_ = dlerror();
    }

    [[nodiscard]] bool loaded() const noexcept { return handle_ != nullptr; }
    /// Why it is not loaded.
    [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

    /// The function called `name`; null where there is none.
    template <class Function>
    Function* function(const char* name) const {
        return handle_ == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(handle_, name));
    }

  private:
    void* handle_;
    std::string reason_;
};

}  // namespace hgctl
