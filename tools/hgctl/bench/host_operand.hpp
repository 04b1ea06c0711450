#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "tools/peers/peer_calls.hpp"
#include "tools/workload/operands/host_elements.hpp"
#include "tools/workload/vectors/vector_filling.hpp"

namespace hgctl {

/// An operand of a call of level 1 or 2 in host memory, vectors with their increments. Its elements follow from a seed.
template <class T>
class HostOperand {
  public:
    /// Vectors without gaps that were made for comparisons.
    using Copies = std::deque<std::vector<T>>;

    HostOperand(hg::Machine& machine, const VectorOperand& shape, std::uint64_t seed, bool pinned)
        : shape_(shape), seed_(seed), elements_(machine, span(shape), pinned) {
        fill(elements_.data(), elements_.count(), shape_, seed_);
    }

    /// Elements from the first to the last one, gaps between them too.
    [[nodiscard]] static std::int64_t span(const VectorOperand& shape) noexcept {
        return shape.count() > 0 ? (shape.count() - 1) * (shape.inc < 0 ? -shape.inc : shape.inc) + 1 : 0;
    }
    /// Makes a written operand what it was before the call.
    void restore() {
        if (!shape_.written) return;
        place_ = -1;
        fill(elements_.data(), elements_.count(), shape_, seed_);
    }
    [[nodiscard]] void* data() noexcept {
        if (is_place()) return &place_;
        return elements_.data();
    }
    [[nodiscard]] PeerVectors::Operand for_peers() {
        const std::int64_t bytes =
            is_place() ? hg::size_of(shape_.type) : elements_.count() * hg::size_of(shape_.type);
        return {{data(), bytes, shape_.written}, shape_.read};
    }
    /// The elements without gaps, as they are.
    [[nodiscard]] const void* now(Copies& copies) const {
        if (is_place()) return &place_;
        return without_gaps(elements_.data(), copies);
    }
    /// Likewise, as they were before the call.
    [[nodiscard]] const void* before(Copies& copies) const {
        if (!shape_.written || is_place()) return now(copies);
        std::vector<T> old(static_cast<std::size_t>(elements_.count()));
        fill(old.data(), elements_.count(), shape_, seed_);
        return without_gaps(copies.emplace_back(std::move(old)).data(), copies);
    }
    /// Of its bits; 0 if it is not written.
    [[nodiscard]] std::uint64_t fingerprint() const {
        if (!shape_.written) return 0;
        return is_place() ? hash_of(&place_, 1) : hash_of(elements_);
    }

  private:
    [[nodiscard]] bool is_place() const noexcept { return shape_.type == hg::ElementType::i32; }
    const T* without_gaps(const T* data, Copies& copies) const {
        if (shape_.inc == 1) return data;
        const T* const first = shape_.inc < 0 ? data + (1 - shape_.count()) * shape_.inc : data;
        std::vector<T>& copy = copies.emplace_back();
        for (std::int64_t i = 0; i < shape_.count(); ++i) copy.push_back(first[i * shape_.inc]);
        return copy.data();
    }

    VectorOperand shape_;
    std::uint64_t seed_;
    HostElements<T> elements_;
    std::int32_t place_ = -1;  ///< in their place, if it is the number of an element
};

}  // namespace hgctl
