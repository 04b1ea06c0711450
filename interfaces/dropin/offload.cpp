#include "interfaces/dropin/offload.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <chrono>
#include <cstdlib>
#include <limits>
#include <string>

#include "interfaces/dropin/next_symbol.hpp"
#include "interfaces/dropin/settings.hpp"
#include "interfaces/dropin/tally.hpp"

namespace hg::dropin {
namespace {

/// No device is faster than the CPU for a level 3 call with less work than a product of this order.
constexpr std::int64_t kLeastOrder = 256;
/// Starting devices takes about as long as a CPU takes for this many flops. hg starts them when the calls
/// that may gain add up to that, so that programs with less work never pay for the start.
constexpr double kWorthStarting = 1e11;

constexpr double kNever = std::numeric_limits<double>::infinity();

enum class State { not_started, starting, started, retired };

constinit std::atomic<State> state{State::not_started};
constinit std::atomic<const Engine*> engine_with_devices{nullptr};
constinit std::atomic<double> work_so_far{0};
/// True in the thread that starts the engine: calls that it makes meanwhile run on the CPU.
thread_local constinit bool starting_here = false;
constinit std::atomic<double> seconds_of_start{0};

double least_flops_of(Routine routine) noexcept {
    const Settings& asked = settings();
    if (asked.offload == Offload::never) return kNever;
    if (asked.offload == Offload::always) return 0;
    const std::int64_t order = asked.least_order[index_of(routine)];
    if (order < 0 && kRoutineLevels[index_of(routine)] < 3) return kNever;
    return flops_of_order(routine, order >= 0 ? order : kLeastOrder);
}

/// Calls below these limits bypass everything, so the limits are 0 if a report or a warning is pending.
void set_limits() noexcept {
    const bool retired = state.load(std::memory_order_relaxed) == State::retired;
    const bool asks = *settings().report != '\0' || has_unheard_faults();
    for (std::size_t i = 0; i < kRoutines; ++i)
        least_flops[i].store(asks      ? 0
                             : retired ? kNever
                                       : least_flops_of(static_cast<Routine>(i)),
                             std::memory_order_relaxed);
}

/// Lets all calls run on the CPU from now on.
void retire() noexcept {
    state.store(State::retired, std::memory_order_relaxed);
    set_limits();
}

/// After fork(), the child does not have the threads that serve devices. If the engine was not started, the
/// child may start its own. Otherwise it must not call the engine at all: a lock that another thread held is
/// never released.
void retire_child() noexcept {
    forget_calls();
    engine_with_devices.store(nullptr, std::memory_order_relaxed);
    seconds_of_start.store(0, std::memory_order_relaxed);
    if (state.load(std::memory_order_relaxed) != State::not_started) retire();
}

/// Runs when the library is loaded, so that fork() never finds settings half read.
[[gnu::constructor]] void prepare() {
    static_cast<void>(pthread_atfork(nullptr, nullptr, retire_child));
    set_limits();
}

/// Returns true once the calls that may gain add up to enough work.
bool worth_starting(double flops) noexcept {
    if (state.load(std::memory_order_relaxed) != State::not_started) return true;
    double before = work_so_far.load(std::memory_order_relaxed);
    while (!work_so_far.compare_exchange_weak(before, before + flops, std::memory_order_relaxed)) {
    }
    return before + flops >= kWorthStarting;
}

/// Returns true if names without a suffix have 64-bit integers in the next library: hg would misread the
/// pivots and sizes of its callers.
bool next_has_64_bit_integers(const Engine& engine) noexcept {
    static const bool wide = [&] {
        const void* const dasum = find_next("dasum_");
        const bool found = dasum != nullptr && engine.has_64_bit_integers(dasum);
        if (found)
            warn_once(
                Warning::integers,
                "the BLAS of this process has 64-bit integers under names without a suffix, such as dgemm_; "
                "these calls stay on the CPU, but those of names for 64 bits, such as dgemm_64_, do not");
        return found;
    }();
    return wide;
}

/// Returns true if the CPU BLAS that the engine calls is a library that calls this one again, which
/// HG_CPU_BLAS may name. A product of 1 x 1 matrices shows it.
bool comes_back(const Engine& engine) noexcept {
    const CpuBlas* const cpu = engine.cpu_blas();
    if (cpu == nullptr) return false;
    const int one = 1;
    const double a = 1, b = 1;
    double c = 0;
    cpu->f64.gemm("N", "N", &one, &one, &one, &a, &a, &one, &b, &one, &b, &c, &one, 1, 1);
    return c != 1;
}

/// Starts the engine with its devices. Returns null, with a warning, if that fails.
const Engine* engine_started_here() noexcept {
    starting_here = true;
    const auto begin = std::chrono::steady_clock::now();
    const Engine* const loaded = load_engine();
    const bool started = loaded != nullptr && !comes_back(*loaded) && loaded->start();
    starting_here = false;
    seconds_of_start.store(std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
    if (!started && loaded != nullptr && *loaded->last_error() != '\0')
        warn_once(Warning::engine, loaded->last_error());
    return started ? loaded : nullptr;
}

}  // namespace

const Engine* load_engine() noexcept {
    static const Engine* const engine = []() -> const Engine* {
        void* const library = dlopen(kEngineLibrary, RTLD_NOW | RTLD_LOCAL);
        void* const source = library == nullptr ? nullptr : dlsym(library, kEngineSymbol);
        if (source != nullptr) return reinterpret_cast<EngineSource*>(source)();
        warn_once(Warning::engine, dlerror());
        return nullptr;
    }();
    return engine;
}

const Engine* start_engine() noexcept {
    static const Engine* const engine = []() -> const Engine* {
        state.store(State::starting, std::memory_order_relaxed);
        const Engine* const loaded = engine_started_here();
        if (loaded == nullptr) {
            retire();
            return nullptr;
        }
        // Device libraries registered their exit handlers when they were started, so this one runs before
        // them.
        static_cast<void>(std::atexit(retire));
        engine_with_devices.store(loaded, std::memory_order_release);
        state.store(State::started, std::memory_order_relaxed);
        return loaded;
    }();
    return engine;
}

double start_seconds() noexcept {
    return seconds_of_start.load(std::memory_order_relaxed);
}

const Engine* started_engine() noexcept {
    return engine_with_devices.load(std::memory_order_acquire);
}

Offer offer_for(const Work& work, bool wide) noexcept {
    const Engine* const started = started_engine();
    if (starting_here || (started != nullptr && started->in_cpu_lapack())) return {};
    if (has_unheard_faults()) {
        warn_of_faults();
        set_limits();
    }
    if (state.load(std::memory_order_relaxed) == State::retired || work.flops < least_flops_of(work.routine))
        return {};
    const bool asked_for =
        settings().offload == Offload::always || settings().least_order[index_of(work.routine)] >= 0;
    if (!asked_for && !worth_starting(work.flops)) return {};
    const Engine* const engine = start_engine();
    if (engine == nullptr || state.load(std::memory_order_relaxed) == State::retired) return {};
    if (!wide && next_has_64_bit_integers(*engine)) return {};
    if (asked_for) return {engine, Place::devices};
    return engine->gains(work.product) ? Offer{engine, Place::chosen} : Offer{};
}

}  // namespace hg::dropin
