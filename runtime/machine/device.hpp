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

/// What a device reports about itself.
struct DeviceInfo {
    std::string name;      ///< as the driver says, for example "NVIDIA H200"
    std::string vendor;    ///< as the driver says, for example "NVIDIA Corporation"
    std::string platform;  ///< for example "NVIDIA CUDA"; "host" for the host device
    std::string driver;    ///< driver version
    std::string version;   ///< for example "OpenCL 3.0 CUDA"
    /// A name that no other device of this computer has, the same in every process, whatever devices the
    /// process sees: "uuid-.." or "pci-..", else made of platform, name and number.
    std::string identity;
    bool is_host = false;             ///< the CPU through host implementations, without OpenCL
    bool is_gpu = false;              ///< else a CPU or an accelerator of another kind
    bool unified_memory = false;      ///< it shares its memory with the CPU
    bool has_f64 = true;              ///< runs double precision kernels
    bool has_f16 = false;             ///< OpenCL's half: cl_khr_fp16
    std::int64_t memory = 0;          ///< bytes
    std::int64_t largest_buffer = 0;  ///< bytes
    std::int64_t local_memory = 0;    ///< bytes per work-group
    std::int64_t max_work_group = 1;  ///< work-items
    std::int64_t compute_units = 1;   ///< as the driver counts them; cores of the host device
    std::int64_t largest_clock = 0;   ///< MHz; 0: not known
    DeviceTraits traits;              ///< what kernels are chosen by
};

/// A piece of a device's memory. It is freed on destruction.
class DeviceMemory {
  public:
    DeviceMemory() = default;
    DeviceMemory(const DeviceMemory&) = delete;
    DeviceMemory& operator=(const DeviceMemory&) = delete;
    virtual ~DeviceMemory() = default;
};

/// A register at run time: its shape and the memory of its slot. The register begins shape.first_byte() bytes
/// from the start of `memory`.
struct LiveRegister {
    Register shape;                  ///< as in the program
    DeviceMemory* memory = nullptr;  ///< of its slot
};

/// LDs of one host tile by several devices, as Program::shared_load finds them. What one device stages, the
/// others send too. With fewer than two members it is no group.
struct LoadGroup {
    std::uint64_t run = 0;     ///< groups are numbered in each run
    std::uint32_t number = 0;  ///< as Program::shared_load() gives it
    std::int64_t members = 0;  ///< LDs in the group, each of another device
};

/// A host tile of rows x cols elements at run time. Element (i, j) lies at
/// data + (i + j * ld) * element_size.
struct HostRectangle {
    std::byte* data = nullptr;        ///< the first element
    std::int64_t rows = 0;            ///< elements
    std::int64_t cols = 0;            ///< elements
    std::int64_t ld = 0;              ///< elements from one column to the next
    std::int64_t element_size = 8;    ///< bytes
    TilePart part = TilePart::whole;  ///< what a transfer touches
    bool pinned = false;              ///< it lies in pinned memory
    LoadGroup group{};                ///< for an LD
    /// For an LD: the device may keep back the end of it until the next call of load or send_staged, so that it can
    /// prepare the next LD meanwhile.
    bool may_wait = false;
    /// For an ST: EXECs of its device that must have ended before it starts, as in ExecCall.
    std::span<const CommandId> after{};

    /// Transfers need no staging. No device leaves out a triangle: the host does, when it copies.
    [[nodiscard]] bool goes_straight() const noexcept { return pinned && part == TilePart::whole; }
    /// Bytes of all its elements, without the gaps between columns.
    [[nodiscard]] std::int64_t bytes() const noexcept { return rows * cols * element_size; }
};

/// An EXEC at run time.
struct ExecCall {
    const Instruction* instruction = nullptr;  ///< was prepared before
    std::span<const LiveRegister> registers;   ///< its operands in order; valid during the call alone
    std::span<const ScalarValue> scalars;      ///< likewise
    /// Nobody waits for the end of this call alone: a device may report it together with the end
    /// of a later one.
    bool may_report_late = false;
    QueueKind queue = QueueKind::exec;  ///< exec or exec2
    /// LDs of the device and EXECs of its other queue that must have ended before this one starts. The sink knows of all of
    /// them that they have been given to the device. Valid during the call alone.
    std::span<const CommandId> after{};
    bool awaited_beside = false;  ///< it will be in `after` of others, STs too
    bool guarded = false;         ///< the instruction's guards look at its operands before it runs
};

/// A stretch of work that a device reports while it runs a command. Times are nanoseconds of
/// the host clock (steady_clock).
struct WorkSpan {
    bool on_device = false;     ///< on the link or in a kernel; else a staging copy by the host
    std::int64_t begin_ns = 0;  ///< steady_clock
    std::int64_t end_ns = 0;    ///< steady_clock
    std::int64_t bytes = 0;     ///< moved; 0 for a kernel
};

/// Receives the ends of commands. Called from any of a device's threads.
class CompletionSink {
  public:
    CompletionSink() = default;
    CompletionSink(const CompletionSink&) = delete;
    CompletionSink& operator=(const CompletionSink&) = delete;
    virtual ~CompletionSink() = default;

    /// The command ended; `error` is null if it succeeded. Called exactly once for each started command.
    virtual void completed(CommandId command, std::exception_ptr error) noexcept = 0;
    /// The device has an LD or an EXEC. What it orders itself may be given to it now. For devices whose commands go on after the
    /// call that starts them.
    virtual void given(CommandId /*command*/) noexcept {}
    /// The device refuses an EXEC. completed() follows with the same error once those before it have ended, and may come too
    /// late: later EXECs of its queue do not wait for it, and must not be started. Called by the thread that started the EXEC.
    virtual void refused(CommandId /*command*/, std::exception_ptr /*error*/) noexcept {}
    /// The first `bytes` bytes of an ST's tile have reached the caller's memory, and nothing of the rest.
    /// Bytes are counted column by column without gaps. For transfers that go in parts. completed() without
    /// an error implies the whole tile.
    virtual void stored(CommandId /*command*/, std::int64_t /*bytes*/) noexcept {}
    /// True if an ST before this one in its queue has failed: then nothing of this one may be stored. STs of a device reach
    /// the caller's memory in their order.
    [[nodiscard]] virtual bool drops(CommandId /*store*/) const noexcept { return false; }
    /// In the place of completed(): nothing of an ST was stored, since drops() was true when its turn came.
    virtual void dropped(CommandId store) noexcept { completed(store, nullptr); }
    /// Part of the command's work was done. Called only if wants_spans() is true.
    virtual void spent(CommandId command, const WorkSpan& span) noexcept = 0;
    /// True if somebody watches the run: measuring costs time.
    [[nodiscard]] virtual bool wants_spans() const noexcept = 0;
};

/// The command that an operation belongs to, and the sink that is told of its end.
struct Ticket {
    CompletionSink* sink = nullptr;  ///< lives until the operation has reported
    CommandId command{};             ///< what the sink is told
};

/// A device with its memory and the back ends of its queues. load, store and, for each of its two queues, exec are
/// called from one thread of their own, in order. They start the work and may return before it ends. Each started
/// operation reports to its ticket once, also if it fails. These functions throw nothing.
///
/// exec runs in call order within a queue: a later exec sees the results of an earlier one without
/// waiting for its completion. Those of the other queue may run at the same time.
class Device {
  public:
    Device() = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    virtual ~Device() = default;

    /// What it says of itself.
    [[nodiscard]] virtual const DeviceInfo& info() const noexcept = 0;

    /// Throws Error{out_of_memory} or Error{device_failed}.
    virtual std::unique_ptr<DeviceMemory> allocate(std::int64_t bytes) = 0;
    /// Makes an instruction ready to run: compiles its kernel, or takes it from the cache. Throws
    /// Error{build_failed} with the compiler's log.
    virtual void prepare(const Instruction& instruction) = 0;
    /// Makes several ready, at once if the device can. Throws as prepare() does.
    virtual void prepare_all(std::span<const Instruction* const> instructions) {
        for (const Instruction* const instruction : instructions) prepare(*instruction);
    }
    /// False if prepare() would have to compile.
    virtual bool is_compiled(const Instruction& /*instruction*/) { return true; }

    /// Starts an LD: register <- host tile.
    virtual void load(const HostRectangle& source, const LiveRegister& destination,
                      Ticket ticket) noexcept = 0;
    /// Sends what load has kept back. Called from the thread that calls load, before it waits for anything, if any LD
    /// may wait.
    virtual void send_staged() noexcept {}
    /// Starts an EXEC. Its instruction was prepared.
    virtual void exec(const ExecCall& call, Ticket ticket) noexcept = 0;
    /// Starts an ST: host tile <- register.
    virtual void store(const LiveRegister& source, const HostRectangle& destination,
                       Ticket ticket) noexcept = 0;
    /// Hands over a queue's EXECs that it has kept back to hand over several together. Called from the thread that calls exec for
    /// this queue, before it waits for anything.
    virtual void flush(QueueKind /*queue*/) noexcept {}
    /// Reports the ends of a queue's EXECs that may be reported late, since none follows. Called from the
    /// thread that calls exec for this queue.
    virtual void report_late(QueueKind /*queue*/) noexcept {}
    /// Called when everything that a run has started has reported: nothing need be kept for
    /// that run any longer.
    virtual void end_run(std::uint64_t /*run*/) noexcept {}
    /// Waits until everything started has reported. Called when no queue thread starts anything.
    virtual void drain() noexcept = 0;

    /// Page-locked host memory, filled with zeros. Null if the device has no such memory. It may outlive the
    /// device. Thread-safe. Throws Error{out_of_memory}.
    virtual std::shared_ptr<PinnedMemory> allocate_pinned(std::int64_t /*bytes*/) { return nullptr; }

    /// Page-locks the caller's memory until the result is destroyed. The contents stay as they are. Null if
    /// the device cannot. Throws nothing.
    virtual std::shared_ptr<PinnedMemory> pin(std::byte* /*data*/, std::int64_t /*bytes*/) noexcept {
        return nullptr;
    }

    /// True after an error that leaves the device's context unusable.
    [[nodiscard]] virtual bool lost() const noexcept { return false; }
    /// Makes a new context. All DeviceMemory must be destroyed before. Throws
    /// Error{device_lost} if it cannot.
    virtual void recover() {}
};

}  // namespace hg
