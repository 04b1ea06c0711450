#include "interfaces/dropin/tally.hpp"

#include <algorithm>

namespace hg::dropin {
namespace {

constexpr double kFirstBytes = 8 << 20;

void add_to(std::atomic<double>& sum, double value) noexcept {
    double before = sum.load(std::memory_order_relaxed);
    while (!sum.compare_exchange_weak(before, before + value, std::memory_order_relaxed)) {
    }
}

}  // namespace

void Tally::clear() noexcept {
    calls = 0;
    flops = bytes = seconds = 0;
}

void Tally::add(double call_flops, double call_bytes, double call_seconds) noexcept {
    calls.fetch_add(1, std::memory_order_relaxed);
    add_to(flops, call_flops);
    add_to(bytes, call_bytes);
    add_to(seconds, call_seconds);
}

std::size_t size_class_of(Routine routine, double flops) noexcept {
    std::size_t index = 0;
    while (index + 1 < kSizeClasses && flops_of_order(routine, order_of(index)) < flops) ++index;
    return index;
}

std::int64_t order_of(std::size_t size_class) noexcept {
    return kFirstOrder << size_class;
}

void forget_calls() noexcept {
    for (auto& sizes : tallies)
        for (SizeClass& size : sizes) size.clear();
}

Figures example_figures() noexcept {
    return {.devices = "",
            .device = "one NVIDIA H200",
            .is_example = true,
            .compile_seconds = 0,
            .call_seconds = 300e-6,
            .first_rate = 10e9,
            .streamed_rate = 60e9,
            .rate_f64 = 53e12,
            .rate_f32 = 47e12,
            .host_f64 = 0,
            .host_f32 = 0};
}

double expected_on_device(const Tally& tally, bool single, const Figures& figures) noexcept {
    const auto calls = static_cast<double>(tally.calls.load());
    const double rate = single ? figures.rate_f32 : figures.rate_f64;
    if (calls == 0 || rate <= 0) return 0;
    const double flops = tally.flops.load() / calls;
    const double bytes = tally.bytes.load() / calls;
    const double first = std::min(bytes, kFirstBytes);
    return calls * (figures.call_seconds + first / figures.first_rate +
                    std::max((bytes - first) / figures.streamed_rate, flops / rate));
}

double expected_on_cpu(const Tally& tally, bool single, const Figures& figures) noexcept {
    const double rate = single ? figures.host_f32 : figures.host_f64;
    return rate > 0 ? tally.flops.load() / rate : 0;
}

}  // namespace hg::dropin
