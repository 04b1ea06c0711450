#include "blas/session.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "blas/call_policy.hpp"
#include "blas/model/machine_knowledge.hpp"
#include "blas/program_cache.hpp"
#include "kernels/cpu_blas.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/machine/trace.hpp"
#include "runtime/program/environment_variable.hpp"

namespace hg {
namespace {

constexpr std::size_t kMostPrograms = 64;
/// A driver that refuses a context for long is asked this seldom.
constexpr std::uint64_t kMostCallsToWait = std::uint64_t{1} << 16;

/// Passes a run on to two observers.
class BothObservers final : public Observer {
  public:
    BothObservers(Observer& first, Observer& second) : first_(first), second_(second) {}

    void on_begin(const Program& program) noexcept override {
        first_.on_begin(program);
        second_.on_begin(program);
    }
    void on_interval(const Interval& interval) noexcept override {
        first_.on_interval(interval);
        second_.on_interval(interval);
    }
    void on_end(double seconds, bool succeeded) noexcept override {
        first_.on_end(seconds, succeeded);
        second_.on_end(seconds, succeeded);
    }

  private:
    Observer& first_;
    Observer& second_;
};

}  // namespace

struct Session::State {
    State(std::unique_ptr<Machine> given, std::unique_ptr<Machine> given_host, std::string folder,
          std::optional<std::int64_t> below)
        : machine(std::move(given)),
          host_machine(std::move(given_host)),
          kernels(kernels::Database::with_user_results(
              folder, [](const std::string& warning) { log(LogLevel::warn, warning); })),
          knowledge(*machine, kernels, std::move(folder), below) {
        trace_path = environment_variable("HG_TRACE");
        if (const std::string& fault = kernels::cpu_blas().fault; !fault.empty())
            log(LogLevel::warn, "HG_CPU_BLAS: " + fault);
    }

    [[nodiscard]] bool any_lost() const {
        for (std::size_t d = 0; d < machine->device_count(); ++d)
            if (!machine->available(d)) return true;
        return false;
    }

    std::unique_ptr<Machine> machine;
    std::once_flag making_host;
    std::unique_ptr<Machine> host_machine;
    kernels::Database kernels;
    MachineKnowledge knowledge;
    std::string trace_path;

    std::atomic<std::uint64_t> host_calls{0};

    ProgramCache programs{kMostPrograms};

    mutable std::mutex mutex;  ///< of what follows
    Statistics statistics;
    Observer* observer = nullptr;
    std::shared_ptr<PinnedMemory> workspace;
    std::uint64_t calls_without_recovery = 0;
    std::uint64_t calls_to_wait = 0;  ///< before the next attempt to get lost devices back
    Trace trace;
    std::mutex trace_mutex;  ///< one thread at a time writes the trace's file
};

Session::Session(const MachineOptions& options)
    : state_(std::make_unique<State>(std::make_unique<Machine>(options), nullptr, options.cache_folder,
                                     options.host_below)) {}

Session::Session(std::unique_ptr<Machine> machine, std::unique_ptr<Machine> host_machine)
    : state_(std::make_unique<State>(std::move(machine), std::move(host_machine), std::string(), 0)) {}

Session::~Session() = default;

Session& Session::global() {
    // Never destroyed: OpenCL libraries may be gone before the last static destructor runs.
    static auto* const session = std::make_unique<Session>().release();
    return *session;
}

Machine& Session::machine() noexcept {
    return *state_->machine;
}

Machine& Session::host_machine() {
    std::call_once(state_->making_host, [this] {
        MachineOptions options;
        options.devices = "host";
        if (!state_->host_machine) state_->host_machine = std::make_unique<Machine>(options);
    });
    return *state_->host_machine;
}

const Target& Session::target() {
    return state_->knowledge.target();
}

const MachineModel& Session::model() {
    return state_->knowledge.model();
}

const Target& Session::division_target() {
    return state_->knowledge.division_target();
}

bool Session::is_hosts(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k, bool reads_c) {
    if (CallPolicy::current().devices_only || !state_->knowledge.is_hosts(type, m, n, k, reads_c))
        return false;
    state_->host_calls.fetch_add(1, std::memory_order_relaxed);
    return true;
}

const HostChoice& Session::host_choice() {
    return state_->knowledge.host_choice();
}

const kernels::Database& Session::kernels() const noexcept {
    return state_->kernels;
}

Program Session::program(const std::string& key, const std::function<Program()>& build) {
    const ProgramCache::Found found = state_->programs.get(key, build);
    const std::lock_guard lock(state_->mutex);
    ++(found.built ? state_->statistics.programs_built : state_->statistics.programs_reused);
    return found.program;
}

std::shared_ptr<PinnedMemory> Session::workspace(std::int64_t bytes) {
    const std::lock_guard lock(state_->mutex);
    if (!state_->workspace || state_->workspace->size() < bytes) {
        state_->workspace.reset();
        state_->workspace = state_->machine->allocate_pinned(bytes);
    }
    return state_->workspace;
}

void Session::run(const Program& program, const Bindings& bindings) {
    run(machine(), program, bindings, nullptr);
}

void Session::run(Machine& machine, const Program& program, const Bindings& bindings, RunJournal* journal) {
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
    if (state_->trace_path.empty()) return machine.run(program, bindings, observer, journal);

    state_->trace.set_target(division_target());
    if (observer != nullptr) {
        BothObservers both(*observer, state_->trace);
        machine.run(program, bindings, &both, journal);
    } else {
        machine.run(program, bindings, &state_->trace, journal);
    }
    const std::lock_guard lock(state_->trace_mutex);
    state_->trace.write(state_->trace_path);
}

void Session::recover_devices() {
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
    const std::lock_guard lock(state_->mutex);
    state_->observer = observer;
}

Session::Statistics Session::statistics() const {
    const std::lock_guard lock(state_->mutex);
    Statistics statistics = state_->statistics;
    statistics.host_calls = state_->host_calls.load(std::memory_order_relaxed);
    return statistics;
}

}  // namespace hg
