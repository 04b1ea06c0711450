#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "kernels/gemv/gemv_rules.hpp"
#include "tools/tuner/gemm/gemm_reference.hpp"
#include "tools/tuner/problem/plain_sum.hpp"
#include "tools/tuner/problem/trial.hpp"
#include "tools/tuner/tabled_family.hpp"
#include "tools/tuner/vectors/vectors.hpp"

namespace hg::kernels {
namespace {

/// y := alpha op(A) x + beta y, a product with a matrix of one column: see GemmReference for the bounds.
template <class T>
class GemvJudge final : public Judge {
  public:
    explicit GemvJudge(const TuningProblem& problem) : transpose_(problem.operation != 0) {}

    void see(const HostOperands& before) override {
        const std::vector<T> x = before.x<T>(1), y = before.vector<T>(2);
        const auto in = static_cast<std::int64_t>(x.size()), out = static_cast<std::int64_t>(y.size());
        reference_ = projected_reference(
            {element_type_of<T>(), transpose_, false, out, 1, in},
            GemmOperands<T>{before.elements<T>(0), x.data(), y.data(), before.shapes[0].ld, in, out},
            {.alpha = kExampleAlpha, .beta = kExampleBeta});
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        return reference_->fault_of(after.vector<T>(2).data(), true);
    }

  private:
    bool transpose_;
    std::unique_ptr<GemmReference<T>> reference_;
};

/// x := alpha op(A) x with a triangle of order n. Each element is compared with plain sums in double
/// precision, within eps (sqrt(n) + 4) times the sum of its terms' sizes.
template <class T>
class TrmvJudge final : public Judge {
  public:
    explicit TrmvJudge(const TuningProblem& problem) : transpose_(problem.operation != 0) {}

    void see(const HostOperands& before) override {
        const HostTriangle<const T> a = before.triangle<T>(0, !before.aligned);
        const std::vector<T> x = before.x<T>(1);
        const auto add = [&](std::int64_t to, std::int64_t i, std::int64_t j, std::int64_t from) {
            sums_[static_cast<std::size_t>(to)].add(kExampleAlpha * a(i, j) *
                                                    x[static_cast<std::size_t>(from)]);
        };
        sums_.resize(x.size());
        for (std::int64_t j = 0; j < a.n; ++j) {
            add(j, j, j, j);
            for (std::int64_t i = a.first(j); i < a.last(j); ++i)
                add(transpose_ ? j : i, i, j, transpose_ ? i : j);
        }
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& /*before*/,
                         const HostOperands& after) override {
        return fault_of_sums("x", after.x<T>(1), sums_, std::sqrt(static_cast<double>(sums_.size())) + 4);
    }

  private:
    bool transpose_;
    std::vector<PlainSum> sums_;
};

/// gemv, or trmv, which has the same kernels, with a triangle of A, which is square.
template <bool kTriangle>
struct GemvTuning {
    using Parameters = GemvParameters;
    using B = GemvBlocking;
    static constexpr std::string_view kFamily = "gemv";
    static constexpr const auto& kFields = kGemvFields;
    static constexpr std::array kTelling{&B::row_items, &B::column_items, &B::split, &B::unroll,
                                         &B::rows,      &B::columns,      &B::vector};
    static constexpr std::size_t kBlocking = 3;
    static constexpr int kTrials = 24;
    static constexpr auto fault = gemv_fault;

    static std::int64_t rows(const TuningProblem& problem) { return problem.extents.front(); }
    static std::int64_t columns(const TuningProblem& problem) { return problem.extents.back(); }
    static bool is_transposed(const TuningProblem& problem) { return problem.operation != 0; }

    /// A once, x once, y twice; of trmv the triangle once, x twice.
    static double bytes(const TuningProblem& problem) {
        if (kTriangle) return triangle_bytes(problem, 2);
        const auto m = static_cast<double>(rows(problem));
        const auto n = static_cast<double>(columns(problem));
        return (m * n + (is_transposed(problem) ? m + 2 * n : n + 2 * m)) *
               static_cast<double>(size_of(problem.type));
    }
    /// Pieces longer than a column are as long as fits.
    static Parameters parameters(const TuningProblem& problem, const B& blocking) {
        Parameters p = with_defaults(GemvParameters{.type = problem.type,
                                                    .transpose = is_transposed(problem),
                                                    .triangle = kTriangle,
                                                    .blocking = blocking});
        const auto most = static_cast<int>(std::bit_floor(static_cast<std::uint64_t>(rows(problem))));
        p.blocking.vector = std::min({p.blocking.vector, most, elements_of_piece(p.type, kMostPieceBytes)});
        return p;
    }
    static Parameters default_kernel(const TuningProblem& problem, bool is_gpu) {
        return parameters(problem, default_gemv_blocking(problem.type, is_transposed(problem), rows(problem),
                                                         columns(problem), is_gpu, kTriangle));
    }
    static int operation(const Parameters& p) { return p.transpose ? 1 : 0; }
    static std::optional<Parameters> read(std::string_view name) {
        const std::optional<Parameters> p = parse_gemv(name);
        return p && p->triangle == kTriangle && coefficients_text(*p).empty() ? p : std::nullopt;
    }

    /// Sums of CPUs along columns of A need few work-items across.
    static void change(std::vector<std::vector<int>>& values, const TuningProblem& problem,
                       const DeviceModel& device, bool /*full*/) {
        if (!device.is_gpu && is_transposed(problem))
            values[position_of(kFields, &B::column_items)] = doublings(1, 64);
    }

    /// Whether no work-group stands mostly beside A, those that share a sum have a strip each, and they are
    /// not many more than the device runs.
    static bool is_worth_a_trial(const Parameters& p, const TuningProblem& problem,
                                 const DeviceModel& device) {
        constexpr std::int64_t kFewestItems = 32;
        constexpr std::int64_t kMostItems = 512;
        constexpr std::int64_t kGroupsOfAUnit = 16;
        const std::int64_t out = p.transpose ? columns(problem) : rows(problem);
        const std::int64_t in = p.transpose ? rows(problem) : columns(problem);
        const std::int64_t items = std::int64_t{p.blocking.row_items} * p.blocking.column_items;
        const std::int64_t block = gemv_block(p);
        const std::int64_t strip = gemv_strip(p);
        const std::int64_t split = p.blocking.split;
        const DeviceTraits& traits = device.traits;
        if (block > power_above(out) || strip > power_above(in)) return false;
        if (device.is_gpu &&
            (items > kMostItems || items < std::min(kFewestItems, power_above(in * out) / 8)))
            return false;
        if (!traits.is_host && (items > traits.max_work_group || gemv_local_memory(p) > traits.local_memory))
            return false;
        const std::int64_t units = std::max<std::int64_t>(traits.compute_units, 1);
        return split == 1 ||
               (split <= in / strip && (out + block - 1) / block * split <= kGroupsOfAUnit * units);
    }

    static std::int64_t size(const Parameters& p) { return gemv_block(p); }
    static std::vector<InstructionPtr> instructions(const Parameters& p) {
        std::vector<InstructionPtr> list{gemv_kernel(p)};
        if (leaves_sums(p))
            list.push_back(gemv_total(
                {.type = p.type, .overwrite = kTriangle, .lanes = gemv_total_lanes(p.blocking.split)}));
        return list;
    }

    /// Two blocks and a half, and strips of which some work-groups have one more than others. A triangle has
    /// as many of both as its most rows hold.
    static Extents small_extents(const Parameters& p) {
        constexpr std::int64_t kMostStrips = 16;
        constexpr std::int64_t kMostOfTriangle = 1024;
        const std::int64_t strip = gemv_strip(p);
        const std::int64_t strips = std::min<std::int64_t>(2 * std::int64_t{p.blocking.split}, kMostStrips);
        const std::int64_t out = (2 * gemv_block(p) + gemv_block(p) / 2) | 1;
        const std::int64_t in = (strips * strip + strip / 2) | 1;
        if (kTriangle) return {std::min(std::max(in, out), kMostOfTriangle) | 1};
        return p.transpose ? Extents{in, out} : Extents{out, in};
    }

    static KernelExample example(const TuningProblem& problem, const Parameters& p, bool aligned) {
        const std::int64_t m = rows(problem), n = columns(problem);
        const std::int64_t in = p.transpose ? m : n, out = p.transpose ? n : m;
        const ScalarValue reversed = aligned ? 0 : 1, upper = aligned ? 0 : 1;
        const ExampleRegister x = example_vector(p.type, in);
        const ExampleRegister sums = example_temporary(p.type, out, p.blocking.split);
        if (kTriangle)
            return {{example_matrix(p.type, n, n, ExampleContents::triangle), x, sums},
                    {{{0, 1, 2}, {reversed, upper, 0}}, {{2, 1}, {kExampleAlpha, reversed}}}};
        KernelExample found{{example_matrix(p.type, m, n), x, example_vector(p.type, out)},
                            {{{0, 1, 2}, {kExampleAlpha, kExampleBeta, reversed, 0}}}};
        if (!leaves_sums(p)) return found;
        found.registers.push_back(sums);
        found.launches = {{{0, 1, 3}, {reversed}}, {{3, 2}, {kExampleAlpha, kExampleBeta, 0}}};
        return found;
    }

    static std::unique_ptr<TrialOperands> operands(DeviceWork& work, const TuningProblem& problem,
                                                   const OperandLayout& layout) {
        return kTriangle ? make_trial<TrmvJudge>(work, problem, layout)
                         : make_trial<GemvJudge>(work, problem, layout);
    }
};

}  // namespace

const TunableRoutine& gemv_routine() {
    static const TunableRoutine routine =
        TabledFamily<GemvTuning<false>>::routine({.word = "gemv",
                                                  .help = "y := alpha op(A) x + beta y, with A and A^T",
                                                  .operations = {"n", "t"},
                                                  .extents = {"m", "n"},
                                                  .default_sizes = {10, 10'000, 8}});
    return routine;
}

const TunableRoutine& trmv_routine() {
    static const TunableRoutine routine =
        TabledFamily<GemvTuning<true>>::routine({.word = "trmv",
                                                 .help = "x := op(A) x, A triangular, with A and A^T",
                                                 .operations = {"n", "t"},
                                                 .extents = {"n"},
                                                 .default_sizes = kSizesOfMatrices});
    return routine;
}

TunableKernel tunable_gemv(const GemvParameters& parameters) {
    return TabledFamily<GemvTuning<false>>::tunable(parameters);
}

}  // namespace hg::kernels
