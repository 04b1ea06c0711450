#include "tools/peers/nvidia_matrices.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cstddef>
#include <cstring>

namespace hgctl {
namespace {

constexpr std::size_t kCopyOfAThread = std::size_t{4} << 20;

void copy(void* to, const void* from, std::int64_t bytes) {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, static_cast<std::size_t>(bytes), kCopyOfAThread),
        [&](const auto& part) {
            std::memcpy(static_cast<std::byte*>(to) + part.begin(),
                        static_cast<const std::byte*>(from) + part.begin(), part.size());
        },
        tbb::static_partitioner());
}

}  // namespace

NvidiaMatrices::Pinned::Pinned(const CudaDriver& driver, const ListedOperand& operand)
    : driver_(driver), memory_(operand.data), bytes_(operand.bytes()), written_(operand.written) {
    if (bytes_ == 0 || driver_.is_pinned(memory_)) return;
    pinned_here_ = driver_.pin(memory_, bytes_);
    if (!pinned_here_) copy_ = driver_.allocate_pinned(bytes_);
}

NvidiaMatrices::Pinned::~Pinned() {
    if (pinned_here_) driver_.unpin(memory_);
    if (copy_ != nullptr) driver_.free_pinned(copy_);
}

bool NvidiaMatrices::Pinned::is(const ListedOperand& operand) const noexcept {
    return memory_ == operand.data && bytes_ == operand.bytes() && written_ == operand.written;
}

void NvidiaMatrices::Pinned::copy_in() const {
    if (copy_ != nullptr) copy(copy_, memory_, bytes_);
}

void NvidiaMatrices::Pinned::copy_out() const {
    if (copy_ != nullptr) copy(memory_, copy_, bytes_);
}

ListedCall NvidiaMatrices::begin(const ListedCall& call) {
    ListedCall used = call;
    if (!call.pinned) return used;
    std::vector<ListedOperand*> operands = used.operands();
    std::erase_if(operands, [](const ListedOperand* x) { return !x->has_stride(); });
    const bool held =
        std::ranges::equal(held_, operands, [](const Pinned& x, const auto* y) { return x.is(*y); });
    if (!held) {
        release();
        for (const ListedOperand* const x : operands) held_.emplace_back(driver_, *x);
    }
    // No library writes to what its call only reads.
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (!held || held_[i].written()) held_[i].copy_in();
        operands[i]->data = held_[i].data();
    }
    return used;
}

void NvidiaMatrices::end() const {
    for (const Pinned& x : held_)
        if (x.written()) x.copy_out();
}

}  // namespace hgctl
