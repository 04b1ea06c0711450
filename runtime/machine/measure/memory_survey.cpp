#include "runtime/machine/measure/memory_survey.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "runtime/machine/measure/timing.hpp"
#include "runtime/threads/parallel_for.hpp"

namespace hg {
namespace {

/// Every work-group reads the whole vector, which takes long beyond the caches and yields no further
/// information.
constexpr std::int64_t kLargestShared = std::int64_t{256} << 20;
constexpr std::int64_t kSharedMultiple = 4096;
constexpr std::int64_t kSmallest = 4096;
constexpr std::int64_t kOrders[]{100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 7000, 10000};

struct Step {
    MemoryOperation operation;
    ElementType type;
    std::int64_t size = 0;
    bool is_curve = false;  ///< the curve of SREAD or SMSET
};

std::vector<Step> steps_of(const MemorySurveyOptions& options, bool on_host) {
    std::vector<Step> steps;
    const auto wants = [&](MemoryOperation operation) {
        return options.operations.empty() ||
               std::ranges::find(options.operations, operation) != options.operations.end();
    };
    for (const ElementType type : options.types)
        for (const MemoryOperation operation : kMemoryOperations) {
            if (!wants(operation)) continue;
            if (is_on_chip(operation)) {
                if (!on_host) steps.push_back({operation, type});
                continue;
            }
            for (const std::int64_t size : options.sizes)
                if (operation != MemoryOperation::shared ||
                    (size <= kLargestShared && size % kSharedMultiple == 0))
                    steps.push_back({operation, type, size});
        }
    if (!options.curves || options.sizes.empty()) return steps;
    for (const MemoryOperation operation : {MemoryOperation::read, MemoryOperation::set})
        for (const std::int64_t order : kOrders) {
            const std::int64_t size = order * order * size_of(ElementType::f32);
            if (wants(operation) && size <= options.sizes.back())
                steps.push_back({operation, ElementType::f32, size, true});
        }
    return steps;
}

std::vector<OrderRate> curve_of(const std::vector<MemoryResult>& results) {
    std::vector<OrderRate> curve;
    for (const MemoryResult& r : results) curve.push_back({order_of(r), r.rate()});
    return curve;
}

}  // namespace

std::vector<const MemoryResult*> MemorySurvey::of(MemoryOperation operation, ElementType type) const {
    std::vector<const MemoryResult*> found;
    for (const MemoryResult& result : results)
        if (result.operation == operation && result.type == type) found.push_back(&result);
    return found;
}

double MemorySurvey::memory_rate() const {
    for (const ElementType type : {ElementType::f64, ElementType::f32})
        if (const auto copies = of(MemoryOperation::copy, type); !copies.empty())
            return copies.back()->rate();
    return 0;
}

MemoryRates MemorySurvey::rates(const std::string& command) const {
    return {memory_rate(), curve_of(sread), curve_of(smset), command};
}

std::int64_t order_of(const MemoryResult& result) {
    return std::llround(std::sqrt(static_cast<double>(result.size / size_of(result.type))));
}

std::vector<Plateau> plateaus_of(const std::vector<const MemoryResult*>& results) {
    std::vector<MovedBytes> moved;
    for (const MemoryResult* r : results) {
        const auto size = static_cast<double>(r->size);
        if (r->operation == MemoryOperation::shared)
            moved.push_back({size, size, size / r->rate()});
        else
            moved.push_back({size, r->bytes, r->times.best});
    }
    return plateaus(moved);
}

std::vector<std::int64_t> survey_sizes(std::int64_t largest) {
    std::vector<std::int64_t> sizes;
    for (std::int64_t size = kSmallest; size <= largest; size *= 2) sizes.push_back(size);
    return sizes;
}

MemorySurvey survey_memory(DeviceWork& work, const MemorySurveyOptions& options,
                           const SurveyProgress& go_on) {
    MemorySurvey survey;
    const std::vector<Step> steps = steps_of(options, work.info().is_host);
    MemoryProbe probe(work, options.sizes.empty() ? kSmallest : options.sizes.back());
    double done = 0;
    for (const Step& step : steps) {
        const std::string what = std::string(name(step.operation)) + " " + std::string(name(step.type));
        if (!go_on(what, done++ / static_cast<double>(steps.size()))) break;
        MemoryResult result = probe.measure(step.operation, step.type, step.size);
        if (result.times.samples == 0) continue;
        const bool reads = step.operation == MemoryOperation::read;
        (!step.is_curve ? survey.results : reads ? survey.sread : survey.smset).push_back(std::move(result));
    }
    return survey;
}

double measure_host_memory() {
    constexpr int kCopies = 3;
    const std::vector<char> from(static_cast<std::size_t>(kCertainlyMemory), 1);
    std::vector<char> to(from.size());
    const auto copy = [&](std::int64_t first, std::int64_t last) {
        std::memcpy(to.data() + first, from.data() + first, static_cast<std::size_t>(last - first));
    };
    return 2.0 * kCertainlyMemory / best_seconds(kCopies, [&] { parallel_for(kCertainlyMemory, copy); });
}

}  // namespace hg
