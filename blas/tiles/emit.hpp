#pragma once

#include <cstdint>
#include <list>
#include <map>
#include <tuple>

#include "blas/tiles/tiled_matrix.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Loads tiles into registers of one device for a program builder, so that algorithms read like the textbook.
/// As long as `budget` bytes suffice, a tile that is requested again is not loaded again; the least recently
/// requested tile is dropped first. A register remains valid as long as commands name it, even if the cache
/// has dropped it.
class TileCache {
  public:
    /// The builder must outlive the cache.
    TileCache(ProgramBuilder& builder, DeviceIndex device, std::int64_t budget)
        : builder_(builder), device_(device), budget_(budget) {}

    /// Returns a register that holds block (i, j), which is loaded if it is not resident.
    RegisterId read(const TiledMatrix& matrix, std::size_t i, std::size_t j);

    /// Returns a new register for block (i, j), outside the budget: loaded if `load`, otherwise to be written
    /// by the first EXEC.
    RegisterId open(const TiledMatrix& matrix, std::size_t i, std::size_t j, bool load);
    /// Stores an opened block.
    void close(const TiledMatrix& matrix, std::size_t i, std::size_t j, RegisterId reg);

  private:
    using Key = std::tuple<ParameterId, std::int64_t, std::int64_t>;
    struct Entry {
        Key key;
        RegisterId reg{};
        std::int64_t bytes = 0;
    };

    RegisterId register_for(const TiledMatrix& matrix, const HostTile& tile);
    void make_room(std::int64_t bytes);

    ProgramBuilder& builder_;
    DeviceIndex device_;
    std::int64_t budget_;
    std::int64_t used_ = 0;
    std::list<Entry> entries_;  ///< most recently requested first
    std::map<Key, std::list<Entry>::iterator> by_key_;
};

}  // namespace hg
