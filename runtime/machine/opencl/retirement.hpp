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

/// A command, or a part of one, that is in progress on an OpenCL queue.
struct Retiree {
    Ticket ticket;
    std::vector<Ticket> before{};  ///< commands of the same queue that end no later
    cl::Event event{};             ///< none if the command could not be started
    std::exception_ptr error{};    ///< the reason why it could not
    std::int64_t bytes = 0;        ///< the bytes that it moves
    StagingPool::Lease chunk{};    ///< in use until it ends
    TransferLane::Pass pass{};
    ColumnCopy copy_out{};                    ///< the copy from the chunk afterwards, if any
    std::unique_ptr<ColumnJob> population{};  ///< populates the destination of that copy; already begun
    std::int64_t stored = 0;  ///< the bytes of an ST's tile that are then stored, if it is stored in parts
    bool last = true;         ///< this is the last part of its command, whose end is the command's end
};

/// A thread that waits for the commands of one OpenCL queue in order and reports their ends. The queue's own
/// thread cannot do this, because it may be waiting for another command; nor can a driver's callback thread,
/// because all devices of the process share it.
class Retirement {
  public:
    /// At most `capacity` commands or parts are in progress. Throws Error{out_of_memory} if no thread can be
    /// created.
    Retirement(OpenClHealth& health, DeviceClock& clock, std::size_t capacity, CopyThreads& threads);
    ~Retirement();
    Retirement(const Retirement&) = delete;
    Retirement& operator=(const Retirement&) = delete;

    /// Waits while `capacity` commands are in progress.
    void push(Retiree&& retiree) noexcept;
    /// Returns when all pushed commands have been reported.
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
    // The state of the command whose parts are ending:
    std::exception_ptr failure_;  ///< its first error
    bool drops_ = false;  ///< it is an ST of which nothing is stored, because an earlier one has failed

    std::mutex mutex_;
    std::condition_variable changed_;
    std::vector<Retiree> ring_;  ///< of fixed size, so that push() need not allocate
    std::size_t first_ = 0;
    std::atomic<std::size_t> count_{0};  ///< changes under the mutex
    std::atomic<bool> ended_{false};
    std::thread thread_;
};

}  // namespace hg
