#pragma once

#include <cstddef>
#include <string>
#include <utility>

#include "blas/tiles/host_vector.hpp"
#include <hg/blas/registers/vector.hpp>
#include <hg/blas/tiling.hpp>
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Blocks [first, last) of a vector, or of the rows or columns of a matrix.
struct Blocks {
    std::size_t first, last;
};

/// Blocks of a vector in a register, in the order of its elements.
class VectorBlocks {
  public:
    /// The builder and the bounds of all blocks must outlive it.
    VectorBlocks(ProgramBuilder& builder, const BlockBounds& bounds, const Blocks& blocks,
                 RegisterId elements)
        : builder_(&builder), bounds_(&bounds), blocks_(blocks), elements_(elements) {}

    [[nodiscard]] const Blocks& blocks() const { return blocks_; }
    [[nodiscard]] RegisterId whole() const { return elements_; }
    [[nodiscard]] RegisterId block(std::size_t i) const { return part({i, i + 1}); }
    /// Returns some of the blocks, by their numbers in the vector.
    [[nodiscard]] RegisterId part(const Blocks& some) const {
        const auto begin = [&](std::size_t i) { return (*bounds_)[i]; };
        return builder_->window(elements_, begin(some.first) - begin(blocks_.first), 0,
                                begin(some.last) - begin(some.first), 1);
    }

  private:
    ProgramBuilder* builder_;
    const BlockBounds* bounds_;
    Blocks blocks_;
    RegisterId elements_;
};

/// A caller's vector in blocks.
class BlockedVector {
  public:
    /// The builder and the database must outlive it.
    BlockedVector(ProgramBuilder& builder, const kernels::Database& database, const std::string& name,
                  ElementType type, BlockBounds bounds, const VectorForm& form)
        : builder_(builder),
          database_(database),
          type_(type),
          bounds_(std::move(bounds)),
          form_(form),
          host_(builder, name, type, bounds_.back(), form) {}

    [[nodiscard]] Blocks all() const { return {0, bounds_.size() - 1}; }
    [[nodiscard]] const BlockBounds& bounds() const { return bounds_; }

    /// Adds a register for some blocks.
    [[nodiscard]] VectorBlocks open(DeviceIndex device, const Blocks& blocks) const {
        return {builder_, bounds_, blocks, builder_.reg(device, type_, size(blocks), 1)};
    }
    /// Adds a register and loads the blocks into it.
    [[nodiscard]] VectorBlocks load(DeviceIndex device, const Blocks& blocks) const {
        const VectorBlocks loaded = open(device, blocks);
        if (as_in_memory())
            host_.load(loaded.whole(), begin_in_memory(blocks), size(blocks));
        else
            copy(builder_, host_.load(device, begin_in_memory(blocks), size(blocks)), loaded.whole(),
                 {.reversed = form_.backwards, .database = &database_});
        return loaded;
    }
    void store(const VectorBlocks& vector) const {
        const Blocks& blocks = vector.blocks();
        if (as_in_memory()) return host_.store(begin_in_memory(blocks), size(blocks), vector.whole());
        const RegisterId stored = host_.open(builder_.reg(vector.whole()).device, size(blocks));
        copy(builder_, vector.whole(), stored, {.reversed = form_.backwards, .database = &database_});
        host_.store(begin_in_memory(blocks), size(blocks), stored);
    }

  private:
    [[nodiscard]] bool as_in_memory() const { return !form_.has_gaps && !form_.backwards; }
    [[nodiscard]] std::int64_t size(const Blocks& blocks) const {
        return bounds_[blocks.last] - bounds_[blocks.first];
    }
    [[nodiscard]] std::int64_t begin_in_memory(const Blocks& blocks) const {
        return form_.backwards ? bounds_.back() - bounds_[blocks.last] : bounds_[blocks.first];
    }

    ProgramBuilder& builder_;
    const kernels::Database& database_;
    ElementType type_;
    BlockBounds bounds_;
    VectorForm form_;
    HostVector host_;
};

}  // namespace hg
