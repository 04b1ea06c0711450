#include "blas/cost/host_choice.hpp"

#include <algorithm>
#include <limits>

#include "blas/cost/flops.hpp"
#include "runtime/threads/available_cores.hpp"

namespace hg {
namespace {

// First guesses: a core with 256-bit vectors, the memory rate of one core, the cost of a call through a
// driver.
constexpr double kCoreF64 = 16e9;  ///< flop/s
constexpr double kCoreF32 = 32e9;
constexpr double kCoreMemory = 10e9;   ///< bytes/s
constexpr double kCoresForMemory = 8;  ///< number of cores that saturate a host's memory
constexpr CallCost kGuessedCall{100e-6, 8e9, 20e9};

constexpr std::int64_t kLargestOrder = 1 << 20;
/// A device gets a call if it takes at most this share of the CPU's time. With pageable memory, links are
/// slower than in the model, and their times vary more than the CPU's.
constexpr double kFaster = 0.75;

HostRates with_guesses(HostRates host) {
    const double cores = available_cores();
    if (host.f64 <= 0) host.f64 = kCoreF64 * cores;
    if (host.f32 <= 0) host.f32 = kCoreF32 * cores;
    if (host.memory <= 0) host.memory = kCoreMemory * std::min(cores, kCoresForMemory);
    return host;
}

}  // namespace

HostChoice::HostChoice(const MachineModel& model, const std::vector<DeviceModel>& devices)
    : by_model_(true), known_host_(model.host), host_(with_guesses(model.host)) {
    for (std::size_t d = 0; d < devices.size(); ++d) {
        if (devices[d].traits.is_host) continue;
        const bool known = d < model.devices.size() && model.devices[d].call.seconds > 0;
        if (known && model.devices[d].link.both > 0) streams_.push_back(model.devices[d]);
        const Alternative device{known ? model.devices[d].call : kGuessedCall,
                                 devices[d].computes(ElementType::f64) ? devices[d].rate_f64 : 0,
                                 devices[d].rate_f32,
                                 d < model.devices.size() ? model.devices[d].link : LinkRates{}};
        // Equal devices count once: the fewer alternatives, the faster the choice.
        if (std::find(alternatives_.begin(), alternatives_.end(), device) == alternatives_.end())
            alternatives_.push_back(device);
    }
}

bool HostChoice::streams_faster(const Traffic& traffic) const noexcept {
    constexpr double kFaster = 0.95;
    const double host_seconds = host_bound(traffic, known_host_);
    const double both = traffic.read + traffic.written;
    return std::ranges::any_of(streams_, [&](const DeviceRates& device) {
        const LinkRates& link = device.link;
        const double seconds = device.call.seconds + std::max({traffic.read / link.in,
                                                               traffic.written / link.out, both / link.both});
        return seconds < kFaster * host_seconds;
    });
}

HostChoice::HostChoice(std::int64_t order) : most_flops_(gemm_flops(order, order, order)) {}

bool HostChoice::runs_on_cpu(ElementType type, const GemmEquivalent& product) const noexcept {
    if (!by_model_) return gemm_flops(product.m, product.n, product.k) < most_flops_;
    return device_seconds(type, product) > kFaster * host_seconds(type, product);
}

double HostChoice::gain(ElementType type, const GemmEquivalent& product) const noexcept {
    if (!by_model_) return std::numeric_limits<double>::infinity();
    return host_seconds(type, product) - device_seconds(type, product);
}

double HostChoice::host_seconds(ElementType type, const GemmEquivalent& product) const noexcept {
    const double bytes = moved_elements(product).host * static_cast<double>(size_of(type));
    const double flops = real_operations(type) * gemm_flops(product.m, product.n, product.k);
    const double computing = flops / host_.of(type);
    return bytes > 0 ? std::max(computing, bytes / memory_rate(type, product, flops / bytes)) : computing;
}

double HostChoice::memory_rate(ElementType type, const GemmEquivalent& product,
                               double flops_of_byte) const noexcept {
    // The number of columns of the product: each takes two flops for each element of the matrix.
    const double columns = (needs_f64(type) ? 8 : 4) * flops_of_byte / 2;
    const std::vector<OrderRate>& thin = host_.thin_of(type);
    const double rate = thin.empty() ? host_.memory : rate_at(thin, columns);
    return product.by_one_core ? std::min(rate, kCoreMemory) : rate;
}

double HostChoice::device_seconds(ElementType type, const GemmEquivalent& product) const noexcept {
    const auto parts = static_cast<double>(product.calls);
    const double flops = real_operations(type) * gemm_flops(product.m, product.n, product.k) / parts;
    const MovedElements moved = moved_elements(product);
    const double bytes = static_cast<double>(size_of(type)) / parts;
    double seconds = std::numeric_limits<double>::infinity();
    for (const Alternative& device : alternatives_)
        seconds =
            std::min(seconds, parts * device.seconds(type, flops, {moved.in * bytes, moved.out * bytes}));
    return seconds;
}

double HostChoice::Alternative::seconds(ElementType type, double flops, const Traffic& bytes) const noexcept {
    const double rate = by_precision(type, rate_f32, rate_f64);
    if (rate <= 0) return std::numeric_limits<double>::infinity();
    const double all = bytes.read + bytes.written;
    const double first = std::min(all, CallCost::kFirstBytes);
    double streaming = std::max((all - first) / call.streamed, flops / rate);
    if (link.both > 0 && all > first) {
        const double rest = (all - first) / all;
        streaming = std::max({streaming, rest * bytes.read / link.in, rest * bytes.written / link.out,
                              rest * all / link.both});
    }
    return call.seconds + first / call.rate + streaming;
}

std::optional<std::int64_t> HostChoice::largest_order(ElementType type) const noexcept {
    const auto hosts = [&](std::int64_t order) { return runs_on_cpu(type, order, order, order, false); };
    if (hosts(kLargestOrder)) return std::nullopt;
    // The overhead of a call matters less as its flops grow: the host runs all calls below the order.
    std::int64_t low = 0;
    std::int64_t high = kLargestOrder;
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (hosts(middle) ? low : high) = middle;
    }
    return low;
}

}  // namespace hg
