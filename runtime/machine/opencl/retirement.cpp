#include "runtime/machine/opencl/retirement.hpp"

#include <utility>

#include "runtime/threads/spin_wait.hpp"
#include "runtime/threads/start_thread.hpp"

namespace hg {
namespace {

/// The pause between two commands of a busy queue.
constexpr std::chrono::microseconds kBusy{50};

}  // namespace

Retirement::Retirement(OpenClHealth& health, DeviceClock& clock, std::size_t capacity, CopyThreads& threads)
    : health_(health),
      clock_(clock),
      threads_(threads),
      ring_(capacity),
      thread_(start_thread("a queue of an OpenCL device", [this] { serve(); })) {}

Retirement::~Retirement() {
    {
        const std::lock_guard lock(mutex_);
        ended_ = true;
    }
    changed_.notify_all();
    thread_.join();
}

void Retirement::push(Retiree&& retiree) noexcept {
    {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return count_ < ring_.size(); });
        ring_[(first_ + count_) % ring_.size()] = std::move(retiree);
        ++count_;
    }
    changed_.notify_all();
}

void Retirement::drain() noexcept {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return count_ == 0; });
}

void Retirement::serve() noexcept {
    const auto any = [&] { return count_ > 0 || ended_; };
    std::unique_lock lock(mutex_, std::defer_lock);
    while (true) {
        spin_until(kBusy, any);
        lock.lock();
        changed_.wait(lock, any);
        if (count_ == 0) return;
        Retiree& oldest = ring_[first_];
        lock.unlock();
        retire(oldest);
        lock.lock();
        first_ = (first_ + 1) % ring_.size();
        --count_;
        changed_.notify_all();
        lock.unlock();
    }
}

void Retirement::retire(Retiree& retiree) noexcept {
    std::exception_ptr error = std::move(retiree.error);
    if (!error) {
        try {
            finish(retiree);
        } catch (...) {
            error = health_.current_failure(OpenClStage::completion, "a command on the device");
        }
    }
    end_population(retiree);
    for (const Ticket& before : retiree.before) before.sink->completed(before.command, error);
    const Ticket ticket = retiree.ticket;
    const bool last = retiree.last;
    retiree = {};
    if (error && !failure_) failure_ = std::move(error);
    if (!last) return;
    if (std::exchange(drops_, false) && !failure_)
        ticket.sink->dropped(ticket.command);
    else
        ticket.sink->completed(ticket.command, std::exchange(failure_, nullptr));
}

void Retirement::report_device_time(const Retiree& retiree) {
    try {
        clock_.observe(retiree.event);
        retiree.ticket.sink->spent(retiree.ticket.command, clock_.span(retiree.event, retiree.bytes));
    } catch (const cl::Error&) {
        // A driver that does not report times leaves a gap in the trace.
    }
}

void Retirement::finish(Retiree& retiree) {
    if (retiree.event() == nullptr) return;
    try {
        retiree.event.wait();
    } catch (const cl::Error& error) {
        // The event's own status is more informative than "an event failed".
        if (error.err() != CL_EXEC_STATUS_ERROR_FOR_EVENTS_IN_WAIT_LIST) throw;
    }
    const cl_int status = retiree.event.getInfo<CL_EVENT_COMMAND_EXECUTION_STATUS>();
    if (status < 0) throw cl::Error(status, "command");
    const bool timed = retiree.ticket.sink->wants_spans();
    if (timed) report_device_time(retiree);
    if (retiree.copy_out.columns == 0) return;
    const bool is_first = retiree.stored == retiree.copy_out.bytes();
    if (is_first) drops_ = retiree.ticket.sink->drops(retiree.ticket.command);
    // After a failed part, nothing more of its tile is stored, so that the stored bytes are always the
    // beginning of the tile without gaps.
    if (!failure_ && !drops_) copy_out(retiree);
}

void Retirement::copy_out(Retiree& retiree) {
    CompletionSink& sink = *retiree.ticket.sink;
    const bool timed = sink.wants_spans();
    const std::int64_t begin = timed ? host_now_ns() : 0;
    end_population(retiree);
    threads_.copy(retiree.copy_out);
    if (timed)
        sink.spent(retiree.ticket.command, {.on_device = false,
                                            .begin_ns = begin,
                                            .end_ns = host_now_ns(),
                                            .bytes = retiree.copy_out.bytes()});
    if (retiree.stored > 0) sink.stored(retiree.ticket.command, retiree.stored);
}

/// Waits for the job, which must end before it is destroyed.
void Retirement::end_population(Retiree& retiree) noexcept {
    if (retiree.population) threads_.finish(*retiree.population);
    retiree.population.reset();
}

}  // namespace hg
