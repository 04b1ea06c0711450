#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "blas/call/call_policy.hpp"
#include "blas/call/call_queue.hpp"
#include "blas/session/model/machine_knowledge.hpp"
#include "blas/session/program_cache.hpp"
#include "kernels/cpu/cpu_blas.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/machine/process_life.hpp"
#include "runtime/machine/trace/advisory_trace.hpp"
#include "runtime/program/base/current_error.hpp"
#include "runtime/program/base/environment_variable.hpp"
#include <hg/blas/session.hpp>

namespace hg {
namespace {

constexpr std::size_t kMostPrograms = 64;
/// Those whose runs are under way, and as many that are on their way there.
constexpr std::size_t kMostCalls = 8;
/// Pinned memory that nobody holds: pinning takes half a second a GiB.
constexpr std::size_t kMostWorkspaces = 2;
/// A driver that refuses a context for long is asked this seldom.
constexpr std::uint64_t kMostCallsToWait = std::uint64_t{1} << 16;

/// Null until it is made, and when it can't be used any more.
constinit std::atomic<Session*> global_session{nullptr};

/// Passes a run on to two observers.
class BothObservers final : public Observer {
  public:
    BothObservers(Observer& first, Observer& second) : first_(first), second_(second) {}

    void on_begin(std::uint64_t run, const Program& program) noexcept override {
        first_.on_begin(run, program);
        second_.on_begin(run, program);
    }
    void on_interval(const Interval& interval) noexcept override {
        first_.on_interval(interval);
        second_.on_interval(interval);
    }
    void on_end(std::uint64_t run, double seconds, bool succeeded) noexcept override {
        first_.on_end(run, seconds, succeeded);
        second_.on_end(run, seconds, succeeded);
    }

  private:
    Observer& first_;
    Observer& second_;
};

}  // namespace

struct Session::State final : Kept {
    State() : calls(std::in_place, 0) {}
    State(std::unique_ptr<Machine> given, std::unique_ptr<Machine> given_host, std::string folder,
          std::optional<std::int64_t> below)
        : machine(std::move(given)),
          host_machine(std::move(given_host)),
          kernels(kernels::Database::with_user_results(
              folder, [](const std::string& warning) { log(LogLevel::warn, warning); })),
          knowledge(std::in_place, *machine, kernels, std::move(folder), below),
          calls(std::in_place, kMostCalls) {
        if (const std::string& fault = kernels::cpu_blas().fault; !fault.empty())
            log(LogLevel::warn, "HG_CPU_BLAS: " + fault);
        workspaces.reserve(kMostWorkspaces);
    }

    [[nodiscard]] bool any_lost() const {
        for (std::size_t d = 0; d < machine->device_count(); ++d)
            if (!machine->available(d)) return true;
        return false;
    }

    /// Kept memory of at least `bytes` bytes. Null if there is none; then a smaller one is given up.
    std::shared_ptr<PinnedMemory> take_workspace(std::int64_t bytes) {
        const std::lock_guard lock(mutex);
        if (workspaces.empty()) return nullptr;
        std::shared_ptr<PinnedMemory> last = std::move(workspaces.back());
        workspaces.pop_back();
        return last->size() >= bytes ? last : nullptr;
    }
    void give_back(std::shared_ptr<PinnedMemory> memory) noexcept {
        const std::lock_guard lock(mutex);
        if (workspaces.size() < kMostWorkspaces)
            workspaces.push_back(std::move(memory));
        else if (workspaces.front()->size() < memory->size())
            workspaces.front() = std::move(memory);
        std::sort(workspaces.begin(), workspaces.end(),
                  [](const auto& a, const auto& b) { return a->size() < b->size(); });
    }

    /// What asks for locks or a machine asks this first.
    MachineKnowledge& known() {
        life.require();
        if (!knowledge) throw no_machine();
        return *knowledge;
    }
    static Error no_machine() {
        return Error(
            ErrorCode::device_lost,
            "this process was made by fork from one that has used hg's devices, and has none itself: the "
            "CPU's BLAS does its calls where sizes fit 32 bits. Fork before the first call of hg, or have "
            "the child exec");
    }

    const LifeStamp life;
    std::unique_ptr<Machine> machine;  ///< null: the CPU's BLAS does all calls
    std::once_flag making_host;
    std::unique_ptr<Machine> host_machine;
    std::atomic<Machine*> host_machine_made{nullptr};  ///< null until it is used
    kernels::Database kernels;
    std::optional<MachineKnowledge> knowledge;  ///< none without a machine

    std::atomic<std::uint64_t> host_calls{0};

    ProgramCache programs{kMostPrograms};

    mutable std::mutex mutex;  ///< of what follows
    Statistics statistics;
    Observer* observer = nullptr;
    std::vector<std::shared_ptr<PinnedMemory>> workspaces;  ///< that nobody holds
    std::uint64_t calls_without_recovery = 0;
    std::uint64_t calls_to_wait = 0;  ///< before the next attempt to get lost devices back
    AdvisoryTrace trace{environment_variable("HG_TRACE")};
    std::optional<CallQueue> calls;
};

Session::Session(const MachineOptions& options)
    : state_(throwing_errors_only([&] {
          return std::make_unique<State>(std::make_unique<Machine>(options), nullptr, options.cache_folder,
                                         options.host_below);
      })) {}

Session::Session(std::unique_ptr<Machine> machine, std::unique_ptr<Machine> host_machine)
    : state_(throwing_errors_only([&] {
          return std::make_unique<State>(std::move(machine), std::move(host_machine), std::string(), 0);
      })) {}

Session::Session(CpuAlone) : state_(std::make_unique<State>()) {}

Session::~Session() {
    if (state_->life.holds())
        state_->calls.reset();  // they use all the rest
    else
        keep_for_ever(std::move(state_));
}

Session& Session::global() {
    Session* const session = global_session.load(std::memory_order_acquire);
    return session != nullptr ? *session : make_global();
}

Session& Session::make_global() {
    LifeStamp().require();
    when_devices_go([]() noexcept { global_session.store(nullptr); });
    if (devices_are_of_parent()) return global_of_child();
    // A child made by fork while this makes one is not to wait for it.
    devices_begin();
    // Never destroyed: OpenCL libraries may be gone before the last static destructor runs.
    static auto* const session = std::make_unique<Session>().release();
    global_session.store(session);
    return *session;
}

Session& Session::global_of_child() {
    struct KeptSession final : Kept {
        Session session{CpuAlone()};
    };
    auto made = std::make_unique<KeptSession>();
    Session* session = nullptr;
    if (global_session.compare_exchange_strong(session, &made->session)) {
        session = &made->session;
        keep_for_ever(std::move(made));
    }
    return *session;
}

const LifeStamp& Session::life() const noexcept {
    return state_->life;
}

Machine& Session::machine() {
    if (!state_->machine) throw State::no_machine();
    return *state_->machine;
}

Machine& Session::host_machine() {
    state_->life.require();
    std::call_once(state_->making_host, [this] {
        MachineOptions options;
        options.devices = "host";
        if (!state_->host_machine) state_->host_machine = std::make_unique<Machine>(options);
        state_->host_machine_made = state_->host_machine.get();
    });
    return *state_->host_machine;
}

const Target& Session::target() {
    return state_->known().target();
}

const MachineModel& Session::model() {
    return state_->known().model();
}

const Target& Session::division_target() {
    return state_->known().division_target();
}

bool Session::is_hosts(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k, bool reads_c) {
    if (state_->knowledge &&
        (CallPolicy::current().devices_only || !state_->knowledge->is_hosts(type, m, n, k, reads_c)))
        return false;
    state_->host_calls.fetch_add(1, std::memory_order_relaxed);
    return true;
}

const HostChoice& Session::host_choice() {
    // Reports ask for it at the end of the process.
    if (state_->life.is_of_parent()) state_->life.require();
    if (!state_->knowledge) throw State::no_machine();
    return state_->knowledge->host_choice();
}

CallQueue& Session::calls() {
    state_->life.require();
    return *state_->calls;
}

const kernels::Database& Session::kernels() const noexcept {
    return state_->kernels;
}

Program Session::program(const std::string& key, const std::function<Program()>& build) {
    state_->life.require();
    const ProgramCache::Found found = state_->programs.get(key, build);
    const std::lock_guard lock(state_->mutex);
    ++(found.built ? state_->statistics.programs_built : state_->statistics.programs_reused);
    return found.program;
}

std::shared_ptr<PinnedMemory> Session::workspace(std::int64_t bytes) {
    state_->life.require();
    std::shared_ptr<PinnedMemory> memory = state_->take_workspace(bytes);
    if (!memory) memory = machine().allocate_pinned(bytes);
    PinnedMemory* const held = memory.get();
    return {held, [state = state_.get(), memory = std::move(memory)](PinnedMemory*) mutable {
                state->give_back(std::move(memory));
            }};
}

void Session::run(const Program& program, const Bindings& bindings) {
    run(machine(), program, bindings, nullptr);
}

void Session::run(Machine& machine, const Program& program, const Bindings& bindings, RunJournal* journal) {
    const UnderWay under_way(state_->life);
    try {
        run_watched(machine, program, bindings, journal);
    } catch (...) {
        const std::lock_guard lock(state_->mutex);
        ++state_->statistics.failed_runs;
        throw;
    }
}

void Session::run_watched(Machine& machine, const Program& program, const Bindings& bindings,
                          RunJournal* journal) {
    Observer* observer = nullptr;
    {
        const std::lock_guard lock(state_->mutex);
        ++state_->statistics.runs;
        observer = state_->observer;
    }
    AdvisoryTrace& trace = state_->trace;
    trace.attempt([this](Trace& kept) { kept.set_target(division_target()); });
    if (!trace.wanted()) return machine.run(program, bindings, observer, journal);

    if (observer != nullptr) {
        BothObservers both(*observer, trace.trace());
        machine.run(program, bindings, &both, journal);
    } else {
        machine.run(program, bindings, &trace.trace(), journal);
    }
    trace.write();
}

void Session::trim() {
    state_->life.require();
    if (state_->machine) state_->machine->trim();
    if (Machine* const host = state_->host_machine_made) host->trim();
    std::array<std::shared_ptr<PinnedMemory>, kMostWorkspaces> unused;
    const std::lock_guard lock(state_->mutex);
    std::move(state_->workspaces.begin(), state_->workspaces.end(), unused.begin());
    state_->workspaces.clear();
}

void Session::recover_devices() {
    const UnderWay under_way(state_->life);
    if (!state_->any_lost()) return;
    {
        const std::lock_guard lock(state_->mutex);
        if (state_->calls_without_recovery++ < state_->calls_to_wait) return;
        state_->calls_without_recovery = 0;
        state_->calls_to_wait = std::clamp<std::uint64_t>(2 * state_->calls_to_wait, 1, kMostCallsToWait);
    }
    state_->machine->recover();
    if (state_->any_lost()) return;
    const std::lock_guard lock(state_->mutex);
    state_->calls_to_wait = 0;
}

void Session::observe(Observer* observer) {
    state_->life.require();
    const std::lock_guard lock(state_->mutex);
    state_->observer = observer;
}

Session::Statistics Session::statistics() const {
    if (state_->life.is_of_parent()) state_->life.require();
    const std::lock_guard lock(state_->mutex);
    Statistics statistics = state_->statistics;
    statistics.host_calls = state_->host_calls.load(std::memory_order_relaxed);
    return statistics;
}

}  // namespace hg
