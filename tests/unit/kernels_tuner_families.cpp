#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "support/stub_runner.hpp"
#include "support/test_devices.hpp"
#include "tools/tuner/emulated/emulated_routine.hpp"
#include "tools/tuner/search/search_space.hpp"
#include "tools/tuner/tunable_routines.hpp"
#include "tools/tuner/vectors/vectors.hpp"
#include "tools/tuner/worker/measure.hpp"

/// Every routine but gemm as the tuner sees it.
namespace hg::kernels {
namespace {

struct FamilyCase {
    TunableKernel kernel;
    TuningProblem problem;
    std::size_t written;  ///< the operand of the last instruction that has the result
};

void add_vector_cases(std::vector<FamilyCase>& cases, ElementType type) {
    for (const VectorOperation operation : kVectorOperations) {
        const VectorBlocking blocking{2, 2, 16, type == ElementType::f64 ? 4 : 1};
        const auto last = static_cast<std::size_t>(vectors_of(operation) - 1);
        const std::size_t result = operation == VectorOperation::iamax ? 2 : 1;
        const std::size_t written = !is_reduction(operation) ? last
                                    : blocking.groups == 1   ? last + 1
                                                             : result;
        cases.push_back({tunable_vector({.operation = operation, .type = type, .blocking = blocking}),
                         {&vector_routine(operation), type, 0, {5000}},
                         written});
    }
}

/// With a sum for one work-group and for three.
void add_gemv_cases(std::vector<FamilyCase>& cases, ElementType type) {
    for (const bool triangle : {false, true})
        for (const bool transpose : {false, true}) {
            const int split = transpose == (triangle || type == ElementType::f64) ? 3 : 1;
            GemvBlocking blocking{4, 4, 2, 1, 1, 2, split};
            (transpose ? blocking.columns : blocking.rows) = 2;
            const Extents extents = triangle ? Extents{70} : Extents{100, 90};
            cases.push_back(
                {tunable_gemv(
                     {.type = type, .transpose = transpose, .triangle = triangle, .blocking = blocking}),
                 {triangle ? &trmv_routine() : &gemv_routine(), type, transpose ? 1 : 0, extents},
                 !triangle && split == 1 ? 2U : 1U});
        }
}

/// With small work-groups, trsv with those that all devices run.
void add_triangle_cases(std::vector<FamilyCase>& cases, ElementType type) {
    for (const bool transposed : {false, true})
        cases.push_back(
            {tunable_trsv({type, transposed, {.block = 16, .inner = 4, .items = 1, .ahead = 0, .groups = 2}}),
             {&trsv_routine(), type, transposed ? 1 : 0, {70}},
             3});
    constexpr SymvBlocking kAlone{.vector = 2, .tile = 16, .strip = 2, .row_items = 1, .column_items = 1};
    constexpr SymvBlocking kPatches{.vector = 2,
                                    .tile = 16,
                                    .tall = 2,
                                    .strip = 4,
                                    .row_items = 4,
                                    .column_items = 4,
                                    .prefetch = 1,
                                    .sum_items = 2};
    for (const bool upper : {false, true})
        cases.push_back({tunable_symv({type, upper, upper || !test::on_host() ? kAlone : kPatches}),
                         {&symv_routine(), type, upper ? 1 : 0, {70}},
                         1});
    constexpr RankUpdateBlocking kSmall{.vector = 2, .items = 4, .columns = 4, .unroll = 2};
    for (const RankUpdate operation : kRankUpdates) {
        const TunableRoutine& routine = rank_update_routine(operation);
        const bool upper = operation == RankUpdate::syr2;
        const Extents extents = operation == RankUpdate::ger ? Extents{70, 30} : Extents{70};
        cases.push_back(
            {tunable_rank_update({.operation = operation, .type = type, .upper = upper, .blocking = kSmall}),
             {&routine, type, upper ? 1 : 0, extents},
             operation == RankUpdate::syr ? 1U : 2U});
    }
}

/// On the host one function serves all products of residues.
void add_emulated_cases(std::vector<FamilyCase>& cases) {
    for (const int work : test::on_host() ? std::vector{4} : std::vector{2, 4, 8})
        cases.push_back({tunable_emulated(ElementType::f32, {.work = work}),
                         {&emulated_routine(), ElementType::f32, 0, {130, 70, 200}},
                         4});
}

/// Each routine, with both operations.
std::vector<FamilyCase> family_cases(ElementType type) {
    std::vector<FamilyCase> cases;
    add_vector_cases(cases, type);
    add_gemv_cases(cases, type);
    add_triangle_cases(cases, type);
    if (type == ElementType::f32) add_emulated_cases(cases);
    return cases;
}

/// The instructions of a kernel, the last of which changes an element of its result, by its last bits at
/// most.
std::vector<InstructionPtr> planted_in_result(const FamilyCase& c, const TunableKernel& kernel, bool faulty) {
    std::vector<InstructionPtr> all = c.problem.routine->instructions(kernel);
    auto last = std::make_shared<Instruction>(*all.back());
    last->host = [sound = last->host, faulty, written = c.written,
                  type = last->operands[c.written].type](const HostCall& call) {
        sound(call);
        if (!faulty) return;
        if (type == ElementType::i32)
            call.operands[written].as<std::int32_t>()[0] += 1;
        else
            call.operands[written].as<double>()[0] *= 1 + 1e-9;
    };
    all.back() = last;
    return all;
}

TEST(TunerFamilies, KernelsOfEveryOperationAreGood) {
    Measurer measurer(std::move(make_devices(test::test_options()).front()));
    for (const ElementType type : {ElementType::f64, ElementType::f32})
        for (const FamilyCase& c : family_cases(type)) {
            // Compilers take a second for each.
            const bool has_matrix = c.problem.extents.size() > 1 || c.problem.routine->operations.size() > 1;
            const bool is_tried = c.problem.routine == &emulated_routine() || !has_matrix ||
                                  (type == ElementType::f64 &&
                                   (c.problem.operation == 0 || c.problem.routine == &gemv_routine()));
            if (!test::on_host() && !is_tried) continue;
            const Outcome outcome = measurer.run({c.kernel, c.problem});
            EXPECT_EQ(outcome.verdict, Verdict::good) << c.kernel.name << ": " << outcome.detail;
            EXPECT_GT(outcome.seconds, 0) << c.kernel.name;
        }
}

TEST(TunerFamilies, WrongElementsAreFound) {
    if (!test::on_host()) GTEST_SKIP() << "the fault is planted in the host's implementation";
    std::vector<FamilyCase> cases = family_cases(ElementType::f64);
    add_emulated_cases(cases);
    for (const FamilyCase& c : cases)
        for (const auto& [faulty, verdict] :
             {std::pair(false, Verdict::good), std::pair(true, Verdict::wrong)}) {
            Measurer measurer(std::move(make_devices(test::test_options()).front()),
                              [&c, is_faulty = faulty](const TunableKernel& kernel) {
                                  return planted_in_result(c, kernel, is_faulty);
                              });
            const Outcome outcome = measurer.run({c.kernel, c.problem});
            EXPECT_EQ(outcome.verdict, verdict) << c.kernel.name << ": " << outcome.detail;
            const bool is_named = outcome.detail.starts_with("element (0, 0) modulo ");
            EXPECT_EQ(is_named, faulty && c.problem.routine == &emulated_routine()) << outcome.detail;
        }
}

/// What kernels may not touch: a vector's guards, an operand that is only read, and what launches leave for
/// each other.
TEST(TunerFamilies, WritesBesideOperandsAreFound) {
    if (!test::on_host()) GTEST_SKIP() << "the fault is planted in the host's implementation";
    GemvBlocking split{4, 4, 2, 2, 1, 2, 3};
    const FamilyCase c{
        tunable_gemv({.blocking = split}), {&gemv_routine(), ElementType::f64, 0, {100, 90}}, 1};
    for (const auto& [operand, element, detail] :
         {std::tuple(0, 0, "wrote to A"), std::tuple(1, 0, "wrote to x"),
          std::tuple(2, -1, "wrote beside sums")}) {
        Measurer measurer(std::move(make_devices(test::test_options()).front()),
                          [&c, at = operand, place = element](const TunableKernel& kernel) {
                              std::vector<InstructionPtr> all = c.problem.routine->instructions(kernel);
                              auto first = std::make_shared<Instruction>(*all.front());
                              first->host = [sound = first->host, at, place](const HostCall& call) {
                                  sound(call);
                                  const HostOperand& o = call.operands[static_cast<std::size_t>(at)];
                                  o.as<double>()[place < 0 ? o.ld * o.cols : place] = 1;
                              };
                              all.front() = first;
                              return all;
                          });
        const Outcome outcome = measurer.run({c.kernel, c.problem});
        EXPECT_EQ(outcome.verdict, Verdict::wrong);
        EXPECT_TRUE(outcome.detail.starts_with(detail)) << outcome.detail;
    }
}

/// Gives the product of a matrix and a vector, of gemv and trmv, spaces of the size of the matrix.
TEST(TunerFamilies, SpacesAreOfTheSizeOfAMatrix) {
    for (const TunableRoutine* routine : {&gemv_routine(), &trmv_routine()})
        for (const int operation : {0, 1})
            for (const DeviceModel& device : {test::some_gpu(), test::some_cpu()})
                for (const Extents& size : std::vector<Extents>{
                         {1, 1}, {1, 5000}, {5000, 1}, {3, 7}, {7, 7}, {10, 10}, {4000, 4000}}) {
                    const bool triangle = routine == &trmv_routine();
                    if (triangle && size[0] != size[1]) continue;
                    const TuningProblem problem{routine, ElementType::f64, operation,
                                                triangle ? Extents{size[0]} : size};
                    const auto kernels = SearchSpace(problem, device, {}).kernels();
                    const std::size_t most = size[0] != size[1] ? kernels.max_size()
                                             : size[0] < 4000   ? 500
                                                                : 8000;
                    EXPECT_LT(kernels.size(), most);
                    EXPECT_GT(kernels.size(), size[0] * size[1] < 4000 * 4000 ? 0U : 200U);
                    for (const TunableKernel& kernel : kernels) {
                        const GemvParameters p = parse_gemv(kernel.name).value();
                        EXPECT_TRUE(p.triangle == triangle && (p.transpose || p.blocking.vector <= size[0]))
                            << kernel.name;
                        if (!triangle) continue;
                        EXPECT_EQ(gemv_routine().parse(kernel.name), std::nullopt);
                        const Extents small = trmv_routine().small_problem(problem, kernel).extents;
                        EXPECT_TRUE(small.size() == 1 && small[0] <= 1025 && small[0] >= p.blocking.vector)
                            << kernel.name;
                    }
                }
}

}  // namespace
}  // namespace hg::kernels
