#pragma once

#include <cstdint>
#include <exception>
#include <memory>
#include <span>
#include <string>

#include <hg/runtime/machine/pinned_memory.hpp>
#include <hg/runtime/program/instruction.hpp>
#include <hg/runtime/program/program.hpp>
#include <hg/runtime/program/target.hpp>

namespace hg {

/// The properties that a device reports about itself.
struct DeviceInfo {
    std::string name;      ///< as reported by the driver, for example "NVIDIA H200"
    std::string vendor;    ///< as reported by the driver, for example "NVIDIA Corporation"
    std::string platform;  ///< for example "NVIDIA CUDA"; "host" for the host device
    std::string driver;    ///< driver version
    std::string version;   ///< for example "OpenCL 3.0 CUDA"
    /// A name that is unique on this computer and the same in every process, whatever devices the process
    /// sees: "uuid-.." or "pci-..", or else a combination of platform, name and number.
    std::string identity;
    /// Which part of a divided device it is, as in HG_DEVICES: "2.0" is the first of two equal parts. Empty
    /// for a whole device.
    std::string part{};
    bool is_host = false;             ///< the CPU with host implementations, without OpenCL
    bool is_gpu = false;              ///< if false, a CPU or another kind of accelerator
    bool unified_memory = false;      ///< shares its memory with the CPU
    bool has_f64 = true;              ///< runs double-precision kernels
    bool has_f16 = false;             ///< OpenCL half precision: cl_khr_fp16
    std::int64_t memory = 0;          ///< bytes
    std::int64_t largest_buffer = 0;  ///< bytes
    std::int64_t local_memory = 0;    ///< bytes per work-group
    std::int64_t max_work_group = 1;  ///< work-items
    std::int64_t compute_units = 1;   ///< as counted by the driver; for the host device, cores
    std::int64_t largest_clock = 0;   ///< MHz; 0: unknown
    DeviceTraits traits;              ///< properties by which kernels are chosen
};

/// A piece of a device's memory. The destructor frees it.
class DeviceMemory {
  public:
    DeviceMemory() = default;
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    virtual ~DeviceMemory() = default;
};

/// A register at run time: its shape and its memory. The register begins shape.first_byte() bytes after the
/// start of `memory`.
struct LiveRegister {
    Register shape;                  ///< as in the program; in place, with the caller's leading dimension
    DeviceMemory* memory = nullptr;  ///< memory of its slot, or the caller's memory
};

/// The caller's memory as a device reads it in place.
struct HostView {
    std::shared_ptr<DeviceMemory> memory{};  ///< null if the device cannot
    const std::byte* begin = nullptr;        ///< where `memory` begins, at or before the requested range
};

/// LDs of one host tile by several devices, as found by Program::shared_load. One device stages the tile, and
/// all of them send it. With fewer than two members there is no group.
struct LoadGroup {
    std::uint64_t run = 0;     ///< groups are numbered separately in each run
    std::uint32_t number = 0;  ///< as returned by Program::shared_load()
    std::int64_t members = 0;  ///< LDs in the group, each of a different device
};

/// A host tile of rows x cols elements at run time. Element (i, j) is at data + (i + j * ld) * element_size.
struct HostRectangle {
    std::byte* data = nullptr;        ///< the first element
    std::int64_t rows = 0;            ///< elements
    std::int64_t cols = 0;            ///< elements
    std::int64_t ld = 0;              ///< elements between consecutive columns
    std::int64_t element_size = 8;    ///< bytes
    TilePart part = TilePart::whole;  ///< the part that a transfer touches
    bool pinned = false;              ///< the tile is in pinned memory
    LoadGroup group{};                ///< for an LD
    /// For an LD: the device may hold back the end of the transfer until the next call of load or
    /// send_staged, so that it can prepare the next LD meanwhile.
    bool may_wait = false;
    /// For an ST: EXECs of its device that must have completed before the ST starts, as in ExecCall.
    std::span<const CommandId> after{};

    /// Returns true if transfers need no staging. Devices always transfer whole rectangles; if only a
    /// triangle is wanted, the host leaves out the rest when it copies.
    [[nodiscard]] bool goes_straight() const noexcept { return pinned && part == TilePart::whole; }
    /// Returns the bytes of all its elements, without the gaps between columns.
    [[nodiscard]] std::int64_t bytes() const noexcept { return rows * cols * element_size; }
};

/// An EXEC at run time.
struct ExecCall {
    const Instruction* instruction = nullptr;  ///< already prepared
    std::span<const LiveRegister> registers;   ///< its operands in order; valid only during the call
    std::span<const ScalarValue> scalars;      ///< its scalars in order; valid only during the call
    /// Nobody waits for the completion of this call alone: a device may report it together with a later
    /// completion.
    bool may_report_late = false;
    QueueKind queue = QueueKind::exec;  ///< exec or exec2
    /// LDs of the device and EXECs of its other queue that must have completed before this call starts. The
    /// sink knows that all of them have been submitted to the device. Valid only during the call.
    std::span<const CommandId> after{};
    bool awaited_beside = false;  ///< the call will be in `after` of other calls, including STs
    bool guarded = false;         ///< the instruction's guards check its operands before it runs
};

/// A span of work that a device reports while it runs a command. Times are nanoseconds of the host clock
/// (steady_clock).
struct WorkSpan {
    bool on_device = false;     ///< on the link or in a kernel; if false, a staging copy by the host
    std::int64_t begin_ns = 0;  ///< steady_clock
    std::int64_t end_ns = 0;    ///< steady_clock
    std::int64_t bytes = 0;     ///< bytes moved; 0 for a kernel
};

/// Receives completions of commands. Called from any of a device's threads.
class CompletionSink {
  public:
    CompletionSink() = default;
    CompletionSink(const CompletionSink&) = delete;
    CompletionSink& operator=(const CompletionSink&) = delete;
    virtual ~CompletionSink() = default;

    /// The command has completed; `error` is null if it succeeded. Called exactly once for each started
    /// command.
    virtual void completed(CommandId command, std::exception_ptr error) noexcept = 0;
    /// The device has received an LD or an EXEC. Commands that the device orders itself after this one may
    /// now be submitted. For devices whose commands continue after the call that starts them.
    virtual void given(CommandId /*command*/) noexcept {}
    /// The device refuses an EXEC. completed() follows with the same error once the preceding EXECs have
    /// completed. That may be too late: later EXECs of its queue do not wait for it and must not start.
    /// Called by the thread that started the EXEC.
    virtual void refused(CommandId /*command*/, std::exception_ptr /*error*/) noexcept {}
    /// The first `bytes` bytes of an ST's tile have reached the caller's memory, and nothing of the rest.
    /// Bytes are counted column by column without gaps. For transfers in parts. completed() without an error
    /// implies the whole tile.
    virtual void stored(CommandId /*command*/, std::int64_t /*bytes*/) noexcept {}
    /// Returns true if an earlier ST in the same queue has failed: nothing of this ST may then be stored. A
    /// device's STs reach the caller's memory in order.
    [[nodiscard]] virtual bool drops(CommandId /*store*/) const noexcept { return false; }
    /// Called instead of completed() if nothing of an ST was stored because drops() returned true at its
    /// turn.
    virtual void dropped(CommandId store) noexcept { completed(store, nullptr); }
    /// Part of the command's work has been done. Called only if wants_spans() returns true.
    virtual void spent(CommandId command, const WorkSpan& span) noexcept = 0;
    /// Returns true if the run has an observer. Measuring takes time, so it is done only then.
    [[nodiscard]] virtual bool wants_spans() const noexcept = 0;
};

/// The command that an operation belongs to, and the sink that receives its completion.
struct Ticket {
    CompletionSink* sink = nullptr;  ///< must stay alive until the operation has reported
    CommandId command{};             ///< the command that is reported to the sink
};

/// A device with its memory and the back ends of its queues. load, store and (for each of its two queues)
/// exec are each called in order from a thread of their own. They start the work and may return before it
/// completes. Each started operation reports to its ticket exactly once, even if it fails. These functions
/// never throw.
///
/// Within a queue, exec runs in call order: a later exec sees the results of an earlier one without waiting
/// for its completion. Calls of the other queue may run concurrently.
class Device {
  public:
    Device() = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    virtual ~Device() = default;

    /// Returns what the device reports about itself.
    [[nodiscard]] virtual const DeviceInfo& info() const noexcept = 0;

    /// Allocates device memory. Throws Error{out_of_memory} or Error{device_failed}.
    virtual std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes) = 0;
    /// Lets the device read the caller's memory in place, as long as the view exists. `changes` says that
    /// others write to it meanwhile. Throws nothing: a device that cannot returns no memory.
    virtual HostView view(std::byte* /*data*/, std::int64_t /*bytes*/, bool /*changes*/) noexcept {
        return {};
    }
    /// Makes an instruction ready to run: compiles its kernel, or takes the kernel from the cache. Throws
    /// Error{build_failed} with the compiler's log.
    virtual void prepare(const Instruction& instruction) = 0;
    /// Makes several instructions ready, concurrently if the device can. Throws as prepare() does.
    virtual void prepare_all(std::span<const Instruction* const> instructions) {
        for (const Instruction* const instruction : instructions) prepare(*instruction);
    }
    /// Returns false if prepare() would have to compile.
    virtual bool is_compiled(const Instruction& /*instruction*/) { return true; }

    /// Starts an LD: register <- host tile.
    virtual void load(const HostRectangle& source, const LiveRegister& destination,
                      Ticket ticket) noexcept = 0;
    /// Sends what load has held back. If any LD may wait, this is called from the thread that calls load
    /// before that thread waits for anything.
    virtual void send_staged() noexcept {}
    /// Starts an EXEC, whose instruction must be prepared.
    virtual void exec(const ExecCall& call, Ticket ticket) noexcept = 0;
    /// Starts an ST: host tile <- register.
    virtual void store(const LiveRegister& source, const HostRectangle& destination,
                       Ticket ticket) noexcept = 0;
    /// Submits EXECs of a queue that the device has held back to submit several together. Called from the
    /// thread that calls exec for this queue, before that thread waits for anything.
    virtual void flush(QueueKind /*queue*/) noexcept {}
    /// Reports completions of a queue's EXECs that may be reported late, because no further EXEC follows.
    /// Called from the thread that calls exec for this queue.
    virtual void report_late(QueueKind /*queue*/) noexcept {}
    /// Called when everything that a run started has reported: the device need not keep anything for that
    /// run.
    virtual void end_run(std::uint64_t /*run*/) noexcept {}
    /// Waits until everything started has reported. Called only while no queue thread starts anything.
    virtual void drain() noexcept = 0;

    /// Allocates page-locked host memory, initialized to zero. Returns null if the device has no such memory.
    /// The memory may outlive the device. Thread-safe. Throws Error{out_of_memory}.
    virtual std::shared_ptr<PinnedMemory> allocate_pinned(std::int64_t /*bytes*/) { return nullptr; }

    /// Page-locks the caller's memory until the result is destroyed. The contents are unchanged. Returns null
    /// if the device cannot do so. Throws nothing.
    virtual std::shared_ptr<PinnedMemory> pin(std::byte* /*data*/, std::int64_t /*bytes*/) noexcept {
        return nullptr;
    }

    /// Returns true after an error that makes the device's context unusable.
    [[nodiscard]] virtual bool lost() const noexcept { return false; }
    /// Creates a new context. All DeviceMemory must be destroyed first. Throws Error{device_lost} if it
    /// cannot.
    virtual void recover() {}
};

}  // namespace hg
