#include <algorithm>
#include <cmath>
#include <compare>
#include <optional>
#include <utility>

#include "kernels/embedded_source.hpp"
#include "kernels/gemm/gemm_blocking.hpp"
#include "runtime/program/base/immortal.hpp"
#include <hg/kernels/database.hpp>

namespace hg::kernels {
namespace {

bool same_device(const TunedGemm& a, const TunedGemm& b) {
    return a.product == b.product && a.vendor == b.vendor && a.architecture == b.architecture &&
           a.is_gpu == b.is_gpu;
}

/// On which rung a result stands for a device; Rung::fallback where it says nothing about it.
Rung rung_of(const TunedGemm& result, bool is_users, const DeviceModel& device) {
    const DeviceTraits& traits = device.traits;
    const auto same = [](const std::string& a, const std::string& b) { return !a.empty() && a == b; };
    if (result.is_gpu != device.is_gpu || !same(result.vendor, traits.vendor)) return Rung::fallback;
    if (same(result.product, traits.product)) return is_users ? Rung::user : Rung::device;
    if (same(result.architecture, traits.architecture)) return Rung::architecture;
    return Rung::vendor;
}

double distance(const GemmShape& a, const GemmShape& b) {
    const auto square = [](std::int64_t x, std::int64_t y) {
        const double ratio = std::log(static_cast<double>(std::max<std::int64_t>(x, 1))) -
                             std::log(static_cast<double>(std::max<std::int64_t>(y, 1)));
        return ratio * ratio;
    };
    return square(a.m, b.m) + square(a.n, b.n) + square(a.k, b.k);
}

/// How far a result's operations are from the wanted ones: 0 the same, 1 NN, 2 others.
int operations_apart(const GemmShape& result, const GemmShape& wanted) {
    if (result.transpose_a == wanted.transpose_a && result.transpose_b == wanted.transpose_b) return 0;
    return result.transpose_a || result.transpose_b ? 2 : 1;
}

/// A result that may serve; the least of them is the best.
struct Applicant {
    bool other_product = false;
    Rung rung = Rung::fallback;
    int operations = 0;
    double distance = 0;
    double slowness = 0;
    std::size_t position = 0;

    [[nodiscard]] auto key() const {
        // Within a product the user's own and what ships are told apart only where cells are as near.
        return std::tuple(other_product, other_product ? rung : Rung::user, operations, distance, rung,
                          slowness, position);
    }
};

bool runs_on(const GemmParameters& parameters, const DeviceTraits& device) {
    return blocking_fault(parameters).empty() && fault_on(parameters, device).empty();
}

/// The default where the device can run it, else the plainer families.
GemmParameters fallback(const GemmShape& shape, const DeviceModel& device) {
    GemmParameters parameters = default_gemm(shape.type, device.is_gpu);
    for (const GemmParameters& simpler : {GemmParameters{.family = GemmFamily::blocked, .type = shape.type},
                                          GemmParameters{.family = GemmFamily::global, .type = shape.type}})
        if (!fault_on(parameters, device.traits).empty()) parameters = with_defaults(simpler);
    parameters.transpose_a = shape.transpose_a;
    parameters.transpose_b = shape.transpose_b;
    return parameters;
}

}  // namespace

std::string_view name(Rung rung) noexcept {
    switch (rung) {
        case Rung::user:
            return "user";
        case Rung::device:
            return "device";
        case Rung::architecture:
            return "architecture";
        case Rung::vendor:
            return "vendor";
        case Rung::fallback:
            return "default";
    }
    return "?";
}

const Database& Database::shipped() {
    static const Immortal database([] {
        Database d;
        for (const std::string_view text : embedded_tuned_kernels()) d.merge(parse_tuned(text), Rung::device);
        return d;
    }());
    return *database;
}

GemmChoice Database::choose(const GemmShape& shape, const DeviceModel& device) const {
    std::vector<Applicant> applicants;
    for (std::size_t i = 0; i < results_.size(); ++i) {
        const TunedGemm& result = results_[i];
        const Rung rung = rung_of(result, is_users_[i], device);
        if (rung == Rung::fallback || result.shape.type != shape.type) continue;
        applicants.push_back({.other_product = rung > Rung::device,
                              .rung = rung,
                              .operations = operations_apart(result.shape, shape),
                              .distance = distance(result.shape, shape),
                              .slowness = -result.rate,
                              .position = i});
    }
    std::sort(applicants.begin(), applicants.end(),
              [](const Applicant& a, const Applicant& b) { return a.key() < b.key(); });
    for (const Applicant& applicant : applicants) {
        const TunedGemm& result = results_[applicant.position];
        GemmParameters parameters = result.parameters;
        parameters.transpose_a = shape.transpose_a;
        parameters.transpose_b = shape.transpose_b;
        if (runs_on(parameters, device.traits)) return {parameters, applicant.rung, result.rate};
    }
    return {fallback(shape, device), Rung::fallback, 0};
}

Rung Database::rung(ElementType type, const DeviceModel& device) const {
    Rung best = Rung::fallback;
    for (std::size_t i = 0; i < results_.size(); ++i)
        if (results_[i].shape.type == type && runs_on(results_[i].parameters, device.traits))
            best = std::min(best, rung_of(results_[i], is_users_[i], device));
    return best;
}

void merge_tuned(std::vector<TunedGemm>& into, const std::vector<TunedGemm>& results) {
    for (const TunedGemm& result : results) {
        const auto known = std::find_if(into.begin(), into.end(), [&](const TunedGemm& other) {
            return other.shape == result.shape && same_device(other, result);
        });
        if (known == into.end())
            into.push_back(result);
        else if (result.rate >= known->rate)
            *known = result;
    }
}

void Database::merge(const std::vector<TunedGemm>& results, Rung origin) {
    std::vector<TunedGemm> shipped, users;
    for (std::size_t i = 0; i < results_.size(); ++i) (is_users_[i] ? users : shipped).push_back(results_[i]);
    merge_tuned(origin == Rung::user ? users : shipped, results);
    is_users_.assign(shipped.size(), false);
    is_users_.resize(shipped.size() + users.size(), true);
    results_ = std::move(shipped);
    results_.insert(results_.end(), users.begin(), users.end());
}

}  // namespace hg::kernels
