#include <atomic>
#include <cstdint>
#include <optional>
#include <utility>

#include "blas/call/call_policy.hpp"
#include "blas/cost/gemm_equivalent.hpp"
#include "blas/session/compilation_cost.hpp"
#include "blas/session/cpu_blas_warning.hpp"
#include "blas/session/device_recovery.hpp"
#include "blas/session/model/performance_model.hpp"
#include "blas/session/program_cache.hpp"
#include "blas/session/session_machines.hpp"
#include "blas/session/thread_counts.hpp"
#include "blas/session/workspaces.hpp"
#include "host_blas/cpu_blas.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/machine/process_life.hpp"
#include "runtime/machine/run/work_queue.hpp"
#include "runtime/program/base/current_error.hpp"
#include "runtime/threads/no_cancellation.hpp"
#include <hg/blas/session.hpp>

namespace hg {
namespace {

constexpr std::size_t kMostPrograms = 64;
/// The most submitted calls in flight: those whose runs are in flight, and as many that prepare theirs.
constexpr std::size_t kMostCalls = 8;

/// The options of a session on given machines: their devices run all calls, and nothing is saved in files.
MachineOptions without_files() {
    MachineOptions options;
    options.host_below = 0;
    return options;
}

}  // namespace

struct Session::State final : Leakable {
    State() : calls(std::in_place, 0) { static_cast<void>(cpu_blas()); }
    State(std::unique_ptr<Machine> devices, std::unique_ptr<Machine> host, const MachineOptions& options)
        : machines(std::move(devices), std::move(host)),
          kernels(kernels::Database::with_user_results(
              options.cache_folder, [](const std::string& warning) { log_once(LogLevel::warn, warning); })),
          performance_model(std::in_place, machines.devices(), kernels, options),
          arithmetic(options.arithmetic),
          calls(std::in_place, kMostCalls) {
        machines.devices().report_with([this]() -> const Target& { return known().division_target(); });
        warn_of_cpu_blas();
    }

    /// Functions that need locks or a machine call this first.
    PerformanceModel& known() {
        life.require();
        if (!performance_model) throw SessionMachines::none();
        return *performance_model;
    }

    const ProcessGeneration life;
    SessionMachines machines;
    kernels::Database kernels;
    std::optional<PerformanceModel> performance_model;  ///< empty without a machine
    ThreadCounts host_calls;
    CompilationCost compilation;
    ProgramCache programs{kMostPrograms};
    Workspaces workspaces;
    DeviceRecovery recovery;
    std::atomic<std::uint64_t> runs{0};
    std::atomic<std::uint64_t> failed_runs{0};
    std::atomic<Observer*> observer{nullptr};
    const Arithmetic arithmetic = Arithmetic::native;
    std::optional<WorkQueue> calls;
};

Session::Session(const MachineOptions& options)
    : state_(throwing_errors_only([&] {
          const NoCancellation whole;
          return std::make_unique<State>(std::make_unique<Machine>(options), nullptr, options);
      })) {}

Session::Session(std::unique_ptr<Machine> machine, std::unique_ptr<Machine> host_machine)
    : state_(throwing_errors_only([&] {
          const NoCancellation whole;
          return std::make_unique<State>(std::move(machine), std::move(host_machine), without_files());
      })) {}

Session::Session(CpuAlone) : state_(std::make_unique<State>()) {}

Session::~Session() {
    const NoCancellation whole;
    if (state_->life.holds())
        state_->calls.reset();  // first, because calls use all other members
    else
        leak(std::move(state_));
    state_.reset();
}

Arithmetic Session::arithmetic() const noexcept {
    return CallPolicy::current().arithmetic.value_or(state_->arithmetic);
}

const ProcessGeneration& Session::life() const noexcept {
    return state_->life;
}

Machine& Session::machine() {
    return state_->machines.devices();
}

Machine& Session::host_machine() {
    state_->life.require();
    return state_->machines.host();
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

bool Session::runs_on_cpu(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k, bool reads_c,
                          std::int64_t calls) {
    return runs_on_cpu(type, GemmEquivalent{m, n, k, reads_c, calls});
}

bool Session::runs_on_cpu(ElementType type, const GemmEquivalent& product) {
    if (state_->performance_model && (CallPolicy::current().devices_only ||
                                      !state_->performance_model->host_choice().runs_on_cpu(type, product)))
        return false;
    state_->host_calls.add();
    return true;
}

bool Session::vectors_run_on_cpu() {
    if (state_->performance_model && (CallPolicy::current().devices_only ||
                                      !state_->performance_model->host_choice().vectors_run_on_cpu()))
        return false;
    state_->host_calls.add();
    return true;
}

bool Session::streams_faster(double read, double written) {
    return state_->performance_model &&
           state_->performance_model->host_choice().streams_faster({read, written});
}

bool Session::is_worth_compiling(const Program& program, double gain) {
    if (machine().is_compiled(program) || state_->compilation.is_paid_by(gain)) return true;
    state_->host_calls.add();
    return false;
}

const HostChoice& Session::host_choice() {
    // Also works after exit() has begun, because reports call it at the end of the process.
    if (state_->life.is_of_parent()) state_->life.require();
    if (!state_->performance_model) throw SessionMachines::none();
    return state_->performance_model->host_choice();
}

LearnedTimes* Session::learned_times() {
    return state_->known().learned_times();
}

WorkQueue& Session::calls() {
    state_->life.require();
    return *state_->calls;
}

const kernels::Database& Session::kernels() const noexcept {
    return state_->kernels;
}

Program Session::program(const std::string& key, const std::function<Program()>& build) {
    state_->life.require();
    return state_->programs.get(key, build);
}

std::shared_ptr<PinnedMemory> Session::workspace(std::int64_t bytes) {
    state_->life.require();
    return state_->workspaces.borrow(bytes, machine());
}

void Session::run(const Program& program, const Bindings& bindings) {
    run(machine(), program, bindings, nullptr);
}

void Session::run(Machine& machine, const Program& program, const Bindings& bindings, RunJournal* journal) {
    const InFlight in_flight(state_->life);
    ++state_->runs;
    try {
        machine.run(program, bindings, state_->observer, journal);
    } catch (...) {
        ++state_->failed_runs;
        throw;
    }
}

void Session::trim() {
    state_->life.require();
    state_->machines.trim();
    state_->workspaces.clear();
}

void Session::recover_devices() {
    const InFlight in_flight(state_->life);
    state_->recovery.attempt(machine());
}

void Session::observe(Observer* observer) {
    state_->life.require();
    state_->observer = observer;
}

Session::Statistics Session::statistics() const {
    if (state_->life.is_of_parent()) state_->life.require();
    return {.programs_built = state_->programs.built(),
            .programs_reused = state_->programs.reused(),
            .runs = state_->runs,
            .failed_runs = state_->failed_runs,
            .host_calls = state_->host_calls.sum()};
}

}  // namespace hg
