#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "runtime/machine/device/discovery.hpp"
#include "runtime/machine/device/host_memory.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/machine/process_life.hpp"
#include "runtime/machine/run/checked_bindings.hpp"
#include "runtime/machine/run/machine_devices.hpp"
#include "runtime/machine/run/ready_run.hpp"
#include "runtime/machine/run/scheduler.hpp"
#include "runtime/machine/staging/caller_memory.hpp"
#include "runtime/machine/trace/advisory_trace.hpp"
#include "runtime/program/base/current_error.hpp"
#include "runtime/threads/no_cancellation.hpp"
#include <hg/runtime/machine/machine.hpp>

namespace hg {
namespace {

/// One run that loads, one that computes, one that stores, and one in preparation.
constexpr std::size_t kMostRuns = 4;

/// Pinned memory that, during its lifetime, is in the list in which a machine's transfers look it up.
class ListedMemory final : public PinnedMemory {
  public:
    ListedMemory(std::shared_ptr<PinnedMemory> memory, std::shared_ptr<PinnedRanges> ranges)
        : held_(std::make_unique<Held>(std::move(memory), std::move(ranges))) {}
    ~ListedMemory() override {
        const NoCancellation whole;
        if (!life_.holds()) leak(std::move(held_));
        held_.reset();
    }
    ListedMemory(const ListedMemory&) = delete;
    ListedMemory& operator=(const ListedMemory&) = delete;

    [[nodiscard]] std::byte* data() noexcept override { return held_->memory->data(); }
    [[nodiscard]] std::int64_t size() const noexcept override { return held_->memory->size(); }

  private:
    struct Held final : Leakable {
        Held(std::shared_ptr<PinnedMemory> given, std::shared_ptr<PinnedRanges> known)
            : memory(std::move(given)), ranges(std::move(known)) {
            ranges->add(memory->data(), memory->size());
        }
        ~Held() override { ranges->remove(memory->data()); }

        std::shared_ptr<PinnedMemory> memory;
        std::shared_ptr<PinnedRanges> ranges;
    };

    const ProcessGeneration life_;
    std::unique_ptr<Held> held_;
};

}  // namespace

/// A copy of the rates for the reports of traced runs, made once: they never change.
class TracedRates {
  public:
    std::shared_ptr<const Target> of(const Target& rates) {
        const std::lock_guard lock(mutex_);
        if (&rates != std::exchange(copied_, &rates)) copy_ = std::make_shared<const Target>(rates);
        return copy_;
    }

  private:
    std::mutex mutex_;
    const Target* copied_ = nullptr;
    std::shared_ptr<const Target> copy_;
};

struct Machine::State final : Leakable {
    State(SharedSelection selection, const MachineOptions& options)
        : copies(selection.copies),
          devices(std::move(selection), options, kMostRuns),
          order{WorkQueue(kMostRuns, devices.capacities()), {}} {}

    const ProcessGeneration life;
    const std::shared_ptr<PinnedRanges> pinned = std::make_shared<PinnedRanges>();
    const std::shared_ptr<CopyThreads> copies;
    MachineDevices devices;
    RunOrder order;
    AdvisoryTrace& trace = AdvisoryTrace::of_environment();
    std::function<const Target&()> rates = [this]() -> const Target& { return devices.target(); };
    AdvisoryTrace::TargetOfRun rates_of_run = [this] { return traced_rates.of(rates()); };
    TracedRates traced_rates;
    CallerMemory caller_memory{pinned};  ///< changes only while no work is in progress
};

Machine::Machine(std::unique_ptr<State> state) : state_(std::move(state)) {}

Machine::Machine(const MachineOptions& options)
    : Machine(throwing_errors_only([&] {
          const DevicesBegin begin;
          return std::make_unique<State>(make_shared_devices(options), options);
      })) {}

Machine::Machine(std::vector<std::unique_ptr<Device>> devices, const MachineOptions& options)
    : Machine(throwing_errors_only([&] {
          const DevicesBegin begin;
          return std::make_unique<State>(SharedSelection{std::move(devices), {}, nullptr}, options);
      })) {}

Machine::~Machine() {
    const NoCancellation whole;
    if (!state_->life.holds()) leak(std::move(state_));
    state_.reset();
}

std::size_t Machine::device_count() const noexcept {
    return state_->devices.count();
}

int Machine::staging_threads() const noexcept {
    return state_->copies ? state_->copies->count() : 1;
}

void Machine::set_staging_threads(int threads) noexcept {
    if (state_->copies) state_->copies->adapt(threads);
}

const DeviceInfo& Machine::device(std::size_t i) const {
    if (i < device_count()) return state_->devices.device(i).info();
    throw Error(ErrorCode::invalid_argument, "this machine has no device " + std::to_string(i));
}

const Target& Machine::target() const noexcept {
    return state_->devices.target();
}

Target Machine::target_with_host() const {
    return state_->devices.target_with_host();
}

void Machine::prepare(const Program& program) {
    const InFlight in_flight(state_->life);
    throwing_errors_only([&] {
        const std::vector<DeviceIndex> used = state_->devices.used_by(program);
        WorkQueue::Place place(state_->order.queue, needs_of(program, {}));
        ReadyRun ready(state_->devices, state_->order.preparing, place, program, used, Scheduler::next_run());
        ready.begin(nullptr, nullptr, [](const RunMemory&) {});
    });
}

bool Machine::is_compiled(const Program& program) const {
    const InFlight in_flight(state_->life);
    const std::lock_guard lock(state_->order.preparing);
    return state_->devices.are_compiled(program);
}

void Machine::run(const Program& program, const Bindings& bindings, Observer* observer, RunJournal* journal) {
    const InFlight in_flight(state_->life);
    throwing_errors_only([&] {
        TracedRun traced(state_->trace, observer, state_->rates_of_run);
        run_to_end(program, bindings, traced.observer(), journal);
    });
}

void Machine::report_with(std::function<const Target&()> rates) {
    state_->rates = std::move(rates);
}

void Machine::run_untraced(const Program& program, const Bindings& bindings, Observer* observer,
                           RunJournal* journal) {
    const InFlight in_flight(state_->life);
    throwing_errors_only([&] { run_to_end(program, bindings, observer, journal); });
}

void Machine::run_to_end(const Program& program, const Bindings& bindings, Observer* observer,
                         RunJournal* journal) {
    if (journal) journal->begin(program);
    const CheckedBindings checked(program, bindings, *state_->pinned, state_->devices.residents());
    Scheduler scheduler(program, observer, journal);
    Run run{&program, &checked, nullptr, &scheduler};
    const std::vector<DeviceIndex> used = state_->devices.used_by(program);
    {
        WorkQueue::Place place(state_->order.queue, needs_of(program, checked.regions()));
        ReadyRun ready(state_->devices, state_->order.preparing, place, program, used, scheduler.run());
        ready.begin(&checked, journal, [&](const RunMemory& memory) {
            run.memory = &memory;
            scheduler.begin();
            state_->devices.begin_queues(run, used);
        });
        scheduler.wait_until_ended();
        if (observer && scheduler.failed()) try {
                observer->on_failure(scheduler.run(), scheduler.failure());
            } catch (const std::bad_alloc&) {  // on_end() follows in any case
            }
        if (observer) observer->on_end(scheduler.run(), scheduler.seconds(), !scheduler.failed());
    }
    if (scheduler.failed()) throw scheduler.failure();
}

bool Machine::available(std::size_t i) const noexcept {
    return !state_->devices.is_lost(i);
}

void Machine::recover() {
    const InFlight in_flight(state_->life);
    const WorkQueue::Place place(state_->order.queue, RunNeeds::alone_on_the_machine());
    const std::lock_guard lock(state_->order.preparing);
    for (std::size_t d = 0; d < state_->devices.count(); ++d) try {
            if (state_->devices.is_lost(d)) state_->devices.recover(static_cast<DeviceIndex>(d));
        } catch (const Error& error) {
            log(LogLevel::warn, state_->devices.model(d).name + ": " + error.what());
        }
}

ResidentMemory Machine::allocate_resident(std::size_t device, ElementType type, std::int64_t elements) {
    const InFlight in_flight(state_->life);
    if (device >= device_count())
        throw Error(ErrorCode::invalid_argument, "this machine has no device " + std::to_string(device));
    constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max() / 16;
    if (elements < 1 || elements > kMost)
        throw Error(ErrorCode::invalid_argument,
                    "resident memory of " + std::to_string(elements) + " elements cannot be");
    const auto d = static_cast<DeviceIndex>(device);
    return throwing_errors_only(
        [&] { return ResidentMemory(resident_block(state_->devices, state_->order, d, type, elements)); });
}

std::shared_ptr<PinnedMemory> Machine::allocate_pinned(std::int64_t bytes) {
    const InFlight in_flight(state_->life);
    if (bytes < 0)
        throw Error(ErrorCode::invalid_argument,
                    "pinned memory of " + std::to_string(bytes) + " bytes cannot be");
    std::shared_ptr<PinnedMemory> memory;
    for (std::size_t d = 0; d < state_->devices.count() && !memory; ++d)
        memory = state_->devices.device(d).allocate_pinned(bytes);
    if (!memory) memory = std::make_shared<OrdinaryMemory>(bytes);
    return std::make_shared<ListedMemory>(std::move(memory), state_->pinned);
}

void Machine::register_memory(void* data, std::int64_t bytes) {
    const InFlight in_flight(state_->life);
    const WorkQueue::Place place(state_->order.queue, RunNeeds::alone_on_the_machine());
    state_->caller_memory.add(static_cast<std::byte*>(data), bytes, state_->devices.all());
}

void Machine::unregister_memory(void* data) {
    const InFlight in_flight(state_->life);
    const WorkQueue::Place place(state_->order.queue, RunNeeds::alone_on_the_machine());
    state_->caller_memory.remove(static_cast<std::byte*>(data));
}

bool Machine::is_pinned(const void* data, std::int64_t bytes) const {
    state_->life.require();
    return state_->pinned->contains(static_cast<const std::byte*>(data), bytes);
}

void Machine::trim() {
    const InFlight in_flight(state_->life);
    state_->devices.free_idle();
}

}  // namespace hg
