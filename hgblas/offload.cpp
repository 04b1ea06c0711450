#include "hgblas/offload.hpp"

#include <dlfcn.h>
#include <pthread.h>

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <mutex>
#include <string>

#include "hgblas/settings.hpp"

namespace hg::dropin {
namespace {

/// Less than a product of this order no device does sooner.
constexpr double kLeastOrder = 256;
/// To start devices takes about as long as this many flops take a CPU. They are started when calls that may
/// gain come to that: programs that do less never pay for them.
constexpr double kWorthStarting = 1e11;

constexpr double kNever = std::numeric_limits<double>::infinity();

enum class State { not_started, starting, started, retired };

constinit std::atomic<State> state{State::not_started};
constinit std::atomic<double> work_so_far{0};

double least_flops_of(Routine routine) {
    const Settings& asked = settings();
    if (asked.offload == Offload::never) return kNever;
    if (asked.offload == Offload::always) return 0;
    const std::int64_t order = asked.least_order[index_of(routine)];
    return flops_of_order(routine, order >= 0 ? static_cast<double>(order) : kLeastOrder);
}

/// All calls are the CPU's at once; where there is a report, it still sees them.
void set_least_flops(bool retired) noexcept {
    const bool reports = *settings().report != '\0';
    for (std::size_t i = 0; i < kRoutines; ++i)
        least_flops[i].store(reports   ? 0
                             : retired ? kNever
                                       : least_flops_of(static_cast<Routine>(i)),
                             std::memory_order_relaxed);
}

void retire_child() noexcept {
    if (state.load(std::memory_order_relaxed) != State::not_started) retire();
}

const Engine* load_engine() noexcept {
    static const Engine* const engine = []() -> const Engine* {
        void* const library = dlopen(kEngineLibrary, RTLD_NOW | RTLD_LOCAL | RTLD_DEEPBIND);
        void* const source = library == nullptr ? nullptr : dlsym(library, kEngineSymbol);
        if (source != nullptr) return reinterpret_cast<EngineSource*>(source)();
        warn_once(Warning::engine, dlerror());
        return nullptr;
    }();
    return engine;
}

/// Loads the engine and starts its devices; null, and retired, where that can't be done.
const Engine* start_engine() noexcept {
    static const Engine* const engine = []() -> const Engine* {
        state.store(State::starting, std::memory_order_relaxed);
        const Engine* const loaded = load_engine();
        const char* reason = "";
        if (loaded == nullptr || !loaded->start(&reason)) {
            if (*reason != '\0') warn_once(Warning::engine, reason);
            retire();
            return nullptr;
        }
        // What the devices' libraries do at exit they do after this, as they registered for it before.
        static_cast<void>(std::atexit(retire));
        state.store(State::started, std::memory_order_relaxed);
        return loaded;
    }();
    return engine;
}

/// True from when calls that may gain have come to enough work.
bool worth_starting(double flops) noexcept {
    if (state.load(std::memory_order_relaxed) != State::not_started) return true;
    double before = work_so_far.load(std::memory_order_relaxed);
    while (!work_so_far.compare_exchange_weak(before, before + flops, std::memory_order_relaxed)) {
    }
    return before + flops >= kWorthStarting;
}

}  // namespace

Offer offer_for(const Work& work) noexcept {
    static const bool prepared = [] {
        static_cast<void>(pthread_atfork(nullptr, nullptr, retire_child));
        set_least_flops(state.load() == State::retired);
        return true;
    }();
    static_cast<void>(prepared);
    if (state.load(std::memory_order_relaxed) == State::retired) return {};
    if (work.flops < least_flops_of(work.routine)) return {};
    const bool forced =
        settings().offload == Offload::always || settings().least_order[index_of(work.routine)] >= 0;
    if (!forced && !worth_starting(work.flops)) return {};
    const Engine* const engine = start_engine();
    if (engine == nullptr || state.load(std::memory_order_relaxed) == State::retired) return {};
    if (forced) return {engine, Place::devices};
    return engine->gains(work.product) ? Offer{engine, Place::chosen} : Offer{};
}

const Engine* engine_without_devices() noexcept {
    return load_engine();
}

void retire() noexcept {
    state.store(State::retired, std::memory_order_relaxed);
    set_least_flops(true);
}

}  // namespace hg::dropin
