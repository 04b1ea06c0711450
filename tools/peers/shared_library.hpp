#pragma once

#include <dlfcn.h>

#include <string>
#include <vector>

namespace hgctl {

/// A shared library that may not be installed. It stays loaded: its threads and caches outlive any handle.
class SharedLibrary {
  public:
    explicit SharedLibrary(const std::string& file)
        : handle_(dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE)) {
        if (handle_ == nullptr) reason_ = dlerror();
    }
    /// The first of several files that there is; the reason is the first one's.
    static SharedLibrary first_of(const std::vector<std::string>& files) {
        SharedLibrary first(files.front());
        for (std::size_t i = 1; i < files.size() && !first.loaded(); ++i)
            if (SharedLibrary other(files[i]); other.loaded()) return other;
        return first;
    }

    [[nodiscard]] bool loaded() const noexcept { return handle_ != nullptr; }
    /// Why it is not loaded.
    [[nodiscard]] const std::string& reason() const noexcept { return reason_; }

    /// The function called `name`; null if there is none.
    template <class Function>
    Function* function(const std::string& name) const {
        return handle_ == nullptr ? nullptr : reinterpret_cast<Function*>(dlsym(handle_, name.c_str()));
    }
    /// The path of the file that holds the function called `name`; empty if there is none.
    [[nodiscard]] std::string path_of(const char* name) const {
        Dl_info found{};
        void* address = handle_ == nullptr ? nullptr : dlsym(handle_, name);
        if (address == nullptr || dladdr(address, &found) == 0) return {};
        return found.dli_fname;
    }

  private:
    void* handle_;
    std::string reason_;
};

}  // namespace hgctl
