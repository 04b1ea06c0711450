#include "blas/devices_only.hpp"

#include <utility>

namespace hg {
namespace {

thread_local constinit bool only = false;

}  // namespace

DevicesOnly::DevicesOnly(bool wanted) noexcept : before_(std::exchange(only, only || wanted)) {}

DevicesOnly::~DevicesOnly() {
    only = before_;
}

bool DevicesOnly::active() noexcept {
    return only;
}

}  // namespace hg
