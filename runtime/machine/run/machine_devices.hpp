#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "runtime/machine/run/queue.hpp"
#include "runtime/machine/run/resident_store.hpp"
#include "runtime/machine/run/slot_pool.hpp"
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// The devices of a machine with their slots, their queues, and flags for lost devices. The host helper is
/// added after the machine's own devices once a program uses it. Thread-safe.
class MachineDevices {
  public:
    /// At most `most_runs` runs are in flight. Throws Error{invalid_argument} if there is no device.
    MachineDevices(SharedSelection selection, const MachineOptions& options, std::size_t most_runs);

    /// Resident memory becomes lost.
    ~MachineDevices() { residents_->lose_all(); }
    MachineDevices(const MachineDevices&) = delete;
    MachineDevices& operator=(const MachineDevices&) = delete;

    /// Returns the number of the machine's own devices.
    [[nodiscard]] std::size_t count() const noexcept { return count_; }
    [[nodiscard]] Device& device(std::size_t d) const { return *devices_[d]; }
    /// Returns the machine's own devices, and the host helper if it exists. The elements never move.
    [[nodiscard]] std::span<const std::unique_ptr<Device>> all();
    [[nodiscard]] const DeviceShare& share() const noexcept { return share_; }

    [[nodiscard]] const Target& target() const noexcept { return target_; }
    [[nodiscard]] Target target_with_host() const;
    [[nodiscard]] const DeviceModel& model(std::size_t d) const {
        return d < count_ ? target_.devices[d] : helper_;
    }
    /// Returns the bytes of each device that programs may use, with the host helper at the end.
    [[nodiscard]] std::vector<std::int64_t> capacities() const;

    /// Returns the devices that a program uses. Throws if there are fewer or smaller ones than it was built
    /// for.
    [[nodiscard]] std::vector<DeviceIndex> used_by(const Program& program);
    /// Returns false if kernels of a program would have to be compiled. No device may be recovered meanwhile.
    [[nodiscard]] bool are_compiled(const Program& program);
    /// Recovers a lost device, which requires `alone`, compiles kernels and finds memory for all registers.
    /// Without `bindings`, none is in the caller's memory.
    void make_ready(const Program& program, DeviceIndex d, bool alone, std::uint64_t run,
                    const CheckedBindings* bindings, RunMemory& memory);
    void begin_queues(const Run& run, const std::vector<DeviceIndex>& used) noexcept;
    /// Called when all commands of a run have completed.
    void end_run(std::uint64_t run, const std::vector<DeviceIndex>& used) noexcept;

    /// Returns the memory of all resident registers.
    [[nodiscard]] const ResidentStore& residents() const noexcept { return *residents_; }
    /// Allocates resident memory. Throws Error{device_lost} if the device needs a new context, and
    /// Error{out_of_memory}.
    std::shared_ptr<ResidentBlock> allocate_resident(DeviceIndex d, ElementType type, std::int64_t elements);

    void release_slots(std::uint64_t run, const std::vector<DeviceIndex>& used) noexcept;
    /// Releases the memory that no run uses, on one device or on all.
    void free_idle(DeviceIndex d);
    void free_idle();

    [[nodiscard]] bool is_lost(std::size_t d) const noexcept { return lost_[d]; }
    /// Returns true if the device is lost, whether a run has noted it or not.
    [[nodiscard]] bool needs_context(std::size_t d) const noexcept { return lost_[d] || devices_[d]->lost(); }
    void note_lost(std::size_t d) noexcept { lost_[d] = true; }
    /// Gives a lost device a new context. Throws Error{device_lost} if its driver refuses.
    void recover(DeviceIndex d);

  private:
    void add_queues(Device& device, std::size_t d);
    void make_helper_for(const Program& program);
    void compile(const Program& program, DeviceIndex d);

    const DeviceShare share_;
    const std::size_t most_runs_;
    std::vector<std::unique_ptr<Device>> devices_;  ///< `count_` devices, then the host helper if it exists
    const std::size_t count_;
    const Target target_;                  ///< the first `count_` devices as numbers
    const DeviceModel helper_;             ///< the host helper as numbers
    std::vector<std::atomic<bool>> lost_;  ///< by device
    const std::shared_ptr<ResidentStore> residents_ = std::make_shared<ResidentStore>();
    std::mutex mutex_;  ///< protects the members below and the creation of the host helper
    std::vector<std::unique_ptr<SlotPool>> pools_;
    std::vector<std::unique_ptr<Queue>> queues_;  ///< by QueueId::index()
};

}  // namespace hg
