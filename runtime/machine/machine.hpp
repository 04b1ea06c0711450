#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <hg/runtime/machine/bindings.hpp>
#include <hg/runtime/machine/device.hpp>
#include <hg/runtime/machine/observer.hpp>
#include <hg/runtime/machine/pinned_memory.hpp>
#include <hg/runtime/machine/run_journal.hpp>
#include <hg/runtime/machine/share_options.hpp>
#include <hg/runtime/program/program.hpp>

namespace hg {

/// How a machine is set up. The defaults are those of an empty environment.
struct MachineOptions {
    /// Devices, separated by commas: positions in list_devices(), parts of names (any case; all that match),
    /// or "host". Empty: all GPUs, else all other OpenCL devices, else the host device.
    std::string devices;
    /// Bytes of each device's memory that programs may use. 0: nine tenths of the device's memory.
    std::int64_t memory_limit = 0;
    /// Folder for compiled kernels. Empty: they are kept in memory only. Sessions also keep results of tuning
    /// and measured rates there.
    std::string cache_folder;
    /// Bytes of one chunk of pinned memory, and the number of chunks that each device has for LD and again
    /// for ST. If there is less pinned memory, there are fewer or smaller chunks.
    std::int64_t chunk_bytes = std::int64_t{8} << 20;
    int ring_chunks = 4;
    /// If there are several devices: additional chunks per device, for tiles that other devices
    /// have yet to send.
    int shared_chunks = 4;
    /// Threads that copy between callers' matrices and pinned memory, for all devices together. 0: half as
    /// many as there are cores, from 2 to 16.
    int staging_threads = 0;
    /// Which calls of a session the CPU's BLAS does at once, without the machine: those of fewer flops than a
    /// product of square matrices of this order. 0: no calls. Not given: calls that take the devices longer
    /// than the CPU, as far as is known (see Session).
    std::optional<std::int64_t> host_below;
    /// How the devices are shared with other processes of this node. If the number of those processes is
    /// known, each has an equal part of the memory that programs may use.
    ShareOptions share{};

    /// From HG_DEVICES, HG_MEMORY_LIMIT (bytes, or with K, M, G), HG_CACHE_DIR (if not set, the user's cache
    /// folder), HG_STAGING_THREADS, HG_HOST_BELOW, and the variables that ShareOptions reads. Throws
    /// Error{invalid_argument} with the variable's name if a value cannot be read.
    static MachineOptions from_environment();
};

/// A device that this process can use, before a machine is made of it.
struct DeviceListing {
    int position = 0;  ///< as in HG_DEVICES
    DeviceInfo info;
};

/// Every device: OpenCL devices in the order of their platforms, the host device last. A platform that does
/// not answer is left out and logged; it causes no exception.
std::vector<DeviceListing> list_devices();

/// The devices of this process with their queues.
///
/// Thread-safe: several threads may run programs at once, first come first served. Up to 4 runs are under way
/// together: a run begins while those before it still compute and store, if the devices' memory holds all
/// their slots. Runs that touch the same host memory follow one after the other, in the order in which they
/// came, if one of them stores there.
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

    [[nodiscard]] std::size_t device_count() const noexcept;
    [[nodiscard]] const DeviceInfo& device(std::size_t i) const;
    /// The machine as numbers. The rates are first guesses by kind of device.
    [[nodiscard]] const Target& target() const noexcept;

    /// The same, with the CPU as one more device after those of the machine: for programs that leave the
    /// CPU some work, such as the panels of a factorization. The CPU's memory and threads are made when
    /// a program uses it.
    [[nodiscard]] Target target_with_host() const;

    /// Compiles all kernels of a program and reserves its device memory, so that run() need not.
    void prepare(const Program& program);

    /// Runs a program to its end. Bindings are checked before anything is touched.
    ///
    /// Throws Error{invalid_argument} if bindings do not fit, Error{out_of_memory} if the program was made
    /// for larger devices, Error{build_failed}, Error{device_failed}, Error{device_lost}. After an error
    /// `journal`, if given, says what was stored and which devices failed.
    void run(const Program& program, const Bindings& bindings, Observer* observer = nullptr,
             RunJournal* journal = nullptr);

    /// False if the device was lost in a run and has no new context yet.
    [[nodiscard]] bool available(std::size_t i) const noexcept;
    /// Tries to give each lost device a new context. A device whose driver refuses stays lost;
    /// the log says so.
    void recover();

    /// Page-locked memory. Transfers from and to it need no staging. It may outlive
    /// the machine. Throws Error{out_of_memory}.
    [[nodiscard]] std::shared_ptr<PinnedMemory> allocate_pinned(std::int64_t bytes);

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
    class ReadyRun;
    explicit Machine(std::unique_ptr<State> state);
    void run_to_end(const Program& program, const Bindings& bindings, Observer* observer,
                    RunJournal* journal);
    std::unique_ptr<State> state_;
};

}  // namespace hg
