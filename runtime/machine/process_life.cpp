#include "runtime/machine/process_life.hpp"

#include <pthread.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <thread>
#include <utility>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// How long exit() waits for work in progress.
constexpr std::chrono::milliseconds kPatience{1600};
/// How long it then waits for commands that have started, while no new ones start.
constexpr std::chrono::milliseconds kLastCommands{300};
/// How long it waits for busy drivers.
constexpr std::chrono::seconds kDrivers{8};
constexpr std::chrono::microseconds kBetweenLooks{200};

constinit std::atomic<bool> used{false};       ///< this process has used devices
constinit std::atomic<bool> of_parent{false};  ///< the parent process had used devices
constinit std::atomic<bool> abandoned{false};
constinit std::atomic<std::int64_t> in_flight{0};
constinit std::atomic<int> drivers_at_work{0};
constinit std::array<std::atomic<void (*)() noexcept>, 4> hooks{};

constinit std::atomic<Leakable*> last_leaked{nullptr};

thread_local constinit std::int64_t depth = 0;  ///< of this thread's share of in_flight
/// This thread's cancellation state outside of library calls. During calls, cancellation is disabled as by
/// NoCancellation.
thread_local constinit int cancel_state = PTHREAD_CANCEL_ENABLE;
thread_local constinit bool exits = false;  ///< this thread has called exit()

bool ended(std::uint32_t generation) noexcept {
    return (generation & 1) != 0;
}

void call_hooks() noexcept {
    for (const auto& hook : hooks)
        if (auto* const call = hook.load()) call();
}

/// Returns true if the condition becomes true in time. Polls instead of taking a lock, which an abandoned
/// thread might hold.
template <class Condition>
bool within(std::chrono::milliseconds time, Condition holds) noexcept {
    const auto limit = std::chrono::steady_clock::now() + time;
    while (!holds()) {
        if (std::chrono::steady_clock::now() > limit) return false;
        std::this_thread::sleep_for(kBetweenLooks);
    }
    return true;
}

void end_devices() noexcept {
    if (ended(life::generation.fetch_or(1))) return;
    exits = true;
    call_hooks();
    const auto all_ended = [] { return in_flight.load() <= depth; };
    if (within(kPatience, all_ended)) return;
    abandoned.store(true);
    static_cast<void>(within(kLastCommands, all_ended));
    static_cast<void>(within(kDrivers, [] { return drivers_at_work.load() == 0; }));
}

void begin_child() noexcept {
    life::generation.store((life::generation.load() | 1) + 1);
    if (used.load()) of_parent.store(true);
    abandoned.store(false);
    in_flight.store(0);
    drivers_at_work.store(0);
    depth = 0;
    exits = false;
    call_hooks();
}

/// Runs when the library is loaded, so that no fork is missed.
[[gnu::constructor]] void watch_forks() {
    static_cast<void>(pthread_atfork(nullptr, nullptr, begin_child));
}

[[noreturn]] void refuse_in_child() {
    throw Error(ErrorCode::device_lost,
                "this process was forked from one that had used hg's devices, so it lacks their threads and "
                "drivers. Fork before the first call of hg, or call exec in the child");
}

[[noreturn]] void refuse_at_end() {
    throw Error(ErrorCode::device_lost,
                "the process is ending: exit() has begun, and devices accept no more calls. Make the last "
                "calls before main returns");
}

}  // namespace

bool ProcessGeneration::is_of_parent() const noexcept {
    return generation_ != (life::generation.load(std::memory_order_relaxed) & ~std::uint32_t{1});
}

void ProcessGeneration::require_going_on() const {
    if (is_of_parent()) refuse_in_child();
    if (depth == 0) refuse_at_end();
    stop_if_abandoned();
    if (abandoned.load()) refuse_at_end();
}

Accepted::Accepted(const ProcessGeneration& stamp) {
    // exit() first records that it has begun and then reads in_flight. Therefore, this increments in_flight
    // first and then checks whether exit() has begun.
    in_flight.fetch_add(1);
    try {
        static_cast<void>(life::generation.load());
        stamp.require();
    } catch (...) {
        in_flight.fetch_sub(1);
        throw;
    }
}

Accepted::~Accepted() {
    if (counted_) in_flight.fetch_sub(1);
}

InFlight::InFlight(Accepted accepted) noexcept : accepted_(std::move(accepted)) {
    if (depth++ == 0) pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel_state);
    stop_if_abandoned();
}

InFlight::~InFlight() {
    if (--depth == 0) pthread_setcancelstate(cancel_state, nullptr);
}

DevicesBegin::DevicesBegin() : in_flight_(ProcessGeneration()) {
    if (devices_are_of_parent()) refuse_in_child();
    devices_begin();
}

void devices_begin() noexcept {
    if (!used.exchange(true)) static_cast<void>(std::atexit(end_devices));
}

void drivers_are_loaded() {
    static constinit std::atomic<bool> known{false};
    if (!known.exchange(true)) static_cast<void>(std::atexit(end_devices));
    // Parts of a driver may already be gone if exit() began while another thread was loading it.
    if (ended(life::generation.load()) && !exits) refuse_at_end();
}

void driver_has_loaded(LatePart part) noexcept {
    static constinit std::array<std::atomic<bool>, 2> known{};
    if (!known[static_cast<std::size_t>(part)].exchange(true)) static_cast<void>(std::atexit(end_devices));
}

bool devices_are_of_parent() noexcept {
    return of_parent.load(std::memory_order_relaxed);
}

bool is_abandoned() noexcept {
    return abandoned.load(std::memory_order_relaxed);
}

void stop_if_abandoned() noexcept {
    while (is_abandoned() && !exits) pause();
}

DriverAtWork::DriverAtWork() noexcept {
    drivers_at_work.fetch_add(1);
    if (!abandoned.load() || exits) return;
    drivers_at_work.fetch_sub(1);
    stop_if_abandoned();
}

DriverAtWork::~DriverAtWork() {
    drivers_at_work.fetch_sub(1);
}

void when_devices_go(void (*hook)() noexcept) noexcept {
    for (auto& place : hooks) {
        void (*none)() noexcept = nullptr;
        if (place.load() == hook || place.compare_exchange_strong(none, hook)) return;
    }
}

void leak(std::unique_ptr<Leakable> kept) noexcept {
    Leakable* const object = kept.release();
    object->before_ = last_leaked.load();
    while (!last_leaked.compare_exchange_weak(object->before_, object)) {
    }
}

}  // namespace hg
