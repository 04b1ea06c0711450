#include "interfaces/dropin/trial.hpp"

#include <dlfcn.h>

#include <new>
#include <string>

#include "interfaces/dropin/settings.hpp"

namespace hg::dropin {
namespace {

/// The innermost trial that is running in this thread.
thread_local constinit Trial* innermost = nullptr;

}  // namespace

Trial::Trial(const char* name) noexcept : name_(name), outer_(innermost) {
    for (Trial* trial = outer_; trial != nullptr && before_ == nullptr; trial = trial->outer_)
        if (trial->name_ == name) before_ = trial;
    if (before_ != nullptr) before_->held_ = false;
    innermost = this;
}

Trial::~Trial() {
    innermost = outer_;
}

void Trial::warn(const char* name, const void* next) noexcept {
    Dl_info info{};
    const bool known = dladdr(next, &info) != 0 && info.dli_fname != nullptr;
    try {
        warn_once(Warning::came_back,
                  ("the CPU's " + std::string(name) + " in " + (known ? info.dli_fname : "another library") +
                   " calls libhgblas.so again; such calls compute nothing, and their results are "
                   "NaN. Set HG_CPU_BLAS to the BLAS to use, for example "
                   "libopenblas.so.0")
                      .c_str());
    } catch (const std::bad_alloc&) {
        warn_once(Warning::came_back, "the CPU's BLAS calls libhgblas.so again; such calls compute nothing");
    }
}

}  // namespace hg::dropin
