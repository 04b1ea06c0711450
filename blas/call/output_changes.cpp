#include "blas/call/output_changes.hpp"

#include <utility>

namespace hg {
namespace {

thread_local constinit bool changed_in_thread = false;

}  // namespace

OutputChanges::OutputChanges() noexcept : before_(std::exchange(changed_in_thread, false)) {}

OutputChanges::~OutputChanges() {
    changed_in_thread = changed_in_thread || before_;
}

void OutputChanges::note() noexcept {
    changed_in_thread = true;
}

bool OutputChanges::any() const noexcept {
    return changed_in_thread;
}

void OutputChanges::forget() noexcept {
    changed_in_thread = false;
}

}  // namespace hg
