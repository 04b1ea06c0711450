#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "runtime/machine/share/shared_device.hpp"
#include <hg/runtime/machine/share_options.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// A device that a machine may get.
struct ShareCandidate {
    std::string name;  ///< the same in every process of the node
    bool is_gpu = false;
};

/// The devices that this process gets if `ranks` processes share `devices` devices: first .. last - 1, each
/// of them shared by `sharers` processes. The ranges are contiguous and as even as possible; devices - 1 >=
/// last - 1 >= first.
struct DeviceRange {
    std::size_t first = 0;
    std::size_t last = 0;
    int sharers = 1;
};
DeviceRange range_of(int rank, int ranks, std::size_t devices) noexcept;

/// The node's devices that a machine uses during its lifetime, and its turns on them.
///
/// `exclusive`: each process gets devices / ranks of them, preferably those in its rank's range, or one if
/// the number of ranks is unknown. A process that starts when none is free gets none.
///
/// `fair`: the process gets the devices in its rank's range, or all devices if the rank is unknown. Each
/// sharer gets an equal part of their memory. If the number of ranks is unknown, it gets all their memory
/// during its turn.
class DeviceShare {
  public:
    /// All devices, without sharing.
    DeviceShare() = default;
    /// Throws Error{io} if the folder of the locks is not private and the user chose the policy. An automatic
    /// policy continues without turns and writes a warning to the log.
    DeviceShare(const ShareOptions& options, const std::vector<ShareCandidate>& candidates);

    /// The positions of the machine's devices among the candidates; unused without sharing.
    [[nodiscard]] const std::vector<std::size_t>& chosen() const noexcept { return chosen_; }
    [[nodiscard]] bool is_shared() const noexcept { return shared_; }
    /// The number of processes that divide the memory of each device.
    [[nodiscard]] int sharers() const noexcept { return sharers_; }
    /// Returns whether a device's memory must be freed at the end of a turn.
    [[nodiscard]] bool memory_goes_with_turn() const noexcept { return memory_goes_with_turn_; }
    /// Returns the turns of one of the machine's devices, or null if it takes none.
    [[nodiscard]] SharedDevice* turns(DeviceIndex device) const noexcept {
        return takes_turns_ && device < taken_.size() ? taken_[device].get() : nullptr;
    }

  private:
    bool take(const PrivateFolder& folder, const std::vector<ShareCandidate>& candidates, std::size_t i,
              FileLocks::Use use);
    void take_whole(const ShareOptions& options, const std::vector<ShareCandidate>& candidates);
    void take_part(const ShareOptions& options, const std::vector<ShareCandidate>& candidates,
                   bool turns_needed);

    bool shared_ = false;
    std::vector<std::size_t> chosen_;
    int sharers_ = 1;
    bool memory_goes_with_turn_ = false;
    std::vector<std::shared_ptr<SharedDevice>> taken_;  ///< each is released with its last reference
    bool takes_turns_ = false;
};

/// The turns of one run on the devices that it uses. All processes take their turns in the same order, so
/// that runs cannot deadlock. Does nothing if devices are not shared.
class RunTurns {
  public:
    using GiveBack = std::function<void(DeviceIndex)>;
    /// At the end, calls `give_back` for each device whose memory must be freed with its turn. Throws
    /// Error{io}.
    RunTurns(const DeviceShare& share, const std::vector<DeviceIndex>& used, GiveBack give_back);
    ~RunTurns();
    RunTurns(const RunTurns&) = delete;
    RunTurns& operator=(const RunTurns&) = delete;

  private:
    void end() noexcept;

    const DeviceShare& share_;
    const GiveBack give_back_;
    std::vector<DeviceIndex> begun_;
};

}  // namespace hg
