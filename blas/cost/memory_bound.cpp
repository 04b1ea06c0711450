#include "blas/cost/memory_bound.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// Elements read and written: multiples of m, n, m n and n (n + 1) / 2.
struct Elements {
    double m = 0, n = 0, rectangle = 0, triangle = 0;
};

struct RoutineTraffic {
    std::string_view routine;
    Elements read;
    Elements written;
};

constexpr RoutineTraffic kRoutines[]{
    {"copy", {.n = 1}, {.n = 1}},
    {"swap", {.n = 2}, {.n = 2}},
    {"scal", {.n = 1}, {.n = 1}},
    {"real_scal", {.n = 1}, {.n = 1}},
    {"axpy", {.n = 2}, {.n = 1}},
    {"dot", {.n = 2}, {}},
    {"dotu", {.n = 2}, {}},
    {"dotc", {.n = 2}, {}},
    {"nrm2", {.n = 1}, {}},
    {"asum", {.n = 1}, {}},
    {"iamax", {.n = 1}, {}},
    {"rot", {.n = 2}, {.n = 2}},
    {"gemv", {.m = 1, .n = 1, .rectangle = 1}, {.m = 1}},
    {"ger", {.m = 1, .n = 1, .rectangle = 1}, {.rectangle = 1}},
    {"geru", {.m = 1, .n = 1, .rectangle = 1}, {.rectangle = 1}},
    {"gerc", {.m = 1, .n = 1, .rectangle = 1}, {.rectangle = 1}},
    {"hemv", {.n = 2, .triangle = 1}, {.n = 1}},
    {"her", {.n = 1, .triangle = 1}, {.triangle = 1}},
    {"her2", {.n = 2, .triangle = 1}, {.triangle = 1}},
    {"symv", {.n = 2, .triangle = 1}, {.n = 1}},
    {"syr", {.n = 1, .triangle = 1}, {.triangle = 1}},
    {"syr2", {.n = 2, .triangle = 1}, {.triangle = 1}},
    {"trmv", {.n = 1, .triangle = 1}, {.n = 1}},
    {"trsv", {.n = 1, .triangle = 1}, {.n = 1}},
};

double count(const Elements& e, double m, double n) {
    return e.m * m + e.n * n + e.rectangle * m * n + e.triangle * n * (n + 1) / 2;
}

/// The order of a matrix of floats with the given number of bytes.
double order_of(double bytes) {
    return std::sqrt(bytes / static_cast<double>(size_of(ElementType::f32)));
}

}  // namespace

double rate_at(const std::vector<OrderRate>& curve, double order) {
    const auto above = std::ranges::find_if(
        curve, [&](const OrderRate& point) { return static_cast<double>(point.order) >= order; });
    if (above == curve.end()) return curve.back().rate;
    if (above == curve.begin()) return above->rate;
    const OrderRate& below = *std::prev(above);
    const double low = std::log(static_cast<double>(below.order));
    const double high = std::log(static_cast<double>(above->order));
    return std::lerp(below.rate, above->rate, (std::log(order) - low) / (high - low));
}

Traffic traffic(std::string_view routine, ElementType type, std::int64_t m, std::int64_t n) {
    const auto found = std::ranges::find(kRoutines, routine, &RoutineTraffic::routine);
    if (found == std::end(kRoutines))
        throw Error(ErrorCode::invalid_argument,
                    "traffic: " + std::string(routine) + " is not a known routine of level 1 or 2");
    const auto rows = static_cast<double>(m);
    const auto cols = static_cast<double>(n);
    const auto size = static_cast<double>(size_of(type));
    return {size * count(found->read, rows, cols), size * count(found->written, rows, cols)};
}

MemoryBound bound(const Traffic& traffic, const MemoryRates& memory) {
    const auto unknown = [](double bytes, const std::vector<OrderRate>& curve) {
        return bytes > 0 && curve.empty();
    };
    if (unknown(traffic.read, memory.sread) || unknown(traffic.written, memory.smset)) return {};
    const double reading =
        traffic.read > 0 ? traffic.read / rate_at(memory.sread, order_of(traffic.read)) : 0;
    const double writing =
        traffic.written > 0 ? traffic.written / rate_at(memory.smset, order_of(traffic.written)) : 0;
    return {reading + writing, std::max(reading, writing)};
}

double host_bound(const Traffic& traffic, const HostRates& host) noexcept {
    constexpr double kReadsFaster = 1.5;
    return host.memory > 0 ? (traffic.read + traffic.written) / (kReadsFaster * host.memory) : 0;
}

MemoryBound bound(std::string_view routine, ElementType type, std::int64_t m, std::int64_t n,
                  const MemoryRates& memory) {
    return bound(traffic(routine, type, m, n), memory);
}

}  // namespace hg
