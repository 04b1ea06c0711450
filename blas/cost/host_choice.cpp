#include "blas/cost/host_choice.hpp"

#include <algorithm>
#include <limits>
#include <thread>

#include "blas/cost/flops.hpp"

namespace hg {
namespace {

// First guesses: cores with 256-bit vectors, memory that one core reads, a call through a driver.
constexpr double kCoreF64 = 16e9;  ///< flop/s
constexpr double kCoreF32 = 32e9;
constexpr double kHostMemoryRate = 10e9;  ///< bytes/s
constexpr CallCost kGuessedCall{100e-6, 8e9, 20e9};

constexpr std::int64_t kLargestOrder = 1 << 20;

HostRates with_guesses(HostRates host) {
    const double cores = std::max(1U, std::thread::hardware_concurrency());
    if (host.f64 <= 0) host.f64 = kCoreF64 * cores;
    if (host.f32 <= 0) host.f32 = kCoreF32 * cores;
    return host;
}

}  // namespace

HostChoice::HostChoice(const MachineModel& model, const std::vector<DeviceModel>& devices)
    : by_model_(true), host_(with_guesses(model.host)) {
    for (std::size_t d = 0; d < devices.size(); ++d) {
        if (devices[d].traits.is_host) continue;
        const bool known = d < model.devices.size() && model.devices[d].call.seconds > 0;
        if (known && model.devices[d].link.both > 0) streams_.push_back(model.devices[d]);
        const Alternative device{known ? model.devices[d].call : kGuessedCall,
                                 devices[d].computes(ElementType::f64) ? devices[d].rate_f64 : 0,
                                 devices[d].rate_f32};
        // Equal devices are one: the fewer there are, the sooner the choice is made.
        if (std::find(alternatives_.begin(), alternatives_.end(), device) == alternatives_.end())
            alternatives_.push_back(device);
    }
}

bool HostChoice::streams_sooner(const Traffic& traffic) const noexcept {
    constexpr double kSooner = 0.95;
    const double host_seconds = host_bound(traffic, host_);
    const double both = traffic.read + traffic.written;
    return std::ranges::any_of(streams_, [&](const DeviceRates& device) {
        const LinkRates& link = device.link;
        const double seconds = device.call.seconds + std::max({traffic.read / link.in,
                                                               traffic.written / link.out, both / link.both});
        return seconds < kSooner * host_seconds;
    });
}

HostChoice::HostChoice(std::int64_t order) : most_flops_(gemm_flops(order, order, order)) {}

bool HostChoice::is_hosts(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k, bool reads_c,
                          std::int64_t calls) const noexcept {
    return by_model_ ? gain(type, m, n, k, reads_c, calls) < 0 : gemm_flops(m, n, k) < most_flops_;
}

double HostChoice::gain(ElementType type, std::int64_t m, std::int64_t n, std::int64_t k, bool reads_c,
                        std::int64_t calls) const noexcept {
    if (!by_model_) return std::numeric_limits<double>::infinity();
    const auto rows = static_cast<double>(m);
    const auto cols = static_cast<double>(n);
    const auto depth = static_cast<double>(k);
    const double flops = real_operations(type) * gemm_flops(m, n, k);
    const double bytes =
        (rows * depth + depth * cols + (reads_c ? 2 : 1) * rows * cols) * static_cast<double>(size_of(type));
    const auto parts = static_cast<double>(calls);
    double device_seconds = std::numeric_limits<double>::infinity();
    for (const Alternative& device : alternatives_)
        device_seconds = std::min(device_seconds, parts * device.seconds(type, flops / parts, bytes / parts));
    return std::max(flops / host_.of(type), bytes / kHostMemoryRate) - device_seconds;
}

double HostChoice::Alternative::seconds(ElementType type, double flops, double bytes) const noexcept {
    const double rate = by_precision(type, rate_f32, rate_f64);
    if (rate <= 0) return std::numeric_limits<double>::infinity();
    const double first = std::min(bytes, CallCost::kFirstBytes);
    return call.seconds + first / call.rate + std::max((bytes - first) / call.streamed, flops / rate);
}

std::optional<std::int64_t> HostChoice::largest_order(ElementType type) const noexcept {
    const auto hosts = [&](std::int64_t order) { return is_hosts(type, order, order, order, false); };
    if (hosts(kLargestOrder)) return std::nullopt;
    // What a call costs beside its flops loses weight as they grow: below the order all are the host's.
    std::int64_t low = 0;
    std::int64_t high = kLargestOrder;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (hosts(middle) ? low : high) = middle;
    }
    return low;
}

}  // namespace hg
