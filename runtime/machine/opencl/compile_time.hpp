#pragma once

#include <chrono>
#include <string>

namespace hg {

/// Measures the time of making one kernel, which is added when the object is destroyed.
class CompileTime {
  public:
    CompileTime() noexcept = default;
    ~CompileTime();
    CompileTime(const CompileTime&) = delete;
    CompileTime& operator=(const CompileTime&) = delete;

    /// Returns the time that this process has spent on preparing kernels, from source or from cache files.
    /// Thread-safe.
    [[nodiscard]] static double seconds() noexcept;

  private:
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

/// Called with a few words on a kernel when its compilation begins, and with null when no compilation is in
/// progress any more.
using CompilationWatch = void (*)(const char* what) noexcept;
/// Makes `watch` receive these calls, from several threads, instead of the line that Compilation writes.
void watch_compilations(CompilationWatch watch) noexcept;

/// The compilation of one kernel from source, which may take seconds. Once the compilations of this process
/// have taken two seconds in all, one line on standard error says so, and what becomes of the kernels:
/// somebody may be wondering what the first call is doing.
class Compilation {
  public:
    /// `kernel`, `device`: their names; `folder`: where the kernel will be kept, or empty.
    Compilation(const std::string& kernel, const std::string& device, const std::string& folder);
    ~Compilation();
    Compilation(const Compilation&) = delete;
    Compilation& operator=(const Compilation&) = delete;

  private:
    void tell() const noexcept;

    const std::string what_;
    const std::string folder_;
    const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace hg
