#pragma once

#include <vector>

#include "runtime/program/base/host_region.hpp"
#include <hg/runtime/machine/bindings.hpp>
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/pinned_memory.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// The bindings of one run, checked and by position instead of by name.
class CheckedBindings {
  public:
    /// Throws Error{invalid_argument} naming the parameter if bindings and program do not fit together.
    CheckedBindings(const Program& program, const Bindings& bindings, const PinnedRanges& pinned);

    /// Where a host tile lies in the caller's memory.
    [[nodiscard]] HostRectangle rectangle(const HostTile& tile) const noexcept;
    /// The caller's memory that the run touches.
    [[nodiscard]] const std::vector<HostRegion>& regions() const noexcept { return regions_; }
    [[nodiscard]] const ScalarValue& value(const Scalar& scalar) const noexcept {
        return scalar.is_literal() ? scalar.value : scalars_[static_cast<std::size_t>(scalar.parameter)];
    }

  private:
    struct Matrix {
        std::byte* data = nullptr;
        std::int64_t ld = 0;
        std::int64_t element_size = 0;
        bool pinned = false;
    };
    std::vector<Matrix> matrices_;
    std::vector<HostRegion> regions_;
    std::vector<ScalarValue> scalars_;
};

}  // namespace hg
