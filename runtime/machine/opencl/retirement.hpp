#pragma once

#include <atomic>
#include <condition_variable>
#include <exception>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "runtime/machine/device/device_clock.hpp"
#include "runtime/machine/opencl/opencl_error.hpp"
#include "runtime/machine/staging/copy_threads.hpp"
#include "runtime/machine/staging/staging_pool.hpp"
#include "runtime/machine/staging/transfer_lane.hpp"
#include <hg/runtime/machine/device.hpp>

namespace hg {

/// A command under way on an OpenCL queue, or a part of one.
struct Retiree {
    Ticket ticket;
    std::vector<Ticket> before{};  ///< commands of the same queue that end no later
    cl::Event event{};             ///< none if the command could not be started
    std::exception_ptr error{};    ///< why it could not
    std::int64_t bytes = 0;        ///< that it moves
    StagingPool::Lease chunk{};    ///< in use until it ends
    TransferLane::Pass pass{};
    ColumnCopy copy_out{};                    ///< what to copy out of the chunk then, if anything
    std::unique_ptr<ColumnJob> population{};  ///< of the memory it is copied to, begun
    std::int64_t stored = 0;  ///< bytes of an ST's tile that are in place then, if it goes in parts
    bool last = true;         ///< the last part of its command: its end is the command's
};

/// A thread that waits for the commands of one OpenCL queue in order and reports their ends. A started
/// command must not wait for its queue thread, which may be waiting for another; a driver's callback thread
/// is shared by all of a process's devices.
class Retirement {
  public:
    /// At most `capacity` commands (or parts) are under way. Throws Error{out_of_memory} if there is no
    /// thread to be had.
    Retirement(OpenClHealth& health, DeviceClock& clock, std::size_t capacity, CopyThreads& threads);
    ~Retirement();
    Retirement(const Retirement&) = delete;
    Retirement& operator=(const Retirement&) = delete;

    /// Waits while there are `capacity` commands under way.
    void push(Retiree&& retiree) noexcept;
    /// Returns when all that was pushed has been reported.
    void drain() noexcept;

  private:
    void serve() noexcept;
    void retire(Retiree& retiree) noexcept;
    void finish(Retiree& retiree);
    void copy_out(Retiree& retiree);
    void end_population(Retiree& retiree) noexcept;
    void report_device_time(const Retiree& retiree);

    OpenClHealth& health_;
    DeviceClock& clock_;
    CopyThreads& threads_;
    // Of the command whose parts are retiring:
    std::exception_ptr failure_;  ///< its first error
    bool drops_ = false;          ///< an ST of which nothing is stored, as one before it has failed

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Retiree> ring_;  ///< fixed size: pushing allocates nothing
    std::size_t first_ = 0;
    std::atomic<std::size_t> count_{0};  ///< changes under the mutex
    std::atomic<bool> ended_{false};
    std::thread thread_;
};

}  // namespace hg
