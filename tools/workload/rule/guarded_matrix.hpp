#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "tools/workload/rule/stored_matrix.hpp"

namespace hgctl {

/// How a matrix of rows x cols elements is stored in a layout, and which part of it routines may touch.
struct StoredShape {
    std::int64_t contiguous = 0;  ///< elements of a line
    std::int64_t lines = 0;
    std::int64_t ld = 1;
    Part part = Part::all;  ///< with lines as columns
};

/// Elements of guard zones before and behind a matrix.
struct GuardZones {
    std::int64_t before = 64;
    std::int64_t behind = 64;
};

/// A matrix as it is stored in host memory, between guard zones. All that is no element of the matrix, or
/// outside the part of it that counts, holds `outside`: NaN unless said otherwise. NaN shows who reads it; a
/// number shows who writes what it read. What counts as zero on a hermitian diagonal is NaN likewise.
template <class T>
class GuardedMatrix {
  public:
    explicit GuardedMatrix(const StoredShape& shape, const GuardZones& zones = {},
                           T outside = not_a_number<T>())
        : shape_(shape),
          zones_(zones),
          outside_(outside),
          all_(static_cast<std::size_t>(zones.before + shape.ld * shape.lines + zones.behind), outside) {}

    void fill(std::uint64_t seed) {
        for (std::int64_t line = 0; line < shape_.lines; ++line) {
            fill_random(data() + line * shape_.ld, shape_.contiguous,
                        seed + static_cast<std::uint64_t>(line));
            for (std::int64_t i = 0; shape_.part != Part::all && i < shape_.contiguous; ++i)
                if (!holds(shape_.part, i, line)) at(i, line) = outside_;
            if (line < shape_.contiguous && is_hermitian(shape_.part)) corrupt_imaginary(at(line, line));
        }
    }
    [[nodiscard]] T* data() { return all_.data() + zones_.before; }
    [[nodiscard]] const T* data() const { return all_.data() + zones_.before; }
    [[nodiscard]] std::int64_t ld() const { return shape_.ld; }
    [[nodiscard]] Part part() const { return shape_.part; }
    /// The element at a position along the line and of the line.
    [[nodiscard]] T& at(std::int64_t i, std::int64_t line) { return data()[i + line * shape_.ld]; }
    [[nodiscard]] T at(std::int64_t i, std::int64_t line) const { return data()[i + line * shape_.ld]; }
    [[nodiscard]] std::span<const std::byte> bytes() const { return std::as_bytes(std::span(all_)); }
    /// With lines as columns.
    [[nodiscard]] StoredMatrix<T> view() const {
        return {data(), shape_.contiguous, shape_.lines, shape_.ld, shape_.part};
    }

    /// True if everything but the elements that count has the same bits as `before`. The second
    /// form is true only if these have the same bits too.
    [[nodiscard]] bool same_outside(const GuardedMatrix& before) const {
        bool intact = same(before, 0, zones_.before) &&
                      same(before, zones_.before + shape_.ld * shape_.lines, zones_.behind);
        for (std::int64_t line = 0; line < shape_.lines; ++line) {
            const std::int64_t first = zones_.before + line * shape_.ld;
            intact = intact && same(before, first + shape_.contiguous, shape_.ld - shape_.contiguous);
            for (std::int64_t i = 0; shape_.part != Part::all && i < shape_.contiguous; ++i)
                intact = intact && (holds(shape_.part, i, line) || same(before, first + i, 1));
        }
        return intact;
    }
    [[nodiscard]] bool same_as(const GuardedMatrix& before) const {
        return same(before, 0, static_cast<std::int64_t>(all_.size()));
    }

  private:
    static void corrupt_imaginary(T& x) {
        if constexpr (kIsComplex<T>) x.imag(not_a_number<PartOf<T>>());
    }
    [[nodiscard]] bool same(const GuardedMatrix& before, std::int64_t first, std::int64_t count) const {
        return std::memcmp(all_.data() + first, before.all_.data() + first,
                           static_cast<std::size_t>(count) * sizeof(T)) == 0;
    }

    StoredShape shape_;
    GuardZones zones_;
    T outside_;
    std::vector<T> all_;
};

}  // namespace hgctl
