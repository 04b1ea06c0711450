#include <algorithm>
#include <bit>
#include <cmath>
#include <compare>
#include <optional>
#include <utility>

#include "kernels/embedded_source.hpp"
#include "kernels/gemm/gemm_blocking.hpp"
#include "kernels/gemm/gemm_family.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/kernels/database.hpp>
#include <hg/kernels/library.hpp>

namespace hg::kernels {
namespace {

template <class Result>
bool same_device(const Result& a, const Result& b) {
    return a.product == b.product && a.vendor == b.vendor && a.architecture == b.architecture &&
           a.is_gpu == b.is_gpu;
}

bool same_cell(const TunedGemm& a, const TunedGemm& b) {
    return a.shape == b.shape;
}

bool same_cell(const TunedKernel& a, const TunedKernel& b) {
    return a.routine == b.routine && a.type == b.type && a.operation == b.operation && a.extents == b.extents;
}

/// On which rung a result stands for a device; Rung::fallback where it says nothing about it.
template <class Result>
Rung rung_of(const Result& result, bool is_users, const DeviceModel& device) {
    const DeviceTraits& traits = device.traits;
    const auto same = [](const std::string& a, const std::string& b) { return !a.empty() && a == b; };
    if (result.is_gpu != device.is_gpu || !same(result.vendor, traits.vendor)) return Rung::fallback;
    if (same(result.product, traits.product)) return is_users ? Rung::user : Rung::device;
    if (same(result.architecture, traits.architecture)) return Rung::architecture;
    return Rung::vendor;
}

/// Squared, of two sizes by their logarithms.
double apart(std::int64_t x, std::int64_t y) {
    const double ratio = std::log(static_cast<double>(std::max<std::int64_t>(x, 1))) -
                         std::log(static_cast<double>(std::max<std::int64_t>(y, 1)));
    return ratio * ratio;
}

double distance(const GemmShape& a, const GemmShape& b) {
    return apart(a.m, b.m) + apart(a.n, b.n) + apart(a.k, b.k);
}

double distance(const std::vector<std::int64_t>& a, const std::vector<std::int64_t>& b) {
    double squares = 0;
    for (std::size_t i = 0; i < a.size(); ++i) squares += apart(a[i], b[i]);
    return squares;
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

/// Likewise for a kernel of this name, if this version can make it.
bool runs_on(const std::string& kernel, const DeviceTraits& device) {
    const InstructionPtr instruction = find(kernel);
    return instruction && unmet_need(instruction->needs, device).empty();
}

/// How well a result fits what is asked for.
struct Fit {
    int operations = 0;
    double distance = 0;
};

/// The best of those results that fit, by fit_of(result), and that serve.
template <class List, class FitOf, class Serves>
std::optional<Applicant> best_of(const List& list, const DeviceModel& device, const FitOf& fit_of,
                                 const Serves& serves) {
    std::vector<Applicant> applicants;
    for (std::size_t i = 0; i < list.results.size(); ++i) {
        const auto& result = list.results[i];
        const std::optional<Fit> fit = fit_of(result);
        if (!fit) continue;
        const Rung rung = rung_of(result, list.is_users[i], device);
        if (rung == Rung::fallback) continue;
        applicants.push_back({.other_product = rung > Rung::device,
                              .rung = rung,
                              .operations = fit->operations,
                              .distance = fit->distance,
                              .slowness = -result.rate,
                              .position = i});
    }
    std::sort(applicants.begin(), applicants.end(),
              [](const Applicant& a, const Applicant& b) { return a.key() < b.key(); });
    for (const Applicant& applicant : applicants)
        if (serves(list.results[applicant.position])) return applicant;
    return std::nullopt;
}

template <class Result>
void merge_lists(std::vector<Result>& into, const std::vector<Result>& results) {
    for (const Result& result : results) {
        const auto known = std::find_if(into.begin(), into.end(), [&](const Result& other) {
            return same_cell(other, result) && same_device(other, result);
        });
        if (known == into.end())
            into.push_back(result);
        else if (result.rate >= known->rate)
            *known = result;
    }
}

template <class List, class Results>
void merge_into(List& list, const Results& results, Rung origin) {
    Results shipped, users;
    for (std::size_t i = 0; i < list.results.size(); ++i)
        (list.is_users[i] ? users : shipped).push_back(list.results[i]);
    merge_lists(origin == Rung::user ? users : shipped, results);
    list.is_users.assign(shipped.size(), false);
    list.is_users.resize(shipped.size() + users.size(), true);
    list.results = std::move(shipped);
    list.results.insert(list.results.end(), users.begin(), users.end());
}

/// Parts of the sum over k of a complex product without tuned kernels: as many as give each compute unit of a
/// GPU two work-groups at most, a power of two, so that programs have few kernels.
int parts_of_sum(const GemmParameters& filled, const GemmShape& shape, const DeviceModel& device) {
    constexpr std::int64_t kLeastDepth = 256;  // of a part
    constexpr std::int64_t kMostParts = 32;
    if (!device.is_gpu || device.traits.compute_units < 2) return 1;
    const auto count = [](std::int64_t extent, int tile) { return (extent + tile - 1) / tile; };
    const std::int64_t tiles = count(shape.m, filled.tile_m) * count(shape.n, filled.tile_n);
    const std::int64_t parts = std::min({2 * device.traits.compute_units / std::max<std::int64_t>(tiles, 1),
                                         shape.k / kLeastDepth, kMostParts});
    return parts < 2 ? 1 : static_cast<int>(std::bit_floor(static_cast<std::uint64_t>(parts)));
}

/// Tiles for complex products on any device, and for those with few rows or columns.
GemmParameters small_complex(ElementType type) {
    return {
        .family = GemmFamily::complex, .type = type, .tile_m = 16, .tile_n = 16, .work_m = 2, .work_n = 2};
}

/// Matrix instructions, or asynchronous copies, if the device has them. Their kernels copy slowly if C is
/// smaller than a tile.
GemmParameters fallback_for_complex(const GemmShape& shape, const DeviceModel& device) {
    constexpr int kSmall = 32;
    const bool is_c64 = shape.type == ElementType::c64;
    const GemmParameters plain = default_gemm(shape.type, device.is_gpu);
    const GemmParameters of_nvidia = with_defaults(
        {.family = is_c64 ? GemmFamily::complex_mma : GemmFamily::complex_pipelined, .type = shape.type});
    const bool has_those = device.is_gpu && fault_on(of_nvidia, device.traits).empty();
    GemmParameters parameters = has_those ? of_nvidia : plain;
    const std::int64_t least = std::min(shape.m, shape.n);
    if (least < kSmall || !fault_on(parameters, device.traits).empty())
        return with_defaults(small_complex(shape.type));
    if (parameters.family == GemmFamily::complex_mma && least < parameters.tile_m) {
        parameters.tile_m = parameters.tile_n = parameters.work_m = kSmall;
        parameters.work_n = kSmall / 2;
    }
    const bool smaller = shape.m < parameters.tile_m || shape.n < parameters.tile_n;
    return parameters.family == GemmFamily::complex_pipelined && smaller ? plain : parameters;
}

/// The default if the device can run it, else the plainer families.
GemmParameters fallback(const GemmShape& shape, const DeviceModel& device) {
    GemmParameters parameters;
    if (is_complex(shape.type)) {
        parameters = fallback_for_complex(shape, device);
        parameters.split_k = parts_of_sum(parameters, shape, device);
    } else {
        parameters = default_gemm(shape.type, device.is_gpu);
        for (const GemmFamily simpler : {GemmFamily::blocked, GemmFamily::global})
            if (!fault_on(parameters, device.traits).empty())
                parameters = with_defaults({.family = simpler, .type = shape.type});
    }
    while (!fault_on(parameters, device.traits).empty()) {
        const auto smaller =
            gemm_with_fewer(parameters, std::min(device.traits.max_work_group, work_items(parameters) - 1));
        if (!smaller) break;
        parameters = *smaller;
    }
    parameters.transpose_a = shape.transpose_a;
    parameters.transpose_b = shape.transpose_b;
    return parameters;
}

}  // namespace

std::string_view name(Rung rung) noexcept {
    constexpr std::string_view kNames[]{"user", "device", "architecture", "vendor", "default"};
    return kNames[static_cast<std::size_t>(rung)];
}

const Database& Database::shipped() {
    static const NoDestructor database([] {
        Database d;
        for (const std::string_view text : embedded_tuned_kernels())
            d.merge(parse_tuned_results(text), Rung::device);
        return d;
    }());
    return *database;
}

GemmChoice Database::choose(const GemmShape& shape, const DeviceModel& device) const {
    const auto for_shape = [&](const TunedGemm& result) {
        GemmParameters parameters = result.parameters;
        parameters.transpose_a = shape.transpose_a;
        parameters.transpose_b = shape.transpose_b;
        parameters.conjugate_a = parameters.conjugate_b = false;
        return parameters;
    };
    const auto best = best_of(
        gemms_, device,
        [&](const TunedGemm& result) {
            return result.shape.type == shape.type
                       ? std::optional<Fit>(
                             {operations_apart(result.shape, shape), distance(result.shape, shape)})
                       : std::nullopt;
        },
        [&](const TunedGemm& result) { return runs_on(for_shape(result), device.traits); });
    if (!best) return {fallback(shape, device), Rung::fallback, 0};
    const TunedGemm& result = gemms_.results[best->position];
    return {for_shape(result), best->rung, result.rate};
}

std::optional<KernelChoice> Database::choose_kernel(std::string_view routine, ElementType type,
                                                    std::string_view operation,
                                                    const std::vector<std::int64_t>& extents,
                                                    const DeviceModel& device) const {
    const auto best = best_of(
        kernels_, device,
        [&](const TunedKernel& result) {
            const bool fits = result.type == type && result.routine == routine &&
                              result.operation == operation && result.extents.size() == extents.size();
            return fits ? std::optional<Fit>({0, distance(result.extents, extents)}) : std::nullopt;
        },
        [&](const TunedKernel& result) { return runs_on(result.kernel, device.traits); });
    if (!best) return std::nullopt;
    const TunedKernel& result = kernels_.results[best->position];
    return KernelChoice{result.kernel, best->rung, result.rate};
}

Rung Database::rung(ElementType type, const DeviceModel& device) const {
    Rung best = Rung::fallback;
    for (std::size_t i = 0; i < gemms_.results.size(); ++i)
        if (gemms_.results[i].shape.type == type && runs_on(gemms_.results[i].parameters, device.traits))
            best = std::min(best, rung_of(gemms_.results[i], gemms_.is_users[i], device));
    return best;
}

void merge_tuned(std::vector<TunedGemm>& into, const std::vector<TunedGemm>& results) {
    merge_lists(into, results);
}

void merge_tuned(std::vector<TunedKernel>& into, const std::vector<TunedKernel>& results) {
    merge_lists(into, results);
}

void merge_tuned(TunedResults& into, const TunedResults& results) {
    merge_lists(into.gemms, results.gemms);
    merge_lists(into.kernels, results.kernels);
    for (const std::string& result : results.unread)
        if (std::find(into.unread.begin(), into.unread.end(), result) == into.unread.end())
            into.unread.push_back(result);
}

void Database::merge(const std::vector<TunedGemm>& results, Rung origin) {
    merge_into(gemms_, results, origin);
}

void Database::merge(const std::vector<TunedKernel>& results, Rung origin) {
    merge_into(kernels_, results, origin);
}

void Database::merge(const TunedResults& results, Rung origin) {
    merge(results.gemms, origin);
    merge(results.kernels, origin);
}

}  // namespace hg::kernels
