#include "tools/tuner/probe/memory_survey.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace hg::kernels {
namespace {

/// Every work-group reads all of a vector: beyond caches that takes long and tells nothing new.
constexpr std::int64_t kLargestShared = std::int64_t{256} << 20;
constexpr std::int64_t kSharedMultiple = 4096;
constexpr std::int64_t kSmallest = 4096;
constexpr std::int64_t kOrders[]{100, 200, 300, 500, 700, 1000, 1500, 2000, 3000, 5000, 7000, 10000};
constexpr OnChipSpace kSpaces[]{OnChipSpace::local, OnChipSpace::private_memory};

struct Step {
    std::optional<MemoryOperation> operation;  ///< else a space
    OnChipSpace space = OnChipSpace::local;
    ElementType type = ElementType::f32;
    std::int64_t size = 0;
    bool is_curve = false;  ///< of SREAD or SMSET

    [[nodiscard]] std::string text() const {
        return std::string(operation ? name(*operation) : name(space)) + " " + std::string(hg::name(type));
    }
};

std::int64_t matrix_bytes(std::int64_t order) {
    return order * order * size_of(ElementType::f32);
}

class Steps {
  public:
    Steps(const MemorySurveyOptions& options, bool has_spaces) : options_(options) {
        for (const ElementType type : options.types) {
            for (const MemoryOperation operation : kMemoryOperations)
                if (wants(std::string(name(operation)))) add_sizes(operation, type);
            for (const OnChipSpace space : kSpaces)
                if (has_spaces && wants(std::string(name(space)))) list_.push_back({{}, space, type});
        }
        if (options.curves && !options.sizes.empty()) add_curves();
    }
    [[nodiscard]] const std::vector<Step>& list() const { return list_; }

  private:
    [[nodiscard]] bool wants(const std::string& function) const {
        return options_.functions.empty() ||
               std::ranges::find(options_.functions, function) != options_.functions.end();
    }
    void add_sizes(MemoryOperation operation, ElementType type) {
        const bool shared = operation == MemoryOperation::shared;
        for (const std::int64_t size : options_.sizes)
            if (!shared || (size <= kLargestShared && size % kSharedMultiple == 0))
                list_.push_back({operation, {}, type, size});
    }
    void add_curves() {
        for (const MemoryOperation operation : {MemoryOperation::read, MemoryOperation::set})
            for (const std::int64_t order : kOrders)
                if (wants(std::string(name(operation))) && matrix_bytes(order) <= options_.sizes.back())
                    list_.push_back({operation, {}, ElementType::f32, matrix_bytes(order), true});
    }

    const MemorySurveyOptions& options_;
    std::vector<Step> list_;
};

}  // namespace

std::vector<const MemoryResult*> MemorySurvey::of(const std::string& function, ElementType type) const {
    std::vector<const MemoryResult*> found;
    for (const MemoryResult& result : results)
        if (result.function == function && result.type == type) found.push_back(&result);
    return found;
}

double MemorySurvey::memory_rate() const {
    for (const ElementType type : {ElementType::f64, ElementType::f32})
        if (const auto copies = of("copy", type); !copies.empty()) return copies.back()->rate();
    return 0;
}

std::vector<std::string> memory_functions() {
    std::vector<std::string> names;
    for (const MemoryOperation operation : kMemoryOperations) names.emplace_back(name(operation));
    for (const OnChipSpace space : kSpaces) names.emplace_back(name(space));
    return names;
}

std::int64_t order_of(const MemoryResult& result) {
    return std::llround(std::sqrt(static_cast<double>(result.size / size_of(result.type))));
}

std::vector<Plateau> plateaus_of(const std::vector<const MemoryResult*>& results) {
    std::vector<MovedBytes> moved;
    for (const MemoryResult* r : results) {
        const auto size = static_cast<double>(r->size);
        if (r->function == name(MemoryOperation::shared))
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
                           const std::function<bool(const std::string& what, double share)>& go_on) {
    MemorySurvey survey;
    const Steps steps(options, !work.device().info().is_host);
    MemoryProbe probe(work, options.sizes.empty() ? kSmallest : options.sizes.back());
    double done = 0;
    for (const Step& step : steps.list()) {
        if (!go_on(step.text(), done++ / static_cast<double>(steps.list().size()))) break;
        if (!step.operation) {
            MemoryResult result = probe.measure(step.space, step.type);
            if (result.times.samples > 0) survey.results.push_back(std::move(result));
            continue;
        }
        MemoryResult result = probe.measure(*step.operation, step.type, step.size);
        const bool reads = step.operation == MemoryOperation::read;
        (!step.is_curve ? survey.results : reads ? survey.sread : survey.smset).push_back(std::move(result));
    }
    return survey;
}

}  // namespace hg::kernels
