#pragma once

#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include "tools/hgctl/matrices/random_matrix.hpp"
#include <hg/blas/types.hpp>

namespace hgctl {

/// How a matrix of rows x cols elements is stored in a layout.
struct StoredShape {
    std::int64_t contiguous = 0;  ///< elements of a line
    std::int64_t lines = 0;
    std::int64_t ld = 1;
};

/// A matrix as it is stored, between guard zones. All that is no element of the matrix holds NaN.
template <class T>
class GuardedMatrix {
  public:
    explicit GuardedMatrix(const StoredShape& shape)
        : shape_(shape),
          all_(static_cast<std::size_t>(2 * kGuard + shape.ld * shape.lines),
               std::numeric_limits<T>::quiet_NaN()) {}

    void fill(std::uint64_t seed) {
        for (std::int64_t line = 0; line < shape_.lines; ++line)
            fill_random(data() + line * shape_.ld, shape_.contiguous,
                        seed + static_cast<std::uint64_t>(line));
    }
    [[nodiscard]] T* data() { return all_.data() + kGuard; }
    [[nodiscard]] const T* data() const { return all_.data() + kGuard; }
    [[nodiscard]] std::int64_t ld() const { return shape_.ld; }
    /// The element at a position along the line and of the line.
    [[nodiscard]] T& at(std::int64_t i, std::int64_t line) { return data()[i + line * shape_.ld]; }
    [[nodiscard]] T at(std::int64_t i, std::int64_t line) const { return data()[i + line * shape_.ld]; }
    /// From the first element on, as gemm_error() takes C0.
    [[nodiscard]] std::vector<T> copy() const { return {all_.begin() + kGuard, all_.end()}; }

    /// True if everything but the matrix's elements has the same bits as `before`. The second
    /// form is true only if these have the same bits too.
    [[nodiscard]] bool same_outside(const GuardedMatrix& before) const {
        bool intact = same(before, 0, kGuard) && same(before, kGuard + shape_.ld * shape_.lines, kGuard);
        for (std::int64_t line = 0; line < shape_.lines; ++line)
            intact = intact && same(before, kGuard + line * shape_.ld + shape_.contiguous,
                                    shape_.ld - shape_.contiguous);
        return intact;
    }
    [[nodiscard]] bool same_as(const GuardedMatrix& before) const {
        return same(before, 0, static_cast<std::int64_t>(all_.size()));
    }

  private:
    static constexpr std::int64_t kGuard = 64;

    [[nodiscard]] bool same(const GuardedMatrix& before, std::int64_t first, std::int64_t count) const {
        return std::memcmp(all_.data() + first, before.all_.data() + first,
                           static_cast<std::size_t>(count) * sizeof(T)) == 0;
    }

    StoredShape shape_;
    std::vector<T> all_;
};

// What random problems are drawn from.

/// A size up to n_max: 0, 1, one beside a power of two, where tiles are cut, or any.
std::int64_t draw_size(RandomNumbers& numbers, std::int64_t n_max);
/// 0, 1, -1, 0.5 or a random number.
double draw_scalar(RandomNumbers& numbers);
/// Half of them with a gap between lines.
StoredShape draw_stored(RandomNumbers& numbers, hg::Layout layout, std::int64_t rows, std::int64_t cols);

}  // namespace hgctl
