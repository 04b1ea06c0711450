#include "lapack/cholesky/cholesky_failure.hpp"

#include "kernels/elementwise/copy.hpp"
#include <hg/kernels/scale.hpp>

namespace hg {

CholeskyFailure::CholeskyFailure(ProgramBuilder& builder, std::size_t block_columns, bool exchanged)
    : builder_(builder), exchanged_(exchanged) {
    if (exchanged)
        parameter_ = builder.matrix("info", ElementType::i32, 1, static_cast<std::int64_t>(block_columns));
}

RegisterId CholeskyFailure::on(DeviceIndex device) {
    const auto found = known_.find(device);
    if (found != known_.end()) return found->second;
    const RegisterId none = known_[device] = builder_.reg(device, ElementType::i32, 1, 1);
    builder_.exec(kernels::zero(ElementType::i32), {none});
    return none;
}

RegisterId CholeskyFailure::copy(DeviceIndex device) {
    const RegisterId copied = builder_.reg(device, ElementType::i32, 1, 1);
    builder_.exec(kernels::copy(ElementType::i32), {on(device), copied});
    return copied;
}

void CholeskyFailure::store(DeviceIndex device, std::size_t k) {
    if (exchanged_) builder_.store(tile(k), on(device));
}

/// To a register of its own, for which no kernel need have ended.
void CholeskyFailure::load(DeviceIndex device, std::size_t k) {
    if (!exchanged_) return;
    const RegisterId loaded = loaded_[{device, k}] = builder_.reg(device, ElementType::i32, 1, 1);
    builder_.load(loaded, tile(k));
}

void CholeskyFailure::propagate(DeviceIndex device, std::size_t k) {
    const auto found = loaded_.find({device, k});
    if (found == loaded_.end()) return;
    known_[device] = found->second;
    loaded_.erase(found);
}

HostTile CholeskyFailure::tile(std::size_t k) const noexcept {
    return {parameter_, 0, static_cast<std::int64_t>(k), 1, 1};
}

}  // namespace hg
