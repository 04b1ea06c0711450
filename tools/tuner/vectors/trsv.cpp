#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "kernels/trsv/trsv_rules.hpp"
#include "tools/tuner/problem/trial.hpp"
#include "tools/tuner/tabled_family.hpp"
#include "tools/tuner/vectors/vectors.hpp"

namespace hg::kernels {
namespace {

/// x := op(A)^-1 x with a triangle of order n, so that the solution is of the size of x. Each element is
/// compared with a plain solve in double precision, within 4 eps (sqrt(n) + 4) times the largest sum of the
/// terms' sizes.
template <class T>
class TrsvJudge final : public Judge {
  public:
    explicit TrsvJudge(const TuningProblem& problem) : transposed_(problem.operation != 0) {}

    /// Substitution.
    void see(const HostOperands& before) override {
        const HostTriangle<const T> a = before.triangle<T>(0, !before.aligned);
        const std::vector<T> b = before.x<T>(1);
        x_.assign(b.begin(), b.end());
        std::vector<double> terms(x_.size());
        const auto at = [](std::int64_t i) { return static_cast<std::size_t>(i); };
        const auto solve = [&](std::int64_t j) {
            terms_ = std::max(terms_, (terms[at(j)] + std::fabs(b[at(j)])) / std::fabs(a(j, j)));
            x_[at(j)] /= a(j, j);
        };
        const auto subtract = [&](std::int64_t to, double term) {
            x_[at(to)] -= term;
            terms[at(to)] += std::fabs(term);
        };
        for (std::int64_t step = 0; step < a.n; ++step) {
            const std::int64_t j = a.upper == transposed_ ? step : a.n - 1 - step;
            if (!transposed_) solve(j);
            for (std::int64_t i = a.first(j); i < a.last(j); ++i)
                transposed_ ? subtract(j, a(i, j) * x_[at(i)]) : subtract(i, a(i, j) * x_[at(j)]);
            if (transposed_) solve(j);
        }
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        const std::vector<T> x = after.x<T>(1);
        const double bound =
            4.0 * std::numeric_limits<T>::epsilon() * (std::sqrt(static_cast<double>(x.size())) + 4) * terms_;
        for (std::size_t i = 0; i < x.size(); ++i)
            if (!(std::fabs(static_cast<double>(x[i]) - x_[i]) <= bound))
                return "x(" + std::to_string(i) + ") is wrong";
        return {};
    }

  private:
    bool transposed_;
    std::vector<double> x_;  ///< the solution
    double terms_ = 0;       ///< the largest sum of the sizes of what x(i) is made of
};

struct TrsvTuning {
    using Parameters = TrsvParameters;
    using B = TrsvBlocking;
    static constexpr std::string_view kFamily = "trsv";
    static constexpr const auto& kFields = kTrsvFields;
    static constexpr std::array kTelling{&B::block, &B::items, &B::ahead, &B::inner, &B::groups, &B::vector};
    static constexpr std::size_t kBlocking = 3;
    static constexpr int kTrials = 24;
    static constexpr auto fault = trsv_fault;
    static constexpr auto operands = make_trial<TrsvJudge>;

    /// The triangle once, x twice.
    static double bytes(const TuningProblem& problem) { return triangle_bytes(problem, 2); }
    static Parameters parameters(const TuningProblem& problem, B blocking) {
        if (blocking.items == 1) blocking.ahead = 0;
        return {problem.type, problem.operation != 0, blocking};
    }
    static Parameters default_kernel(const TuningProblem& problem, bool is_gpu) {
        return parameters(problem, default_trsv_blocking(problem.type, problem.extents.at(0), is_gpu));
    }
    static int operation(const Parameters& p) { return p.transposed ? 1 : 0; }
    /// Of kernels with several work-items those that read ahead.
    static std::optional<Parameters> read(std::string_view name) {
        const std::optional<Parameters> p = parse_trsv(name);
        return p && (p->blocking.ahead == 0) == (p->blocking.items == 1) ? p : std::nullopt;
    }

    static void change(std::vector<std::vector<int>>& values, const TuningProblem& /*problem*/,
                       const DeviceModel& device, bool full) {
        std::vector<int>& groups = values[position_of(kFields, &B::groups)];
        groups = {64};
        if (!device.is_gpu) return;
        const auto units =
            static_cast<int>(std::clamp<std::int64_t>(device.traits.compute_units, 1, 1 << 12));
        groups = {std::min(units, 1024), std::max(units, 1024)};
        if (units == 1024) groups.pop_back();
        if (full) values[position_of(kFields, &B::ahead)] = {1, 2, 3, 4};
    }

    /// Whether no block is twice as large as A, and the device has what its instructions need.
    static bool is_worth_a_trial(const Parameters& p, const TuningProblem& problem,
                                 const DeviceModel& device) {
        if (!fault(p).empty()) return false;
        if (p.blocking.block > std::max<std::int64_t>(power_above(problem.extents.at(0)), 16)) return false;
        return device.traits.is_host || (p.blocking.items <= device.traits.max_work_group &&
                                         trsv_local_memory(p) <= device.traits.local_memory);
    }

    static std::int64_t size(const Parameters& p) { return p.blocking.block; }
    static std::vector<InstructionPtr> instructions(const Parameters& p) {
        return {trsv_inverses(p), trsv_solve(p)};
    }
    /// Two blocks and a half.
    static Extents small_extents(const Parameters& p) { return {(2 * size(p) + size(p) / 2) | 1}; }
    /// With a lower triangle if operands are aligned.
    static KernelExample example(const TuningProblem& problem, const Parameters& p, bool aligned) {
        const std::int64_t n = problem.extents.at(0);
        ExampleRegister scratch = example_temporary(p.type, p.blocking.block, scratch_cols(p, n));
        scratch.gap = 0;
        const ScalarValue upper = aligned ? 0 : 1, reversed = aligned ? 0 : 1;
        return {{example_matrix(p.type, n, n, ExampleContents::triangle), example_vector(p.type, n), scratch,
                 example_temporary(ElementType::i32, 1 + trsv_blocks(p, n), 1)},
                {{{0, 2, 3}, {upper, 0}}, {{0, 2, 3, 1}, {upper, 0, reversed}}}};
    }
};

}  // namespace

const TunableRoutine& trsv_routine() {
    static const TunableRoutine routine =
        TabledFamily<TrsvTuning>::routine({.word = "trsv",
                                           .help = "x := op(A)^-1 x, A triangular, with A and A^T",
                                           .operations = {"n", "t"},
                                           .extents = {"n"},
                                           .default_sizes = kSizesOfMatrices});
    return routine;
}

TunableKernel tunable_trsv(const TrsvParameters& parameters) {
    return TabledFamily<TrsvTuning>::tunable(parameters);
}

}  // namespace hg::kernels
