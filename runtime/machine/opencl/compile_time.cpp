#include "runtime/machine/opencl/compile_time.hpp"

#include <atomic>
#include <exception>

#include "runtime/machine/log.hpp"

namespace hg {
namespace {

constinit std::atomic<double> spent{0};
constinit std::atomic<double> seconds_compiled{0};  ///< seconds of all compilations
constinit std::atomic<int> in_progress{0};
constinit std::atomic<bool> is_told{false};
constinit std::atomic<CompilationWatch> watching{nullptr};

constexpr double kSeconds = 2;  ///< of compilations, before anything is said

}  // namespace

CompileTime::~CompileTime() {
    spent.fetch_add(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count());
}

double CompileTime::seconds() noexcept {
    return spent.load();
}

void watch_compilations(CompilationWatch watch) noexcept {
    watching.store(watch);
}

Compilation::Compilation(const std::string& kernel, const std::string& device, const std::string& folder)
    : what_("compiling " + kernel + " for " + device), folder_(folder) {
    log(LogLevel::info, what_);
    ++in_progress;
    if (const CompilationWatch watch = watching.load()) watch(what_.c_str());
    tell();
}

Compilation::~Compilation() {
    seconds_compiled.fetch_add(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count());
    tell();
    const CompilationWatch watch = watching.load();
    if (--in_progress == 0 && watch != nullptr) watch(nullptr);
}

void Compilation::tell() const noexcept {
    if (watching.load() != nullptr || seconds_compiled.load() < kSeconds || is_told.exchange(true)) return;
    try {
        tell_once(
            LogLevel::info,
            what_ + ", among others, takes seconds" +
                (folder_.empty() ? ", in every process: there is no folder to keep kernels in (HG_CACHE_DIR)"
                                 : "; later processes take the kernels from " + folder_));
    } catch (const std::exception&) {
        // There is no memory for the line.
    }
}

}  // namespace hg
