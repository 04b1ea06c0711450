#pragma once

#include <cstddef>
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
    [[nodiscard]] const VectorOperand& operand(std::size_t i) const { return operands_[i]; }
    [[nodiscard]] const void* before(std::size_t i) const { return before_[i].data(); }
    /// Null if the call only reads it.
    [[nodiscard]] void* after(std::size_t i) { return operands_[i].written ? after_[i].data() : nullptr; }
    [[nodiscard]] std::int64_t bytes(std::size_t i) const {
        return static_cast<std::int64_t>(before_[i].size());
    }

    /// How far what is in after() is from what one call makes of before(): see vector_error().
    [[nodiscard]] double error() const;

  private:
    template <class T>
    [[nodiscard]] double error_of() const;

    ResidentCase case_;
    std::vector<VectorOperand> operands_;
    std::vector<std::vector<std::byte>> before_;
    std::vector<std::vector<std::byte>> after_;
};

}  // namespace hgctl
