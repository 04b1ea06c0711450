#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "kernels/symv/symv_rules.hpp"
#include "tools/tuner/problem/plain_sum.hpp"
#include "tools/tuner/problem/trial.hpp"
#include "tools/tuner/tabled_family.hpp"
#include "tools/tuner/vectors/vectors.hpp"

namespace hg::kernels {
namespace {

/// y := alpha A x + beta y with one triangle of a symmetric A; the other triangle holds NaN. Each element of
/// y is compared with plain sums in double precision, within 4 eps times the sum of its terms' sizes.
template <class T>
class SymvJudge final : public Judge {
  public:
    explicit SymvJudge(const TuningProblem& problem) : upper_(problem.operation != 0) {}

    void prepare(HostOperands& operands) const override { operands.triangle<T>(0, upper_).blank_the_rest(); }

    void see(const HostOperands& before) override {
        const HostTriangle<const T> a = before.triangle<T>(0, upper_);
        const std::vector<T> x = before.x<T>(1), y = before.vector<T>(2);
        const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
        sums_.resize(x.size());
        for (std::int64_t j = 0; j < a.n; ++j) {
            sums_[at(j)].add(kExampleBeta * y[at(j)]);
            sums_[at(j)].add(kExampleAlpha * a(j, j) * x[at(j)]);
            for (std::int64_t i = a.first(j); i < a.last(j); ++i) {
                const double scaled = kExampleAlpha * a(i, j);
                sums_[at(j)].add(scaled * x[at(i)]);
                sums_[at(i)].add(scaled * x[at(j)]);
            }
        }
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        return fault_of_sums("y", after.vector<T>(2), sums_, 4);
    }

  private:
    bool upper_;
    std::vector<PlainSum> sums_;
};

struct SymvTuning {
    using Parameters = SymvParameters;
    using B = SymvBlocking;
    static constexpr std::string_view kFamily = "symv";
    static constexpr const auto& kFields = kSymvFields;
    static constexpr std::array kTelling{&B::tile,         &B::tall,     &B::strip,  &B::row_items,
                                         &B::column_items, &B::prefetch, &B::vector, &B::sum_items};
    static constexpr std::size_t kBlocking = 3;
    static constexpr int kTrials = 30;
    static constexpr auto read = parse_symv;
    static constexpr auto fault = symv_fault;
    static constexpr auto operands = make_trial<SymvJudge>;

    /// The triangle once, x once, y twice.
    static double bytes(const TuningProblem& problem) { return triangle_bytes(problem, 3); }
    static Parameters parameters(const TuningProblem& problem, const B& blocking) {
        return {problem.type, problem.operation != 0, blocking};
    }
    static Parameters default_kernel(const TuningProblem& problem, bool is_gpu) {
        return parameters(problem, default_symv_blocking(problem.type, problem.extents.at(0), is_gpu));
    }
    static int operation(const Parameters& p) { return p.upper ? 1 : 0; }

    /// Whether no tower of tiles is twice as high as A, no strip much wider, and the device has what a
    /// work-group needs.
    static bool is_worth_a_trial(const Parameters& p, const TuningProblem& problem,
                                 const DeviceModel& device) {
        constexpr int kFewestItems = 64;
        constexpr int kMostItems = 512;
        if (!fault(p).empty()) return false;
        const B& b = p.blocking;
        const std::int64_t order_above = power_above(problem.extents.at(0));
        const std::int64_t width = std::int64_t{b.strip / b.tall} * size(p);
        if (size(p) > std::max<std::int64_t>(order_above, b.tall == 1 ? 32 : 0)) return false;
        if (b.strip > b.tall && width > order_above) return false;
        if (is_alone(b)) return true;
        const int items = b.row_items * b.column_items;
        if (device.is_gpu && (items < kFewestItems || items > kMostItems)) return false;
        return device.traits.is_host ||
               (items <= device.traits.max_work_group && symv_local_memory(p) <= device.traits.local_memory);
    }

    /// Rows of a tower of tiles.
    static std::int64_t size(const Parameters& p) { return std::int64_t{p.blocking.tile} * p.blocking.tall; }
    static std::vector<InstructionPtr> instructions(const Parameters& p) {
        return {symv_products(p), symv_sum(p, {})};
    }
    /// Two towers and a half, or a strip and a half of narrow ones.
    static Extents small_extents(const Parameters& p) {
        constexpr std::int64_t kMost = 1024;
        const std::int64_t width = std::int64_t{p.blocking.tile} * p.blocking.strip;
        return {std::max(2 * size(p) + size(p) / 2, std::min(kMost, width + width / 2)) | 1};
    }
    static KernelExample example(const TuningProblem& problem, const Parameters& p, bool aligned) {
        const std::int64_t n = problem.extents.at(0);
        const ScalarValue x_reversed = aligned ? 0 : 1;
        return {{example_matrix(p.type, n, n), example_vector(p.type, n), example_vector(p.type, n),
                 example_temporary(p.type, n, sums_of(p, n))},
                {{{0, 1, 3}, {x_reversed}}, {{3, 2}, {kExampleAlpha, kExampleBeta, 0}}}};
    }
};

}  // namespace

const TunableRoutine& symv_routine() {
    static const TunableRoutine routine = TabledFamily<SymvTuning>::routine(
        {.word = "symv",
         .help = "y := alpha A x + beta y, A symmetric, one triangle stored",
         .operations = {"lower", "upper"},
         .extents = {"n"},
         .default_sizes = kSizesOfMatrices});
    return routine;
}

TunableKernel tunable_symv(const SymvParameters& parameters) {
    return TabledFamily<SymvTuning>::tunable(parameters);
}

}  // namespace hg::kernels
