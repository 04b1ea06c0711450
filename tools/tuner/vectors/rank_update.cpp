#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "kernels/rank_update/rank_update_rules.hpp"
#include "tools/tuner/problem/trial.hpp"
#include "tools/tuner/tabled_family.hpp"
#include "tools/tuner/vectors/vectors.hpp"
#include <hg/kernels/rank_update.hpp>

namespace hg::kernels {
namespace {

/// A rank update of an A of m x n. Each element of A is compared with the update in double precision, within
/// 4 eps times the sum of its terms' sizes; of syr and syr2 the other triangle holds NaN and must stay as it
/// is.
template <class T>
class RankUpdateJudge final : public Judge {
  public:
    explicit RankUpdateJudge(const TuningProblem& problem)
        : operation_(operation_of(kRankUpdates, problem)),
          upper_(problem.operation != 0),
          a_(operation_ == RankUpdate::syr ? 1 : 2) {}

    void prepare(HostOperands& operands) const override {
        if (operation_ != RankUpdate::ger) operands.triangle<T>(a_, upper_).blank_the_rest();
    }

    void see(const HostOperands& before) override {
        x_ = before.x<T>(0);
        y_ = operation_ == RankUpdate::syr ? x_ : before.vector<T>(1);
    }

    std::string fault_of(const PreparedKernel& /*kernel*/, const HostOperands& before,
                         const HostOperands& after) override {
        const auto& shape = after.shapes[a_];
        const HostTriangle<const T> stored = after.triangle<T>(a_, upper_);
        for (std::int64_t j = 0; j < shape.cols; ++j)
            for (std::int64_t i = 0; i < shape.rows; ++i) {
                const T& old = before.elements<T>(a_)[i + j * shape.ld];
                const T& now = after.elements<T>(a_)[i + j * shape.ld];
                const bool is_written = operation_ == RankUpdate::ger || stored.has(i, j);
                if (is_written ? !is_right(old, now, i, j) : std::memcmp(&old, &now, sizeof(T)) != 0)
                    return "A(" + std::to_string(i) + ", " + std::to_string(j) + ") is wrong";
            }
        return {};
    }

  private:
    [[nodiscard]] bool is_right(T before, T after, std::int64_t row, std::int64_t column) const {
        const auto i = static_cast<std::size_t>(row), j = static_cast<std::size_t>(column);
        const double first = kExampleAlpha * x_[i] * y_[j];
        const double second = operation_ == RankUpdate::syr2 ? kExampleAlpha * y_[i] * x_[j] : 0;
        const double terms = std::fabs(static_cast<double>(before)) + std::fabs(first) + std::fabs(second);
        return std::fabs(after - (before + first + second)) <=
               4.0 * std::numeric_limits<T>::epsilon() * terms;
    }

    RankUpdate operation_;
    bool upper_;
    std::size_t a_;  ///< A's position among the operands
    std::vector<T> x_;
    std::vector<T> y_;  ///< of syr x
};

struct RankUpdateTuning {
    using Parameters = RankUpdateParameters;
    using B = RankUpdateBlocking;
    static constexpr std::string_view kFamily = "rank_update";
    static constexpr const auto& kFields = kRankUpdateFields;
    static constexpr std::array kTelling{&B::items, &B::columns, &B::unroll, &B::vector};
    static constexpr std::size_t kBlocking = 2;
    static constexpr int kTrials = 24;
    static constexpr auto fault = rank_update_fault;
    static constexpr auto operands = make_trial<RankUpdateJudge>;

    static std::int64_t rows(const TuningProblem& problem) { return problem.extents.front(); }
    static std::int64_t columns(const TuningProblem& problem) { return problem.extents.back(); }

    /// A or its triangle twice, vectors once.
    static double bytes(const TuningProblem& problem) {
        const auto m = static_cast<double>(rows(problem));
        const auto n = static_cast<double>(columns(problem));
        const RankUpdate operation = operation_of(kRankUpdates, problem);
        const double of_matrix = operation == RankUpdate::ger ? m * n : n * (n + 1) / 2;
        const double of_vectors = operation == RankUpdate::syr ? n : m + n;
        return (2 * of_matrix + of_vectors) * static_cast<double>(size_of(problem.type));
    }
    static Parameters parameters(const TuningProblem& problem, const B& blocking) {
        return {.operation = operation_of(kRankUpdates, problem),
                .type = problem.type,
                .upper = problem.operation != 0,
                .blocking = blocking};
    }
    static Parameters default_kernel(const TuningProblem& problem, bool is_gpu) {
        return parameters(problem, default_blocking(operation_of(kRankUpdates, problem), problem.type,
                                                    rows(problem), columns(problem), is_gpu));
    }
    static int operation(const Parameters& p) { return p.upper ? 1 : 0; }
    static std::optional<Parameters> read(std::string_view name) {
        const std::optional<Parameters> p = parse_rank_update(name);
        return p && p->coefficient == VectorCoefficient::number ? p : std::nullopt;
    }

    /// Whether no block is twice as large as A, unless it is of the smallest ones.
    static bool is_worth_a_trial(const Parameters& p, const TuningProblem& problem,
                                 const DeviceModel& device) {
        constexpr int kFewestItems = 32;
        const B& b = p.blocking;
        if (b.items > kFewestItems && rows_of_block(p) > power_above(rows(problem))) return false;
        if (b.columns > b.unroll && b.columns > power_above(columns(problem))) return false;
        return device.traits.is_host || b.items <= device.traits.max_work_group;
    }

    static std::int64_t size(const Parameters& p) { return rows_of_block(p) * p.blocking.columns; }
    static std::vector<InstructionPtr> instructions(const Parameters& p) { return {rank_update(p)}; }
    /// A block and a half along each side; along rows of A two and a half.
    static Extents small_extents(const Parameters& p) {
        const std::int64_t m = (rows_of_block(p) + rows_of_block(p) / 2) | 1;
        if (p.operation != RankUpdate::ger) return {m};
        return {m, (2 * p.blocking.columns + p.blocking.columns / 2) | 1};
    }
    static KernelExample example(const TuningProblem& problem, const Parameters& p, bool aligned) {
        const std::int64_t m = rows(problem), n = columns(problem);
        const ExampleRegister a = example_matrix(p.type, m, n), x = example_vector(p.type, m);
        const ScalarValue x_reversed = aligned ? 0 : 1;
        if (p.operation == RankUpdate::syr) return {{x, a}, {{{0, 1}, {kExampleAlpha, x_reversed}}}};
        return {{x, example_vector(p.type, n), a}, {{{0, 1, 2}, {kExampleAlpha, x_reversed, 0}}}};
    }
};

TunableRoutine words_of_update(RankUpdate operation) {
    const bool is_ger = operation == RankUpdate::ger;
    return {.word = name(operation),
            .help = is_ger                         ? "A := alpha x y^T + A"
                    : operation == RankUpdate::syr ? "A := alpha x x^T + A in one triangle"
                                                   : "A := alpha (x y^T + y x^T) + A in one triangle",
            .operations =
                is_ger ? std::vector<std::string_view>{""} : std::vector<std::string_view>{"lower", "upper"},
            .extents = is_ger ? std::vector<std::string_view>{"m", "n"} : std::vector<std::string_view>{"n"},
            .default_sizes = is_ger ? DefaultSizes{10, 10'000, 8} : kSizesOfMatrices};
}

}  // namespace

const TunableRoutine& rank_update_routine(RankUpdate operation) {
    static const auto routines = routines_of<RankUpdateTuning>(kRankUpdates, words_of_update);
    return routines[static_cast<std::size_t>(operation)];
}

TunableKernel tunable_rank_update(const RankUpdateParameters& parameters) {
    return TabledFamily<RankUpdateTuning>::tunable(parameters);
}

}  // namespace hg::kernels
