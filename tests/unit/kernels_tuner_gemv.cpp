#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/device/discovery.hpp"
#include "support/stub_runner.hpp"
#include "support/test_devices.hpp"
#include "tools/tuner/gemv/gemv_routine.hpp"
#include "tools/tuner/search/search_space.hpp"
#include "tools/tuner/worker/measure.hpp"

/// Products of a matrix and a vector as the tuner sees them.
namespace hg::kernels {
namespace {

TuningProblem product(bool transpose, std::int64_t m, std::int64_t n, ElementType type = ElementType::f64) {
    return {&gemv_routine(), type, transpose ? 1 : 0, {m, n}};
}

Candidate product_by(bool transpose, int split, ElementType type = ElementType::f64) {
    GemvParameters p{.type = type, .transpose = transpose, .blocking = {4, 4, 2, 1, 1, 2, split}};
    (transpose ? p.blocking.columns : p.blocking.rows) = 2;
    return {tunable_gemv(p), product(transpose, 100, 90, type)};
}

TEST(TunerGemv, KernelsOfBothOperationsAreGood) {
    Measurer measurer(std::move(make_devices(test::test_options()).front()));
    for (const bool transpose : {false, true})
        for (const ElementType type : {ElementType::f64, ElementType::f32}) {
            if (type == ElementType::f32 && !test::on_host()) continue;  // compilers take a second for each
            const int split = (type == ElementType::f64) == transpose ? 3 : 1;
            const Outcome outcome = measurer.run(product_by(transpose, split, type));
            EXPECT_EQ(outcome.verdict, Verdict::good) << outcome.detail;
        }
}

TEST(TunerGemv, WrongElementsAreFound) {
    if (!test::on_host()) GTEST_SKIP() << "the fault is planted in the host's implementation";
    for (const auto& [factor, verdict] :
         {std::pair(1.0, Verdict::good), std::pair(1.0 + 1e-9, Verdict::wrong)}) {
        Measurer measurer(
            std::move(make_devices(test::test_options()).front()),
            [changed_by = factor](const TunableKernel& kernel) {
                auto planted = std::make_shared<Instruction>(*gemv_kernel(parse_gemv(kernel.name).value()));
                planted->host = [sound = planted->host, changed_by](const HostCall& call) {
                    sound(call);
                    call.operands[2].as<double>()[0] *= changed_by;
                };
                return std::vector<InstructionPtr>{planted};
            });
        EXPECT_EQ(measurer.run(product_by(false, 1)).verdict, verdict);
    }
}

TEST(TunerGemv, SpacesAreOfTheSizeOfAMatrix) {
    for (const bool transpose : {false, true})
        for (const DeviceModel& device : {test::some_gpu(), test::some_cpu()}) {
            const auto kernels = [&](std::int64_t m, std::int64_t n) {
                return SearchSpace(product(transpose, m, n), device, {}).kernels();
            };
            EXPECT_LT(kernels(10, 10).size(), 500U);
            EXPECT_GT(kernels(4000, 4000).size(), 200U);
            EXPECT_LT(kernels(4000, 4000).size(), 8000U);
            for (const auto& [m, n] :
                 {std::pair(1, 1), std::pair(1, 5000), std::pair(5000, 1), std::pair(3, 7)})
                for (const TunableKernel& kernel : kernels(m, n)) {
                    const GemvParameters p = parse_gemv(kernel.name).value();
                    EXPECT_TRUE(p.transpose || p.blocking.vector <= m) << kernel.name << ", " << m;
                }
        }
}

TEST(TunerGemv, TrianglesHaveSpacesOfTheirOwn) {
    for (const int operation : {0, 1})
        for (const DeviceModel& device : {test::some_gpu(), test::some_cpu()})
            for (const std::int64_t n : {1, 7, 4000}) {
                const TuningProblem problem{&trmv_routine(), ElementType::f64, operation, {n}};
                const auto kernels = SearchSpace(problem, device, {}).kernels();
                EXPECT_LT(kernels.size(), n < 4000 ? 500U : 8000U);
                EXPECT_GT(kernels.size(), n < 4000 ? 0U : 200U);
                for (const TunableKernel& kernel : kernels) {
                    const GemvParameters p = parse_gemv(kernel.name).value();
                    EXPECT_TRUE(p.triangle && (p.transpose || p.blocking.vector <= n)) << kernel.name;
                    EXPECT_EQ(gemv_routine().parse(kernel.name), std::nullopt);
                    const Extents small = trmv_routine().small_problem(problem, kernel).extents;
                    EXPECT_TRUE(small.size() == 1 && small[0] <= 1025 && small[0] >= p.blocking.vector)
                        << kernel.name;
                }
            }
}

}  // namespace
}  // namespace hg::kernels
