#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "tools/hgctl/bench/resident/resident_case.hpp"

namespace hgctl {

/// The operands of a call in host memory, without gaps: as they are before it, and what it left in them.
class ResidentData {
  public:
    /// Random numbers, the same for equal cases.
    explicit ResidentData(const ResidentCase& bench);

    /// True if the case has the same operands.
    [[nodiscard]] bool serves(const ResidentCase& bench) const noexcept;
    [[nodiscard]] std::size_t size() const noexcept { return operands_.size(); }
    [[nodiscard]] void* before(std::size_t i) { return before_[i].data(); }
    /// Null if the call only reads it.
    [[nodiscard]] void* after(std::size_t i) { return operands_[i].written ? after_[i].data() : nullptr; }
    /// An index is std::int64_t there, and std::int32_t where a device has left it.
    void widen_index();
    /// The call with operands in before(), and results of a peer in after().
    [[nodiscard]] ListedCall listed();

    /// How far what is in after() is from what one call makes of before(): see call_error_estimate().
    [[nodiscard]] double error();

  private:
    [[nodiscard]] std::size_t position(std::string_view name) const;

    ResidentCase case_;
    std::vector<ListedOperand> operands_;
    std::vector<std::vector<std::byte>> before_;
    std::vector<std::vector<std::byte>> after_;
};

}  // namespace hgctl
