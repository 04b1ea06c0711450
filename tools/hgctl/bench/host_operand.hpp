#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/workload/operands/filling.hpp"
#include "tools/workload/operands/host_elements.hpp"
#include "tools/workload/operands/listed_call.hpp"
#include "tools/workload/rule/factor.hpp"

namespace hgctl {

/// An operand of a call in host memory. Its elements follow from a seed.
template <class T>
class HostOperand {
  public:
    /// In memory that `pins` has pinned, unless that is null.
    HostOperand(hg::Machine* pins, const ListedOperand& operand, std::uint64_t seed, Filling filling)
        : shape_(operand),
          seed_(seed),
          filling_(filling),
          elements_(operand.has_stride() ? pins : nullptr,
                    operand.is_number() || operand.is_integral() ? 0 : operand.elements()),
          pivots_(operand.is_integral() ? static_cast<std::size_t>(operand.rows) : 0) {
        fill();
    }

    [[nodiscard]] void* data() noexcept {
        if (shape_.is_integral()) return pivots_.data();
        if (shape_.is_number()) return number_.data();
        return elements_.data();
    }
    /// Makes a written operand what it was before the call; what is not read of it is no number.
    void restore() {
        if (!shape_.written) return;
        number_.fill(std::byte{0xff});
        std::ranges::fill(pivots_, -1);
        if (shape_.read)
            fill();
        else
            elements_.fill(not_a_number<T>());
    }
    /// `now`, which is this operand, as it was before the call. Vectors are made in `memory`.
    [[nodiscard]] Factor<T> before(const StoredMatrix<T>& now, std::vector<T>& memory) const {
        if (!shape_.written) return now;
        if (shape_.kind == ListedOperand::Kind::matrix)
            return SeededMatrix<T>{
                {{seed_}, now.ld, static_cast<PartOf<T>>(shape_.name == "A" ? filling_.diagonal : 0)},
                now.rows,
                now.cols,
                now.ld,
                now.part,
                now.transposed};
        memory.resize(static_cast<std::size_t>(elements_.count()));
        RandomElements<T>{seed_}.copy_to(memory.data(), elements_.count());
        StoredMatrix<T> old = now;
        if (!shape_.is_number()) old.data = memory.data() + (now.data - elements_.data());
        return old;
    }
    /// Of its bits; 0 if it is not written.
    [[nodiscard]] std::uint64_t fingerprint() const {
        if (!shape_.written) return 0;
        if (shape_.is_integral()) return hash_of(pivots_.data(), shape_.rows);
        if (!shape_.is_number()) return hash_of(elements_);
        return hash_of(reinterpret_cast<const std::uint64_t*>(number_.data()), number_.size() / 8);
    }

  private:
    void fill() {
        if (elements_.count() > 0) hgctl::fill(elements_.data(), shape_, seed_, filling_);
    }

    ListedOperand shape_;
    std::uint64_t seed_;
    Filling filling_;
    HostElements<T> elements_;
    std::vector<std::int64_t> pivots_;  ///< in their place, or the index that the routine returns
    alignas(16) std::array<std::byte, 16> number_{};  ///< likewise, the number
};

}  // namespace hgctl
