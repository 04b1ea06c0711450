#include "runtime/machine/opencl/compile_time.hpp"

#include <atomic>

namespace hg {
namespace {

constinit std::atomic<double> spent{0};

}  // namespace

CompileTime::~CompileTime() {
    spent.fetch_add(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count());
}

double CompileTime::seconds() noexcept {
    return spent.load();
}

}  // namespace hg
