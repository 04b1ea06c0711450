#include "lapack/cholesky/cholesky_builder.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "lapack/cholesky/cholesky_failure.hpp"
#include "lapack/cholesky/cholesky_kernels.hpp"
#include "lapack/cholesky/cholesky_strips.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// Strips that each device has loaded before it needs them: behind them in its queue are copies, which wait
/// for other devices.
constexpr std::size_t kStripsAhead = 2;

/// A = L L^T, left-looking by strips: a strip needs to be there when its turn comes, and leaves when it is
/// factored.
class CholeskyBuilder {
  public:
    CholeskyBuilder(const CholeskyProblem& problem, const CholeskyLayout& layout, const Target& target,
                    const kernels::Database& database)
        : layout_(layout),
          builder_(target),
          L_(builder_, problem, layout),
          failure_(builder_, layout.strips(), layout.devices.size() > 1) {
        for (const DeviceIndex d : layout.devices)
            kernels_.emplace(std::piecewise_construct, std::forward_as_tuple(d),
                             std::forward_as_tuple(builder_, problem, layout, database, d));
    }

    Program build() && {
        for (std::size_t first = 0; first < layout_.strips(); first += layout_.strips_per_sweep)
            factor_sweep(first, std::min(layout_.strips(), first + layout_.strips_per_sweep));
        return std::move(builder_).finish();
    }

  private:
    /// Strips [first, end), which the devices hold together.
    void factor_sweep(std::size_t first, std::size_t end) {
        L_.begin_sweep(first);
        std::size_t opened = first;
        const auto open_before = [&](std::size_t k) {
            for (; opened < std::min(k, end); ++opened) L_.open(opened);
        };
        if (first > 0) open_before(end);
        for (std::size_t k = 0; k < first; ++k)
            for (std::size_t j = first; j < end; ++j) update(j, k);
        for (std::size_t j = first; j < end; ++j) {
            open_before(j + 1 + kStripsAhead * layout_.devices.size());
            for (std::size_t k = first; k < j; ++k) update(j, k);
            const Span columns = layout_.columns_of(j);
            factor(j, columns);
            L_.store(j);
            failure_.store(layout_.device_of(j), j);
        }
    }

    /// A_j := A_j - L_k L_jk^T, for the rows from the diagonal of strip j down
    void update(std::size_t j, std::size_t k) {
        const DeviceIndex device = layout_.device_of(j);
        if (!L_.holds(device, k)) {
            L_.load_copy(device, k);
            failure_.load(device, k);
        }
        subtract(device, k, layout_.columns_of(k), j, layout_.columns_of(j));
    }

    /// The part of that with some columns of either strip
    void subtract(DeviceIndex device, std::size_t k, const Span& from, std::size_t j, const Span& to) {
        const Span rows{to.begin, layout_.n};
        kernels_.at(device).subtract(failure_.on(device), L_.window(device, k, rows, from),
                                     L_.window(device, k, to, from), L_.window(device, j, rows, to));
    }

    /// Factors columns of strip j, which are brought up to all before: the left half, then the right one
    /// after its update by the left one.
    void factor(std::size_t j, const Span& columns) {
        if (columns.size() <= layout_.panel) return factor_panel(j, columns);
        const std::int64_t panels = (columns.size() + layout_.panel - 1) / layout_.panel;
        const std::int64_t middle = columns.begin + panels / 2 * layout_.panel;
        const Span left{columns.begin, middle};
        const Span right{middle, columns.end};
        factor(j, left);
        subtract(layout_.device_of(j), j, left, j, right);
        factor(j, right);
    }

    /// A11 = L11 L11^T;  L21 := A21 L11^-T
    void factor_panel(std::size_t j, const Span& columns) {
        const DeviceIndex device = layout_.device_of(j);
        const CholeskyKernels& kernels = kernels_.at(device);
        const RegisterId info = failure_.on(device);
        const RegisterId L11 = kernels.factor(info, L_.window(device, j, columns, columns), columns.begin);
        const Span below{columns.end, layout_.n};
        if (!below.empty()) kernels.solve(kernels.inverted(info, L11), L_.window(device, j, below, columns));
    }

    const CholeskyLayout& layout_;
    ProgramBuilder builder_;
    CholeskyStrips L_;
    CholeskyFailure failure_;
    std::map<DeviceIndex, CholeskyKernels> kernels_{};
};

}  // namespace

Program cholesky_program(const CholeskyProblem& problem, const CholeskyLayout& layout, const Target& target,
                         const kernels::Database& database) {
    return CholeskyBuilder(problem, layout, target, database).build();
}

}  // namespace hg
