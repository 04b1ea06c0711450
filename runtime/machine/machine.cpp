#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "runtime/machine/device/device_model.hpp"
#include "runtime/machine/device/discovery.hpp"
#include "runtime/machine/device/host_device.hpp"
#include "runtime/machine/device/host_memory.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/machine/process_life.hpp"
#include "runtime/machine/run/queue.hpp"
#include "runtime/machine/run/run_arguments.hpp"
#include "runtime/machine/run/run_line.hpp"
#include "runtime/machine/run/scheduler.hpp"
#include "runtime/machine/run/slot_pool.hpp"
#include "runtime/machine/staging/caller_memory.hpp"
#include "runtime/program/base/current_error.hpp"
#include <hg/runtime/machine/machine.hpp>

namespace hg {
namespace {

/// A run that loads, one that computes, one that stores, and one that is made ready.
constexpr std::size_t kMostRuns = 4;

/// Pinned memory that the machine's transfers recognise as such for as long as it lives.
class RegisteredMemory final : public PinnedMemory {
  public:
    RegisteredMemory(std::shared_ptr<PinnedMemory> memory, std::shared_ptr<PinnedRanges> ranges)
        : held_(std::make_unique<Held>(std::move(memory), std::move(ranges))) {}
    ~RegisteredMemory() override {
        if (!life_.holds()) keep_for_ever(std::move(held_));
    }
    RegisteredMemory(const RegisteredMemory&) = delete;
    RegisteredMemory& operator=(const RegisteredMemory&) = delete;

    [[nodiscard]] std::byte* data() noexcept override { return held_->memory->data(); }
    [[nodiscard]] std::int64_t size() const noexcept override { return held_->memory->size(); }

  private:
    struct Held final : Kept {
        Held(std::shared_ptr<PinnedMemory> given, std::shared_ptr<PinnedRanges> known)
            : memory(std::move(given)), ranges(std::move(known)) {
            ranges->add(memory->data(), memory->size());
        }
        ~Held() override { ranges->remove(memory->data()); }

        std::shared_ptr<PinnedMemory> memory;
        std::shared_ptr<PinnedRanges> ranges;
    };

    const LifeStamp life_;
    std::unique_ptr<Held> held_;
};

bool uses(const Program& program, DeviceIndex device) {
    for (QueueKind kind : {QueueKind::load, QueueKind::exec, QueueKind::store})
        if (!program.queue({device, kind}).empty()) return true;
    return false;
}

std::vector<std::int64_t> bytes_of(const Program& program) {
    std::vector<std::int64_t> bytes;
    for (DeviceIndex d = 0; d < program.devices().size(); ++d) bytes.push_back(program.device_bytes(d));
    return bytes;
}

DeviceModel host_model(std::int64_t memory_limit) {
    const DeviceInfo info = HostDevice::describe();
    return guess_target({&info}, memory_limit).devices.front();
}

std::vector<const DeviceInfo*> infos(const std::vector<std::unique_ptr<Device>>& devices) {
    std::vector<const DeviceInfo*> list;
    for (const auto& device : devices) list.push_back(&device->info());
    return list;
}

}  // namespace

struct Machine::State final : Kept {
    State(SharedSelection given, const MachineOptions& options)
        : share(std::move(given.share)),
          devices(std::move(given.devices)),
          counted(devices.size()),
          target(guess_target(infos(devices), options.memory_limit, share.sharers())),
          helper(host_model(options.memory_limit)),
          lost(devices.size() + 1),
          line(capacities(target, helper), kMostRuns) {
        if (devices.empty()) throw Error(ErrorCode::invalid_argument, "a machine needs at least one device");
        // With place for the host helper: what runs under way refer to stays where it is.
        devices.reserve(counted + 1);
        pools.reserve(counted + 1);
        queues.reserve(3 * (counted + 1));
        for (std::size_t d = 0; d < devices.size(); ++d) {
            add_queues(*devices[d], d);
            const DeviceInfo& info = devices[d]->info();
            log(LogLevel::info, target.devices[d].name + " is " + info.name + " (" + info.platform + "), " +
                                    std::to_string(target.devices[d].memory >> 20) + " MiB to use");
        }
    }

    static std::vector<std::int64_t> capacities(const Target& target, const DeviceModel& helper) {
        std::vector<std::int64_t> bytes;
        for (const DeviceModel& device : target.devices) bytes.push_back(device.memory);
        bytes.push_back(helper.memory);
        return bytes;
    }

    /// Slots and queues of device number d, the next that has none: all of them or, if it throws, none.
    void add_queues(Device& device, std::size_t d) {
        auto pool = std::make_unique<SlotPool>(device, model(d).memory);
        std::vector<std::unique_ptr<Queue>> made;
        for (QueueKind kind : {QueueKind::load, QueueKind::exec, QueueKind::store})
            made.push_back(
                std::make_unique<Queue>(device, QueueId{static_cast<DeviceIndex>(d), kind}, kMostRuns));
        // There is place for them: from here on nothing throws.
        pools.push_back(std::move(pool));
        for (auto& queue : made) queues.push_back(std::move(queue));
    }
    /// Makes the host helper if a program uses it and it has not been made. A machine that has the host as a
    /// device needs none. If it throws, the machine is as it was.
    void make_helper_for(const Program& program) {
        const auto is_host = [](const DeviceModel& device) { return device.traits.is_host; };
        if (devices.size() > counted || program.devices().size() <= counted ||
            !is_host(program.devices()[counted]) ||
            std::any_of(target.devices.begin(), target.devices.end(), is_host) ||
            !uses(program, static_cast<DeviceIndex>(counted)))
            return;
        auto host = std::make_unique<HostDevice>();
        add_queues(*host, counted);
        devices.push_back(std::move(host));
    }
    [[nodiscard]] const DeviceModel& model(std::size_t d) const {
        return d < counted ? target.devices[d] : helper;
    }

    /// The devices a program uses. Throws if there are fewer or smaller ones than it was made for.
    [[nodiscard]] std::vector<DeviceIndex> devices_of(const Program& program);
    /// Gets a lost device back, which needs to be `alone`, compiles kernels and reserves memory; `slots` gets
    /// that of each slot.
    void make_ready(const Program& program, DeviceIndex d, bool alone, std::uint64_t run,
                    std::vector<DeviceMemory*>& slots);
    void release_slots(std::uint64_t run, const std::vector<DeviceIndex>& used) noexcept;
    /// Gives a lost device a new context. Throws Error{device_lost} if its driver refuses.
    void recover(DeviceIndex d);
    void begin_queues(const Run& run, const std::vector<DeviceIndex>& used) noexcept;

    /// For other processes, whose turn on the device may come next.
    void give_back_memory(DeviceIndex d) {
        const std::lock_guard lock(mutex);
        pools[d]->free_idle();
    }

    const LifeStamp life;
    DeviceShare share;
    std::shared_ptr<PinnedRanges> pinned = std::make_shared<PinnedRanges>();
    std::vector<std::unique_ptr<Device>> devices;  ///< those counted, then the host helper once it is made
    const std::size_t counted;
    Target target;                        ///< of those counted
    const DeviceModel helper;             ///< the host helper as numbers
    std::vector<std::atomic<bool>> lost;  ///< by device
    RunLine line;
    CallerMemory caller_memory{pinned};  ///< changes only while nothing is under way
    std::mutex preparing;                ///< one run at a time is made ready and begins
    std::mutex mutex;                    ///< of what follows, and of the host helper's making
    std::vector<std::unique_ptr<SlotPool>> pools;
    std::vector<std::unique_ptr<Queue>> queues;  ///< by QueueId::index()
};

std::vector<DeviceIndex> Machine::State::devices_of(const Program& program) {
    const std::lock_guard lock(mutex);
    make_helper_for(program);
    std::vector<DeviceIndex> used;
    for (DeviceIndex d = 0; d < program.devices().size(); ++d) {
        if (!uses(program, d)) continue;
        if (d >= devices.size())
            throw Error(ErrorCode::invalid_argument, "the program uses device " + std::to_string(d) +
                                                         "; this machine has " + std::to_string(counted) +
                                                         (counted == 1 ? " device" : " devices"));
        const DeviceModel& model = this->model(d);
        const std::int64_t needed = program.device_bytes(d);
        if (needed > model.memory)
            throw Error(ErrorCode::out_of_memory, "the program's plan takes " + std::to_string(needed) +
                                                      " bytes of " + model.name + ", which has " +
                                                      std::to_string(model.memory) + " bytes to use");
        used.push_back(d);
    }
    return used;
}

void Machine::State::make_ready(const Program& program, DeviceIndex d, bool alone, std::uint64_t run,
                                std::vector<DeviceMemory*>& slots) {
    Device& device = *devices[d];
    if (lost[d] || device.lost()) {
        if (!alone) throw Error(ErrorCode::device_lost, "the device was lost");
        recover(d);
    }
    std::vector<bool> needed(program.instructions().size(), false);
    for (CommandId command : program.queue({d, QueueKind::exec}))
        if (program.command(command).operation == Operation::exec)
            needed[program.command(command).subject] = true;
    for (std::size_t i = 0; i < needed.size(); ++i) {
        if (!needed[i]) continue;
        stop_if_abandoned();
        device.prepare(*program.instructions()[i]);
    }
    std::vector<std::size_t> own;
    std::vector<std::int64_t> bytes;
    for (std::size_t s = 0; s < slots.size(); ++s) {
        const Slot& slot = program.slots()[s];
        if (slot.device != d || slot.bytes <= 0) continue;
        own.push_back(s);
        bytes.push_back(slot.bytes);
    }
    const std::lock_guard lock(mutex);
    const std::vector<DeviceMemory*> memory = pools[d]->reserve(bytes, run);
    for (std::size_t i = 0; i < own.size(); ++i) slots[own[i]] = memory[i];
}

void Machine::State::release_slots(std::uint64_t run, const std::vector<DeviceIndex>& used) noexcept {
    const std::lock_guard lock(mutex);
    for (DeviceIndex d : used) pools[d]->release(run);
    for (const auto& pool : pools) pool->limit_idle();
}

void Machine::State::recover(DeviceIndex d) {
    log(LogLevel::warn, model(d).name + " was lost: making a new context");
    {
        const std::lock_guard lock(mutex);
        pools[d]->free_idle();
    }
    devices[d]->recover();
    lost[d] = false;
}

void Machine::State::begin_queues(const Run& run, const std::vector<DeviceIndex>& used) noexcept {
    for (DeviceIndex d : used)
        for (QueueKind kind : {QueueKind::load, QueueKind::exec, QueueKind::store}) {
            const QueueId id{d, kind};
            if (!run.program->queue(id).empty()) queues[id.index()]->begin(run);
        }
}

/// A run's place among those under way, its turns on shared devices and its slots; ends them on destruction,
/// when all that it started has reported.
class Machine::ReadyRun {
  public:
    ReadyRun(State& state, const Program& program, std::vector<HostRegion> regions, std::uint64_t run)
        : state_(state),
          program_(program),
          run_(run),
          used_(state.devices_of(program)),
          place_(state.line, {std::move(regions), bytes_of(program)}) {}
    ~ReadyRun() {
        for (DeviceIndex d : used_) {
            state_.devices[d]->end_run(run_);
            if (state_.devices[d]->lost()) state_.lost[d] = true;
        }
        state_.release_slots(run_, used_);
    }
    ReadyRun(const ReadyRun&) = delete;
    ReadyRun& operator=(const ReadyRun&) = delete;

    [[nodiscard]] const std::vector<DeviceIndex>& devices() const noexcept { return used_; }

    /// Makes all devices ready, then calls start(memory of each slot). What cannot be had while other runs
    /// are under way is waited for; meanwhile it is no other process's turn that waits.
    template <class Start>
    void begin(RunJournal* journal, Start start) {
        wait_for_turns();
        while (!try_begin(journal, start)) {
            turns_.reset();
            place_.wait_alone();
            wait_for_turns();
        }
    }

  private:
    void wait_for_turns() {
        turns_.emplace(state_.share, used_, [this](DeviceIndex d) { state_.give_back_memory(d); });
    }

    /// False if it can be tried again when nothing else is under way.
    template <class Start>
    bool try_begin(RunJournal* journal, Start start) {
        const std::lock_guard lock(state_.preparing);
        std::vector<DeviceMemory*> slots(program_.slots().size(), nullptr);
        for (const DeviceIndex d : used_) {
            try {
                state_.make_ready(program_, d, place_.alone(), run_, slots);
            } catch (const Error& error) {
                state_.release_slots(run_, used_);
                const bool lost = error.code() == ErrorCode::device_lost;
                if (!place_.alone() && (lost || error.code() == ErrorCode::out_of_memory)) return false;
                if (lost) state_.lost[d] = true;
                if (journal) journal->device_failed(d);
                throw error.at(state_.model(d).name, "");
            }
        }
        start(slots);
        return true;
    }

    State& state_;
    const Program& program_;
    const std::uint64_t run_;
    const std::vector<DeviceIndex> used_;
    RunLine::Place place_;
    std::optional<RunTurns> turns_;
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
          return std::make_unique<State>(SharedSelection{std::move(devices), {}}, options);
      })) {}

Machine::~Machine() {
    if (!state_->life.holds()) keep_for_ever(std::move(state_));
}

std::size_t Machine::device_count() const noexcept {
    return state_->counted;
}

const DeviceInfo& Machine::device(std::size_t i) const {
    if (i < device_count()) return state_->devices[i]->info();
    throw Error(ErrorCode::invalid_argument, "this machine has no device " + std::to_string(i));
}

const Target& Machine::target() const noexcept {
    return state_->target;
}

Target Machine::target_with_host() const {
    Target target = state_->target;
    target.devices.push_back(state_->helper);
    return target;
}

void Machine::prepare(const Program& program) {
    const UnderWay under_way(state_->life);
    throwing_errors_only([&] {
        ReadyRun ready(*state_, program, {}, Scheduler::next_run());
        ready.begin(nullptr, [](const std::vector<DeviceMemory*>&) {});
    });
}

void Machine::run(const Program& program, const Bindings& bindings, Observer* observer, RunJournal* journal) {
    const UnderWay under_way(state_->life);
    throwing_errors_only([&] { run_to_end(program, bindings, observer, journal); });
}

void Machine::run_to_end(const Program& program, const Bindings& bindings, Observer* observer,
                         RunJournal* journal) {
    if (journal) journal->begin(program);
    const RunArguments arguments(program, bindings, *state_->pinned);
    Scheduler scheduler(program, observer, journal);
    Run run{&program, &arguments, {}, &scheduler};
    {
        ReadyRun ready(*state_, program, arguments.regions(), scheduler.run());
        ready.begin(journal, [&](const std::vector<DeviceMemory*>& slots) {
            run.slots = slots;
            scheduler.begin();
            state_->begin_queues(run, ready.devices());
        });
        scheduler.wait_until_ended();
        if (observer) observer->on_end(scheduler.run(), scheduler.seconds(), !scheduler.failed());
    }
    if (scheduler.failed()) scheduler.throw_failure();
}

bool Machine::available(std::size_t i) const noexcept {
    return !state_->lost[i];
}

void Machine::recover() {
    const UnderWay under_way(state_->life);
    const RunLine::Place place(state_->line, RunNeeds::alone_on_the_machine());
    for (std::size_t d = 0; d < state_->counted; ++d) try {
            if (state_->lost[d]) state_->recover(static_cast<DeviceIndex>(d));
        } catch (const Error& error) {
            log(LogLevel::warn, state_->model(d).name + ": " + error.what());
        }
}

std::shared_ptr<PinnedMemory> Machine::allocate_pinned(std::int64_t bytes) {
    const UnderWay under_way(state_->life);
    if (bytes < 0)
        throw Error(ErrorCode::invalid_argument,
                    "pinned memory of " + std::to_string(bytes) + " bytes cannot be");
    std::shared_ptr<PinnedMemory> memory;
    for (std::size_t d = 0; d < state_->counted && !memory; ++d)
        memory = state_->devices[d]->allocate_pinned(bytes);
    if (!memory) memory = std::make_shared<OrdinaryMemory>(bytes);
    return std::make_shared<RegisteredMemory>(std::move(memory), state_->pinned);
}

void Machine::register_memory(void* data, std::int64_t bytes) {
    const UnderWay under_way(state_->life);
    const RunLine::Place place(state_->line, RunNeeds::alone_on_the_machine());
    const std::lock_guard lock(state_->mutex);
    state_->caller_memory.add(static_cast<std::byte*>(data), bytes, state_->devices);
}

void Machine::unregister_memory(void* data) {
    const UnderWay under_way(state_->life);
    const RunLine::Place place(state_->line, RunNeeds::alone_on_the_machine());
    state_->caller_memory.remove(static_cast<std::byte*>(data));
}

bool Machine::is_pinned(const void* data, std::int64_t bytes) const {
    state_->life.require();
    return state_->pinned->contains(static_cast<const std::byte*>(data), bytes);
}

void Machine::trim() {
    const UnderWay under_way(state_->life);
    const std::lock_guard lock(state_->mutex);
    for (const auto& pool : state_->pools) pool->free_idle();
}

}  // namespace hg
