#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include <hg/runtime/program/program_parts.hpp>

namespace hg {

/// The accesses to one host matrix with which later ones may conflict, indexed by position.
///
/// The matrix is divided into buckets as large as its largest tile, so that a tile of a grid is in one
/// bucket, and any tile in at most four. A write removes the accesses that it covers, because later ones
/// conflict with the write.
class HostTileIndex {
  public:
    HostTileIndex(std::int64_t bucket_rows, std::int64_t bucket_cols)
        : bucket_rows_(bucket_rows), bucket_cols_(bucket_cols) {}

    /// Calls conflict(command, hazard) for each earlier access that `command` must wait for, then records it.
    /// It may be called several times for the same earlier command.
    template <class Conflict>
    void access(CommandId command, const HostTile& tile, bool writes, Conflict conflict) {
        if (tile.rows == 0 || tile.cols == 0) return;
        for (std::int64_t i = tile.row / bucket_rows_; i <= (tile.row + tile.rows - 1) / bucket_rows_; ++i)
            for (std::int64_t j = tile.col / bucket_cols_; j <= (tile.col + tile.cols - 1) / bucket_cols_;
                 ++j)
                access_bucket(buckets_[{i, j}], command, tile, writes, conflict);
    }

  private:
    struct Entry {
        HostTile tile;
        CommandId command{};
    };
    struct Bucket {
        std::vector<Entry> writers;
        std::vector<Entry> readers;
    };
    using Place = std::pair<std::int64_t, std::int64_t>;
    struct PlaceHash {
        std::size_t operator()(const Place& place) const noexcept {
            return static_cast<std::size_t>(place.first) * 0x9e3779b97f4a7c15U ^
                   static_cast<std::size_t>(place.second);
        }
    };

    template <class Conflict>
    static void access_bucket(Bucket& bucket, CommandId command, const HostTile& tile, bool writes,
                              Conflict& conflict) {
        wait_for(bucket.writers, tile, writes ? Hazard::waw : Hazard::raw, conflict);
        if (!writes) {
            bucket.readers.push_back({tile, command});
            return;
        }
        wait_for(bucket.readers, tile, Hazard::war, conflict);
        const auto covered = [&](const Entry& entry) { return tile.covers(entry.tile); };
        std::erase_if(bucket.writers, covered);
        std::erase_if(bucket.readers, covered);
        bucket.writers.push_back({tile, command});
    }

    template <class Conflict>
    static void wait_for(const std::vector<Entry>& entries, const HostTile& tile, Hazard hazard,
                         Conflict& conflict) {
        for (const Entry& entry : entries)
            if (entry.tile.overlaps(tile)) conflict(entry.command, hazard);
    }

    std::int64_t bucket_rows_;
    std::int64_t bucket_cols_;
    std::unordered_map<Place, Bucket, PlaceHash> buckets_;
};

/// For each host matrix of a program: an index for its accesses, initially empty, and whether any command
/// stores into it.
struct HostAccesses {
    std::vector<HostTileIndex> indices;
    std::vector<bool> stored;
};

/// Makes the empty indices. Uses the matrices, commands and tiles of `parts`.
HostAccesses index_host_accesses(const ProgramParts& parts);

}  // namespace hg
