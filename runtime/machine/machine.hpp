#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <hg/runtime/machine/bindings.hpp>
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/device_listing.hpp>
#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/machine/options.hpp>
#include <hg/runtime/machine/pinned_memory.hpp>
#include <hg/runtime/machine/resident_memory.hpp>
#include <hg/runtime/machine/run_journal.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// The devices of this process with their queues.
///
/// Thread-safe: several threads may run programs at once, first come first served. Up to 4 runs are under way
/// together: a run begins while those before it still compute and store, if the devices' memory holds all
/// their slots. Runs that touch the same host memory follow one after the other, in the order in which they
/// came, if one of them stores there. The same holds for runs that bind the same resident
/// memory, if one of them writes to it.
///
/// A failing command cancels its run, and no other. Nothing new of the run starts, what has started ends, and
/// run() throws the error. The machine is usable afterwards. A lost device gets a new context at the next run
/// that uses it. If the driver gives none, that run throws Error{device_lost}.
///
/// A machine serves the process that made it until exit() begins. In children made by fork, and afterwards,
/// its functions throw Error{device_lost} at once, and destroying it destroys nothing. exit() waits for the
/// runs under way, two seconds at most.
class Machine {
  public:
    /// Throws Error{invalid_argument} if options.devices names no device; the message lists the devices that
    /// exist. Throws Error{io} if sharing is asked for and the folder of its locks is not private.
    explicit Machine(const MachineOptions& options = MachineOptions::from_environment());
    /// A machine of given devices that it shares with no other process, for tests.
    explicit Machine(std::vector<std::unique_ptr<Device>> devices, const MachineOptions& options = {});
    ~Machine();
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    /// The devices it uses, lost ones too. The CPU of target_with_host() does not count.
    [[nodiscard]] std::size_t device_count() const noexcept;
    /// What the device at position `i` < device_count() says of itself.
    [[nodiscard]] const DeviceInfo& device(std::size_t i) const;
    /// The machine as numbers. The rates are first guesses by kind of device.
    [[nodiscard]] const Target& target() const noexcept;

    /// The same, with the CPU as one more device after those of the machine: for programs that leave the
    /// CPU some work, such as the panels of a factorization. The CPU's memory and threads are made when
    /// a program uses it.
    [[nodiscard]] Target target_with_host() const;

    /// Compiles all kernels of a program and reserves its device memory, so that run() need not.
    void prepare(const Program& program);
    /// False if prepare() would have to compile: a kernel is neither in memory nor in the cache folder. Waits
    /// for what other threads compile.
    [[nodiscard]] bool is_compiled(const Program& program) const;

    /// Runs a program to its end. Bindings are checked before anything is touched.
    ///
    /// Throws Error{invalid_argument} if bindings do not fit, Error{out_of_memory} if the program was made
    /// for larger devices, Error{build_failed}, Error{device_failed}, Error{device_lost}. After an error
    /// `journal`, if given, says what was stored and which devices failed.
    ///
    /// If HG_TRACE named a file when the machine was made, the run is added to the trace in it. A trace that
    /// cannot be written costs a warning in the log, and no error.
    void run(const Program& program, const Bindings& bindings, Observer* observer = nullptr,
             RunJournal* journal = nullptr);
    /// The same without that trace, for runs that measure.
    void run_untraced(const Program& program, const Bindings& bindings, Observer* observer = nullptr,
                      RunJournal* journal = nullptr);

    /// Reports in the trace of HG_TRACE use these rates instead of those of target(), for example measured
    /// ones. `rates` is called at the begin of each traced run. Call this before the first run.
    void report_with(std::function<const Target&()> rates);

    /// False if the device was lost in a run and has no new context yet.
    [[nodiscard]] bool available(std::size_t i) const noexcept;
    /// Tries to give each lost device a new context. A device whose driver refuses stays lost;
    /// the log says so.
    void recover();

    /// Page-locked memory. Transfers from and to it need no staging. It may outlive
    /// the machine. Throws Error{out_of_memory}.
    [[nodiscard]] std::shared_ptr<PinnedMemory> allocate_pinned(std::int64_t bytes);

    /// Memory of device `device` < device_count() for resident registers of `elements` elements of a type, each column
    /// counted up to the leading dimension. A device that was lost is given a new context first.
    ///
    /// Throws Error{invalid_argument} if there is no such device or elements < 1, Error{out_of_memory} if the
    /// device's memory does not hold it beside the resident memory that is there, Error{device_lost} if the driver
    /// gives no new context.
    [[nodiscard]] ResidentMemory allocate_resident(std::size_t device, ElementType type,
                                                   std::int64_t elements);

    /// Pins the caller's own memory until it is unregistered: transfers from and to matrices in it need no
    /// staging. Its contents stay as they are. If no device can pin it, nothing is
    /// pinned. Waits for the runs under way.
    ///
    /// Throws Error{invalid_argument} if `data` is null, if bytes < 1, if the process has no memory at some
    /// address of the range, or if the range, in part or whole, is pinned or registered already.
    void register_memory(void* data, std::int64_t bytes);
    /// Ends the registration. Call it before the memory is freed. Waits for the runs under way. Throws
    /// Error{invalid_argument} if no registered range begins at `data`.
    void unregister_memory(void* data);

    /// True if all of [data, data + bytes) is pinned or registered: transfers from and to it need no staging.
    [[nodiscard]] bool is_pinned(const void* data, std::int64_t bytes) const;

    /// Gives back all device memory that no run uses. Without trim(), at the end of each run a machine keeps
    /// at most 1.25 times the device memory that the largest runs of the last minute needed.
    void trim();

  private:
    struct State;
    explicit Machine(std::unique_ptr<State> state);
    void run_to_end(const Program& program, const Bindings& bindings, Observer* observer,
                    RunJournal* journal);
    std::unique_ptr<State> state_;
};

}  // namespace hg
