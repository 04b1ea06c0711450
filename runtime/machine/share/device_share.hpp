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

/// What this process gets of `devices` devices that `ranks` processes share: devices first .. last - 1, each
/// of them with `sharers` processes. Contiguous, and as even as can be; devices - 1 >= last - 1 >= first.
struct DeviceRange {
    std::size_t first = 0;
    std::size_t last = 0;
    int sharers = 1;
};
DeviceRange range_of(int rank, int ranks, std::size_t devices) noexcept;

/// The part of the node's devices that a machine has, for its life, and its turns on them.
///
/// `exclusive`: each process has devices / ranks of them, those of its rank's range if they are free; one if
/// the ranks are not known. A process that comes when none is free gets none.
///
/// `fair`: the devices of this rank's range, with an equal part of their memory for each sharer. If the
/// rank is not known, all devices. If the number of ranks is not known either, all their memory for the
/// time of a turn.
class DeviceShare {
  public:
    /// All of the devices, shared with nobody.
    DeviceShare() = default;
    /// Throws Error{io} if the folder of the locks is not private and the policy was asked for. An automatic
    /// policy goes on without turns, with a warning in the log.
    DeviceShare(const ShareOptions& options, const std::vector<ShareCandidate>& candidates);

    /// Positions of the machine's devices among the candidates; not used without sharing.
    [[nodiscard]] const std::vector<std::size_t>& chosen() const noexcept { return chosen_; }
    [[nodiscard]] bool is_shared() const noexcept { return shared_; }
    /// Processes among whom the memory of each device is divided.
    [[nodiscard]] int sharers() const noexcept { return sharers_; }
    /// Whether memory must be given back to a device at the end of a turn.
    [[nodiscard]] bool memory_goes_with_turn() const noexcept { return memory_goes_with_turn_; }
    /// The turns of a device of the machine; null if it takes none.
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
    std::vector<std::shared_ptr<SharedDevice>> taken_;  ///< released with the last reference
    bool takes_turns_ = false;
};

/// The turns of one run on the devices it uses. They are taken in an order that is the same in all processes,
/// so that no runs wait for each other in a circle. Does nothing if devices are not shared.
class RunTurns {
  public:
    using GiveBack = std::function<void(DeviceIndex)>;
    /// `give_back` is called for each device whose memory goes with its turn, at the end. Throws Error{io}.
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
