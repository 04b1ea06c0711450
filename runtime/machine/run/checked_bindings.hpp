#pragma once

#include <memory>
#include <vector>

#include "runtime/machine/run/resident_store.hpp"
#include "runtime/program/base/host_region.hpp"
#include <hg/runtime/machine/bindings.hpp>
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/pinned_memory.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// The bindings of one run, checked and by position instead of by name.
class CheckedBindings {
  public:
    /// The memory to which a matrix is bound.
    struct Matrix {
        std::byte* data = nullptr;
        std::int64_t ld = 0;
        std::int64_t element_size = 0;
        bool pinned = false;    ///< all of it
        HostRegion region{};    ///< empty if the matrix is; `writes` if the program stores into it
        bool overlaps = false;  ///< with another matrix that the program writes
        /// From its first page on, it has bytes between those of such a matrix, or of pinned memory.
        bool shares_range = false;
    };

    /// Throws Error{invalid_argument}, which names the parameter, if bindings and program do not fit
    /// together.
    CheckedBindings(const Program& program, const Bindings& bindings, const PinnedRanges& pinned,
                    const ResidentStore& residents);

    /// Returns the position of a host tile in the caller's memory.
    [[nodiscard]] HostRectangle rectangle(const HostTile& tile) const noexcept;
    /// Returns the caller's memory that the run touches. Each block of resident memory is represented by a
    /// byte on the host.
    [[nodiscard]] const std::vector<HostRegion>& regions() const noexcept { return regions_; }
    /// Returns the memory of the program's resident registers, in the program's order.
    [[nodiscard]] const std::vector<std::shared_ptr<ResidentBlock>>& residents() const noexcept {
        return residents_;
    }
    [[nodiscard]] const ScalarValue& value(const Scalar& scalar) const noexcept {
        return scalar.is_literal() ? scalar.value : scalars_[static_cast<std::size_t>(scalar.parameter)];
    }

    /// Returns the memory of a matrix.
    [[nodiscard]] const Matrix& matrix(ParameterId id) const noexcept { return matrices_[index(id)]; }

  private:
    void bind_matrices(const Program& program, const Bindings& bindings, const PinnedRanges& pinned);
    void bind_residents(const Program& program, const Bindings& bindings, const ResidentStore& store);

    void find_overlaps(const PinnedRanges& pinned);

    std::vector<Matrix> matrices_;
    std::vector<HostRegion> regions_;
    std::vector<ScalarValue> scalars_;
    std::vector<std::shared_ptr<ResidentBlock>> residents_;
};

}  // namespace hg
