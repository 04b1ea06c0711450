#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>

#include "runtime/machine/pinned_memory.hpp"
#include "runtime/program/instruction.hpp"
#include "runtime/program/program.hpp"
#include "runtime/program/target.hpp"

namespace hg {

/// What a device reports of itself.
struct DeviceInfo {
    std::string name;  ///< as the driver says, for example "NVIDIA H200"
    std::string vendor;
    std::string platform;  ///< for example "NVIDIA CUDA"; "host" for the host device
    std::string driver;    ///< driver version
    std::string version;   ///< for example "OpenCL 3.0 CUDA"
    /// What tells the device from others of this computer, in every process and whatever devices it sees:
    /// "uuid-.." or "pci-..", else made of platform, name and number.
    std::string identity;
    bool is_host = false;  ///< the CPU through host implementations, without OpenCL
    bool is_gpu = false;
    bool unified_memory = false;
    bool has_f64 = true;
    std::int64_t memory = 0;          ///< bytes
    std::int64_t largest_buffer = 0;  ///< bytes
    std::int64_t local_memory = 0;    ///< bytes per work-group
    std::int64_t max_work_group = 1;  ///< work-items
    std::int64_t compute_units = 1;
    DeviceTraits traits;  ///< what kernels are chosen by
};

/// A piece of a device's memory. Freed on destruction.
class DeviceMemory {
  public:
    DeviceMemory() = default;
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    virtual ~DeviceMemory() = default;
};

/// A register at run time: its shape and the slot's memory, where it begins shape.first_byte() bytes from the
/// start.
struct LiveRegister {
    Register shape;
    DeviceMemory* memory = nullptr;
};

/// LDs of one host tile by several devices, as Program::shared_load finds them: what one device stages, the
/// others send too. No group where there are fewer than two members.
struct LoadGroup {
    std::uint64_t run = 0;  ///< groups are numbered in each run
    std::uint32_t number = 0;
    std::int64_t members = 0;
};

/// A host tile at run time: element (i, j) of rows x cols at data + (i + j * ld) * element_size.
struct HostRectangle {
    std::byte* data = nullptr;
    std::int64_t rows = 0;
    std::int64_t cols = 0;
    std::int64_t ld = 0;
    std::int64_t element_size = 8;
    bool pinned = false;  ///< lies in pinned memory: transfers need no staging
    LoadGroup group{};    ///< for an LD

    [[nodiscard]] std::int64_t bytes() const noexcept { return rows * cols * element_size; }
};

struct ExecCall {
    const Instruction* instruction = nullptr;
    std::span<const LiveRegister> registers;
    std::span<const double> scalars;
    /// Nobody waits for its end alone: a device may report it with a later one's.
    bool may_report_late = false;
};

/// A stretch of work a device reports while it runs a command; host clock (steady_clock), nanoseconds.
struct WorkSpan {
    bool on_device = false;  ///< on the link or in a kernel; otherwise a host staging copy
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    std::int64_t bytes = 0;
};

/// Who waits for commands. Called from any of a device's threads.
class CompletionSink {
  public:
    CompletionSink() = default;
    CompletionSink(const CompletionSink&) = delete;
    CompletionSink& operator=(const CompletionSink&) = delete;
    virtual ~CompletionSink() = default;

    /// The command ended; `error` is null where it went well. Called exactly once a started command.
    virtual void completed(CommandId command, std::exception_ptr error) noexcept = 0;
    /// The first `bytes` bytes of an ST's tile, counted column by column without gaps, have reached the
    /// caller's memory, and nothing of the rest. For transfers that go in parts; completed() without an error
    /// implies the whole tile.
    virtual void stored(CommandId /*command*/, std::int64_t /*bytes*/) noexcept {}
    /// Part of the command's work was done. Only called while `wants_spans()`.
    virtual void spent(CommandId command, const WorkSpan& span) noexcept = 0;
    [[nodiscard]] virtual bool wants_spans() const noexcept = 0;
};

/// The command an operation belongs to, and who is told of its end.
struct Ticket {
    CompletionSink* sink = nullptr;
    CommandId command{};
};

/// A device with its memory and its three queues' back ends. load, exec and store are each called from one
/// thread of their own, in order; they start the work and may return before it ends. Each started operation
/// reports to its ticket once, also when it fails; the functions throw nothing themselves.
///
/// exec runs in call order: a later exec sees the results of an earlier one without waiting for its
/// completion.
class Device {
  public:
    Device() = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    virtual ~Device() = default;

    [[nodiscard]] virtual const DeviceInfo& info() const noexcept = 0;

    /// Throws Error{out_of_memory} or Error{device_failed}.
    virtual std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes) = 0;
    /// Makes an instruction ready to run: compiles its kernel, or takes it from the cache.
    /// Throws Error{build_failed} with the log.
    virtual void prepare(const Instruction& instruction) = 0;

    virtual void load(const HostRectangle& source, const LiveRegister& destination,
                      Ticket ticket) noexcept = 0;
    virtual void exec(const ExecCall& call, Ticket ticket) noexcept = 0;
    virtual void store(const LiveRegister& source, const HostRectangle& destination,
                       Ticket ticket) noexcept = 0;
    /// Has the ends of EXECs reported that may be reported late, with none to follow. Called from the thread
    /// that calls exec.
    virtual void report_late() noexcept {}
    /// Everything that a run has started has reported: nothing is kept for it any longer.
    virtual void end_run(std::uint64_t /*run*/) noexcept {}
    /// Returns when everything started has reported. Called when no queue thread starts anything.
    virtual void drain() noexcept = 0;

    /// Page-locked host memory, zero-filled; null where the device has no such. It may outlive the device.
    /// Thread-safe. Throws Error{out_of_memory}.
    virtual std::shared_ptr<PinnedMemory> allocate_pinned(std::int64_t /*bytes*/) { return nullptr; }

    /// Page-locks memory of the caller's, whose contents stay as they are, until the result is destroyed.
    /// Null where the device cannot. Throws nothing.
    virtual std::shared_ptr<PinnedMemory> pin(std::byte* /*data*/, std::int64_t /*bytes*/) noexcept {
        return nullptr;
    }

    /// True after an error that leaves the device's context unusable.
    [[nodiscard]] virtual bool lost() const noexcept { return false; }
    /// Makes a new context. All DeviceMemory must be gone before. Throws Error{device_lost} if it can't.
    virtual void recover() {}
};

}  // namespace hg
