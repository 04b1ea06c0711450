#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "runtime/machine/bindings.hpp"
#include "runtime/machine/device.hpp"
#include "runtime/machine/observer.hpp"
#include "runtime/machine/pinned_memory.hpp"
#include "runtime/machine/run_journal.hpp"
#include "runtime/machine/share_options.hpp"
#include "runtime/program/program.hpp"

namespace hg {

/// How a machine is set up. The defaults are those of an empty environment.
struct MachineOptions {
    /// Devices, comma-separated: positions in list_devices(), parts of names (any case; all that match),
    /// "host". Empty: all GPUs, else all other OpenCL devices, else the host device.
    std::string devices;
    /// Bytes of each device's memory that programs may use; 0: nine tenths of what it has.
    std::int64_t memory_limit = 0;
    /// Folder for compiled kernels; empty: kept in memory only. Sessions keep results of tuning and measured
    /// rates there too.
    std::string cache_folder;
    /// Bytes of one chunk of pinned memory, and chunks that each device has for LD and again for ST. Where
    /// there is less pinned memory, there are fewer chunks or smaller ones.
    std::int64_t chunk_bytes = std::int64_t{8} << 20;
    int ring_chunks = 4;
    /// Chunks more a device, where there are several, for tiles that other devices are yet to send.
    int shared_chunks = 4;
    /// Threads that copy between callers' matrices and pinned memory, for all devices; 0: half as many as
    /// there are cores, from 2 to 16.
    int staging_threads = 0;
    /// What sessions have the CPU's BLAS do at once, without the machine: calls of fewer flops than a product
    /// of square matrices of this order; 0: none. Not given: calls that take the devices longer, by what is
    /// known of them (see Session).
    std::optional<std::int64_t> host_below;
    /// How the devices are shared with other processes of this node. Where their number is known, each has an
    /// equal part of the memory that programs may use.
    ShareOptions share{};

    /// From HG_DEVICES, HG_MEMORY_LIMIT (bytes, or with K, M, G), HG_CACHE_DIR (else the user's cache
    /// folder), HG_STAGING_THREADS, HG_HOST_BELOW, and what ShareOptions reads. Throws
    /// Error{invalid_argument} naming the variable for a value that cannot be read.
    static MachineOptions from_environment();
};

/// A device this process can use, before a machine is made of it.
struct DeviceListing {
    int position = 0;  ///< as in HG_DEVICES
    DeviceInfo info;
};

/// Every device: OpenCL devices in the order of their platforms, the host device last. Never throws for a
/// platform that does not answer: it is left out and logged.
std::vector<DeviceListing> list_devices();

/// The devices of this process with their queues.
///
/// Thread-safe: several threads may run programs at once, first come first served. A run begins while those
/// before it still compute and store, up to 4 together, where the devices' memory holds all their slots; runs
/// that touch the same host memory, one of them storing there, are under way one after the other, in the
/// order they came.
///
/// A failing command cancels its run, and no other: nothing new of it starts, what has started ends, and
/// run() throws the error. The machine is usable afterwards; a device that was lost gets a new context at the
/// next run that uses it, which throws Error{device_lost} where the driver gives none.
///
/// A machine serves the process that made it until exit() begins. In children made by fork, and afterwards,
/// its functions throw Error{device_lost} at once, and destroying it destroys nothing. exit() waits for the
/// runs under way, two seconds at most.
class Machine {
  public:
    /// Throws Error{invalid_argument} where options.devices names no device, listing those there are;
    /// Error{io} where sharing is asked for and the folder of its locks is not private.
    explicit Machine(const MachineOptions& options = MachineOptions::from_environment());
    /// A machine of given devices, which it shares with nobody (tests).
    explicit Machine(std::vector<std::unique_ptr<Device>> devices, const MachineOptions& options = {});
    ~Machine();
    Machine(const Machine&) = delete;
    Machine& operator=(const Machine&) = delete;

    [[nodiscard]] std::size_t device_count() const noexcept;
    [[nodiscard]] const DeviceInfo& device(std::size_t i) const;
    /// The machine as numbers, with rates from first guesses by kind of device.
    [[nodiscard]] const Target& target() const noexcept;

    /// The same with the CPU as one more device behind those of the machine, for programs that leave it work,
    /// such as the panels of a factorization. Its memory and threads are made when a program uses it.
    [[nodiscard]] Target target_with_host() const;

    /// Compiles all kernels of a program and reserves its device memory, so that run() need not.
    void prepare(const Program& program);

    /// Runs a program to its end. Bindings are checked before anything is touched.
    /// Throws Error{invalid_argument} for bindings that do not fit, Error{out_of_memory} for a program made
    /// for larger devices, Error{build_failed}, Error{device_failed}, Error{device_lost}.
    /// Then `journal`, where given, tells what was stored, and which devices failed.
    void run(const Program& program, const Bindings& bindings, Observer* observer = nullptr,
             RunJournal* journal = nullptr);

    /// False for a device that was lost in a run, until it has a new context.
    [[nodiscard]] bool available(std::size_t i) const noexcept;
    /// Tries to give each lost device a new context. A device whose driver refuses stays lost, with a line in
    /// the log.
    void recover();

    /// Page-locked memory, registered so that transfers from and to it skip staging. May outlive the machine.
    /// Throws Error{out_of_memory}.
    [[nodiscard]] std::shared_ptr<PinnedMemory> allocate_pinned(std::int64_t bytes);

    /// Pins the caller's own memory, whose contents stay as they are, until it is unregistered: transfers
    /// from and to matrices in it skip staging. Works, and does nothing, where no device can. Waits for the
    /// runs under way. Throws Error{invalid_argument} for null, bytes < 1, a range in which the process has
    /// no memory at some address, and memory that is pinned or registered already, in part or whole.
    void register_memory(void* data, std::int64_t bytes);
    /// Ends that. Before the memory is freed. Waits for the runs under way.
    /// Throws Error{invalid_argument} where no registered range begins at `data`.
    void unregister_memory(void* data);

    /// True where all of [data, data + bytes) is pinned or registered: transfers from and to it skip staging.
    [[nodiscard]] bool is_pinned(const void* data, std::int64_t bytes) const;

    /// Gives back all device memory that no run uses. Without it, what is kept for runs to come is at most
    /// 1.25 times what the largest runs of the last minute needed, at the end of each run.
    void trim();

  private:
    struct State;
    class ReadyRun;
    explicit Machine(std::unique_ptr<State> state);
    void run_to_end(const Program& program, const Bindings& bindings, Observer* observer,
                    RunJournal* journal);
    std::unique_ptr<State> state_;
};

}  // namespace hg
