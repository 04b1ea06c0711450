#pragma once

#include <algorithm>
#include <cstdint>

#include <hg/blas/types.hpp>
#include <hg/runtime/program/location.hpp>

namespace hg {

/// A range of rows or columns.
struct Span {
    std::int64_t begin = 0;
    std::int64_t end = 0;

    [[nodiscard]] std::int64_t size() const noexcept { return end - begin; }
    [[nodiscard]] bool empty() const noexcept { return begin == end; }
};

/// A view of B that is the same for all cases of solves and products with a triangle. B has two dimensions:
/// `along` the triangle and across it. Blocks along depend on those before them. A solve begins with the
/// first block if op(A) is lower (Side::left) or upper (Side::right), else with the last. A product in place
/// goes in the opposite direction.
class TriangleShape {
  public:
    /// The shape of a problem or of a call's arguments.
    template <class Problem>
    explicit TriangleShape(const Problem& p)
        : left_(p.side == Side::left),
          transposed_(p.op != Op::none),
          forward_((p.uplo == Uplo::lower) == (left_ != transposed_)),
          along_(left_ ? p.m : p.n),
          across_(left_ ? p.n : p.m) {}

    [[nodiscard]] bool left() const noexcept { return left_; }
    [[nodiscard]] bool forward() const noexcept { return forward_; }
    [[nodiscard]] std::int64_t along() const noexcept { return along_; }
    [[nodiscard]] std::int64_t across() const noexcept { return across_; }

    [[nodiscard]] std::int64_t steps(std::int64_t block) const noexcept {
        return (along_ + block - 1) / block;
    }
    /// Returns the block that a solve computes in a step.
    [[nodiscard]] Span block_of(std::int64_t step, std::int64_t block) const noexcept {
        const std::int64_t begin = (forward_ ? step : steps(block) - 1 - step) * block;
        return {begin, std::min(begin + block, along_)};
    }
    /// Returns the part on which a block depends, apart from itself.
    [[nodiscard]] Span before(const Span& block) const noexcept {
        return forward_ ? Span{0, block.begin} : Span{block.end, along_};
    }

    /// Returns the part of B, or of a register of the same shape, with these blocks.
    [[nodiscard]] HostTile tile_of_b(ParameterId b, const Span& along, const Span& across) const noexcept {
        return left_ ? tile(b, along, across) : tile(b, across, along);
    }
    /// Returns the part of A, as stored, by which the rows (columns) `from` are multiplied in the block `to`.
    [[nodiscard]] HostTile tile_of_a(ParameterId a, const Span& to, const Span& from) const noexcept {
        return left_ != transposed_ ? tile(a, to, from) : tile(a, from, to);
    }

  private:
    static HostTile tile(ParameterId parameter, const Span& rows, const Span& cols) noexcept {
        return {parameter, rows.begin, cols.begin, rows.size(), cols.size()};
    }

    bool left_;
    bool transposed_;
    bool forward_;
    std::int64_t along_;
    std::int64_t across_;
};

}  // namespace hg
