#include "blas/session.hpp"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <mutex>
#include <optional>
#include <utility>

#include "blas/host_choice.hpp"
#include "blas/model/model_file.hpp"
#include "blas/model/probe.hpp"
#include "blas/program_cache.hpp"
#include "runtime/machine/log.hpp"
#include "runtime/machine/trace.hpp"

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
          host_below(below),
          kernels(kernels::Database::with_user_results(
              folder, [](const std::string& warning) { log(LogLevel::warn, warning); })),
          model_file(std::move(folder), *machine, kernels) {
        if (const char* path = std::getenv("HG_TRACE"); path != nullptr) trace_path = path;
        for (std::size_t d = 1; d < machine->device_count(); ++d)
            if (kind_of(machine->device(0)) != kind_of(machine->device(d))) devices_differ = true;
    }

    /// The machine as numbers, with what was measured of it in the place of guesses.
    [[nodiscard]] Target with_rates(const MachineModel& known) const {
        Target target = machine->target();
        guess_rates(target, kernels);
        set_rates(target, known);
        return target;
    }

    [[nodiscard]] bool any_lost() const {
        for (std::size_t d = 0; d < machine->device_count(); ++d)
            if (!machine->available(d)) return true;
        return false;
    }

    std::unique_ptr<Machine> machine;
    std::once_flag making_host;
    std::unique_ptr<Machine> host_machine;
    std::optional<std::int64_t> host_below;
    kernels::Database kernels;
    ModelFile model_file;
    std::string trace_path;
    bool devices_differ = false;

    /// What the cache folder knew when it was first asked.
    const MachineModel& kept() {
        std::call_once(loading, [this] { loaded = model_file.load(); });
        return loaded;
    }

    std::once_flag loading;
    MachineModel loaded;
    std::once_flag choosing_host;
    HostChoice host_choice;
    std::once_flag measuring;
    MachineModel model;
    Target measured;
    std::once_flag dividing;
    Target division;

    std::atomic<std::uint64_t> host_calls{0};

    ProgramCache programs{kMostPrograms};

    mutable std::mutex mutex;  ///< of what follows
    Statistics statistics;
    Observer* observer = nullptr;
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
    static_cast<void>(model());
    return state_->measured;
}

const MachineModel& Session::model() {
    std::call_once(state_->measuring, [this] {
        MachineModel model = state_->kept();
        if (complete(model, *state_->machine, state_->kernels)) state_->model_file.save(model);
        state_->measured = state_->with_rates(model);
        state_->model = std::move(model);
    });
    return state_->model;
}

const Target& Session::division_target() {
    std::call_once(state_->dividing, [this] {
        MachineModel model = state_->kept();
        const ModelParts kernels_alone{.links = false};
        if (state_->devices_differ && complete(model, *state_->machine, state_->kernels, kernels_alone))
            state_->model_file.save(model);
        state_->division = state_->with_rates(model);
    });
    return state_->division;
}

bool Session::is_hosts(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k, bool reads_c) {
    State& s = *state_;
    std::call_once(s.choosing_host, [&] {
        if (s.host_below)
            s.host_choice = HostChoice(*s.host_below);
        else
            s.host_choice = HostChoice(s.kept(), s.with_rates(s.kept()).devices);
    });
    if (!s.host_choice.is_hosts(type, m, n, k, reads_c)) return false;
    s.host_calls.fetch_add(1, std::memory_order_relaxed);
    return true;
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
