#include "runtime/machine/opencl/exec_lane.hpp"

#include <algorithm>
#include <utility>

namespace hg {
namespace {

/// The number of EXECs enqueued ahead: enough to hide the host's part of a launch, few enough for a quick
/// cancellation.
constexpr std::size_t kMostExecs = 16;
/// The number of EXECs whose ends are usually reported together.
constexpr std::size_t kUnreported = 32;
/// The number of launches that are submitted to the device together, because the driver needs 4 to 9 us for
/// each submission.
constexpr std::size_t kFlushedTogether = 4;

bool has_guards(const ExecCall& call) {
    return call.guarded && !call.instruction->guards.empty();
}

}  // namespace

ExecLane::ExecLane(cl::CommandQueue plain, cl::CommandQueue timed, KernelLauncher& kernels,
                   OpenClHealth& health, DeviceClock& clock, CopyThreads& threads)
    : plain_(std::move(plain)),
      timed_(std::move(timed)),
      kernels_(kernels),
      guards_(kernels),
      health_(health),
      retirement_(health, clock, kMostExecs, threads) {}

void ExecLane::make_room_for_unreported() {
    if (unreported_.size() == unreported_.capacity())
        unreported_.reserve(std::max(kUnreported, 2 * unreported_.size()));
}

void ExecLane::exec(const ExecCall& call, std::span<AwaitedEvents* const> others, Ticket ticket) noexcept {
    Retiree retiree{.ticket = ticket};
    try {
        const bool later = call.may_report_late && !ticket.sink->wants_spans();
        // Nothing may throw after the launch, because each launched command must be reported.
        if (later) make_room_for_unreported();
        AwaitedEvents::Place* const place = call.awaited_beside ? &events_.make_place(ticket) : nullptr;
        after_.clear();
        if (!call.after.empty())
            for (AwaitedEvents* const other : others) other->find(ticket.sink, call.after, after_);
        const cl::CommandQueue& queue = queue_for(ticket);
        if (has_guards(call)) guards_.look(queue, call, after_);
        kernels_.launch(queue, call, after_, later ? nullptr : &retiree.event);
        if (place != nullptr) events_.fill(*place, retiree.event);
        if (++unflushed_ == kFlushedTogether || !later) flush_queue();
        if (place != nullptr) ticket.sink->given(ticket.command);
        if (later) {
            unreported_.push_back(ticket);
            return;
        }
        retiree.before = std::exchange(unreported_, {});
    } catch (...) {
        report_late();
        retiree.event = cl::Event();
        retiree.error = health_.current_failure(OpenClStage::start, "launching a kernel");
        finish_guards(call);
        ticket.sink->refused(ticket.command, retiree.error);
    }
    retirement_.push(std::move(retiree));
}

/// Returns the queue for a run that is or is not watched. Kernels of one queue see the results of the
/// other's.
const cl::CommandQueue& ExecLane::queue_for(Ticket ticket) {
    const cl::CommandQueue* const wanted = ticket.sink->wants_spans() ? &timed_ : &plain_;
    if (wanted != queue_) queue_->finish();
    queue_ = wanted;
    return *queue_;
}

/// Waits for the guards of an instruction that is not launched. Their ends are not reported, and they must
/// not still run on memory that later runs use.
void ExecLane::finish_guards(const ExecCall& call) noexcept {
    if (!has_guards(call)) return;
    try {
        queue_->finish();
    } catch (...) {
        // The failure that is already being reported is more informative.
    }
}

void ExecLane::flush_queue() {
    unflushed_ = 0;
    queue_->flush();
}

void ExecLane::flush() noexcept {
    if (unflushed_ == 0) return;
    try {
        flush_queue();
    } catch (...) {
        // The next launch or the end of these will also fail, and that is reported.
    }
}

void ExecLane::report_late() noexcept {
    if (unreported_.empty()) return;
    Retiree retiree{.ticket = unreported_.back()};
    unreported_.pop_back();
    retiree.before = std::exchange(unreported_, {});
    try {
        queue_->enqueueMarkerWithWaitList(nullptr, &retiree.event);
        flush_queue();
    } catch (...) {
        retiree.event = cl::Event();
        retiree.error = health_.current_failure(OpenClStage::completion, "a command on the device");
    }
    retirement_.push(std::move(retiree));
}

void ExecLane::drain() noexcept {
    report_late();
    retirement_.drain();
}

}  // namespace hg
