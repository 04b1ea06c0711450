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
/// Thread-safe: several threads may run programs concurrently, first come, first served. At most 4 runs are
/// in flight at a time. A run begins while earlier runs still compute and store, provided that the devices'
/// memory holds the slots of all of them. Runs that touch the same host memory run one after another, in the
/// order in which they arrived, if one of them stores there. The same holds for runs that bind the same
/// resident memory, if one of them writes to it.
///
/// A failing command cancels its own run and no other. Nothing new of that run starts, commands that have
/// started complete, and run() throws the error. The machine remains usable. A lost device gets a new context
/// at the next run that uses it. If the driver provides none, that run throws Error{device_lost}.
///
/// A machine serves the process that created it until exit() begins. After that, and in children made by
/// fork, its functions throw Error{device_lost} immediately, and destroying it destroys nothing. exit() waits
/// at most two seconds for runs in flight.
class Machine {
  public:
    /// Throws Error{invalid_argument} if options.devices matches no device; the message lists the devices
    /// that exist. Throws Error{io} if sharing is requested and the folder of its locks is not private.
    explicit Machine(const MachineOptions& options = MachineOptions::from_environment());
    /// Creates a machine from the given devices, which it shares with no other process. For tests.
    explicit Machine(std::vector<std::unique_ptr<Device>> devices, const MachineOptions& options = {});
    ~Machine();
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    /// Returns the number of devices that the machine uses, including lost ones. The CPU of
    /// target_with_host() does not count.
    [[nodiscard]] std::size_t device_count() const noexcept;
    /// Returns what the device at position `i` < device_count() reports about itself.
    [[nodiscard]] const DeviceInfo& device(std::size_t i) const;
    /// Returns the machine as numbers. The rates are first guesses for each kind of device.
    [[nodiscard]] const Target& target() const noexcept;

    /// The same, with the CPU as one more device after those of the machine: for programs that leave some
    /// work to the CPU, such as the panels of a factorization. The CPU device's memory and threads are
    /// created when a program uses it.
    [[nodiscard]] Target target_with_host() const;

    /// Compiles all kernels of a program and reserves its device memory in advance, so that run() need not.
    void prepare(const Program& program);
    /// Returns false if prepare() would have to compile, because a kernel is neither in memory nor in the
    /// cache folder. Waits for compilations in other threads.
    [[nodiscard]] bool is_compiled(const Program& program) const;

    /// Runs a program to completion. Bindings are checked before anything is touched.
    ///
    /// Throws Error{invalid_argument} if the bindings do not match the program, Error{out_of_memory} if the
    /// program was built for larger devices, Error{build_failed}, Error{device_failed}, or
    /// Error{device_lost}. After an error, `journal` (if given) says what was stored and which devices
    /// failed.
    ///
    /// If HG_TRACE named a file when the machine was created, the run is added to the trace in that file. If
    /// the trace cannot be written, hg logs a warning and throws no error.
    void run(const Program& program, const Bindings& bindings, Observer* observer = nullptr,
             RunJournal* journal = nullptr);
    /// The same without the HG_TRACE trace, for runs that measure.
    void run_untraced(const Program& program, const Bindings& bindings, Observer* observer = nullptr,
                      RunJournal* journal = nullptr);

    /// Makes reports in the HG_TRACE trace use these rates, for example measured ones, instead of those of
    /// target(). `rates` is called at the beginning of each traced run. Call this before the first run.
    void report_with(std::function<const Target&()> rates);

    /// Returns the number of threads that copy between callers' matrices and pinned memory; 1 if the machine
    /// was created from given devices.
    [[nodiscard]] int staging_threads() const noexcept;
    /// Changes this number, at most to the number of cores. Has no effect if MachineOptions::staging_threads
    /// chose it. Meant for measurements and for what they found.
    void set_staging_threads(int threads) noexcept;

    /// Returns false if the device was lost in a run and has no new context yet.
    [[nodiscard]] bool available(std::size_t i) const noexcept;
    /// Tries to give each lost device a new context. If a driver refuses, its device stays lost and hg logs
    /// this.
    void recover();

    /// Allocates page-locked memory. Transfers to and from it need no staging. It may outlive the machine.
    /// Throws Error{out_of_memory}.
    [[nodiscard]] std::shared_ptr<PinnedMemory> allocate_pinned(std::int64_t bytes);

    /// Allocates memory of device `device` < device_count() for resident registers of `elements` elements of
    /// a type. Each column counts with its full leading dimension. A lost device first gets a new context.
    ///
    /// Throws Error{invalid_argument} if there is no such device or elements < 1. Throws Error{out_of_memory}
    /// if the device's memory cannot hold it in addition to the existing resident memory. Throws
    /// Error{device_lost} if the driver provides no new context.
    [[nodiscard]] ResidentMemory allocate_resident(std::size_t device, ElementType type,
                                                   std::int64_t elements);

    /// Pins the caller's own memory until it is unregistered: transfers to and from matrices in it need no
    /// staging. Its contents are unchanged. If no device can pin it, nothing is pinned. Waits for runs in
    /// flight.
    ///
    /// Throws Error{invalid_argument} if `data` is null, if bytes < 1, or if the process has no memory at
    /// some address of the range. Throws the same error if all or part of the range is already pinned or
    /// registered.
    void register_memory(void* data, std::int64_t bytes);
    /// Ends the registration. Call this before you free the memory. Waits for runs in flight. Throws
    /// Error{invalid_argument} if no registered range begins at `data`.
    void unregister_memory(void* data);

    /// Returns true if all of [data, data + bytes) is pinned or registered: transfers to and from it need no
    /// staging.
    [[nodiscard]] bool is_pinned(const void* data, std::int64_t bytes) const;

    /// Releases all device memory that no run uses. Without trim(), at the end of each run a machine caches
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
