#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "blas/level1/level1_call.hpp"
#include "blas/level2/level2_call.hpp"
#include "support/tuned_samples.hpp"
#include <hg/runtime/program/simulate.hpp>
#include <hg/runtime/program/text.hpp>
#include <hg/runtime/program/verify.hpp>

/// Programs of calls of levels 1 and 2.
namespace hg {
namespace {

/// A kernel that nothing would choose unasked, for problems near 1000 elements or 1000 x 1000.
struct PlantedKernel {
    const char* routine;
    const char* operation;
    std::vector<std::int64_t> extents;
    const char* kernel;
};

const std::vector<PlantedKernel> kPlanted{{"copy", "", {1000}, "vector_copy_f64_v1_w1_i32_g8"},
                                          {"axpy", "", {1000}, "vector_axpy_f64_v1_w1_i32_g8"},
                                          {"scal", "", {1000}, "vector_scal_f64_v1_w1_i32_g8"},
                                          {"dot", "", {1000}, "vector_dot_f64_v1_w1_i64_g16"},
                                          {"nrm2", "", {1000}, "vector_nrm2_f64_v1_w1_i64_g16"},
                                          {"gemv", "n", {1000, 1000}, "gemv_n_f64_i16x8_v2_r1_u2_s1"},
                                          {"ger", "", {1000, 1000}, "ger_f64_v1_i32_c32_u2"},
                                          {"symv", "lower", {1000}, "symv_f64_l_v2_t32_h2_s8_r16_c8_p1_k16"},
                                          {"syr", "lower", {1000}, "syr_f64_l_v2_i64_c8_u2"},
                                          {"syr2", "lower", {1000}, "syr2_f64_l_v2_i32_c16_u8"},
                                          {"trsv", "n", {1000}, "trsv_f64_n_b32_s4_v2_i256_a4_g132"}};

/// The text of the program by which a session with this database does a call.
std::string text_of_call(const std::string& routine, const Target& target,
                         const kernels::Database& database) {
    for (const kernels::VectorOperation operation : kernels::kVectorOperations)
        if (name(operation) == routine) {
            const VectorProblem problem{.operation = operation, .n = 1000};
            return print(AxpyCall<double>::program(problem, target, database));
        }
    const MatrixVectorProblem problem{.routine = routine, .m = 1000, .n = 1000, .reads_y = true};
    return print(GemvCall<double>::program(problem, target, database));
}

TEST(VectorPrograms, TakeKernelsOfTheSessionsDatabase) {
    const Target target{.devices = {test::model("A")}};
    for (const PlantedKernel& planted : kPlanted) {
        kernels::Database database;
        database.merge({test::tuned_kernel(target.devices[0], planted.routine, planted.kernel,
                                           planted.extents, 1e9, planted.operation)},
                       kernels::Rung::user);
        const auto has_it = [&](const kernels::Database& asked) {
            return text_of_call(planted.routine, target, asked).find(planted.kernel) != std::string::npos;
        };
        EXPECT_TRUE(has_it(database)) << planted.kernel << "\n"
                                      << text_of_call(planted.routine, target, database);
        EXPECT_FALSE(has_it(kernels::Database{})) << planted.kernel;
    }
}

/// Acts on problems of level 2 with both triangles, op(A) and orders of the vectors' elements.
template <class Act>
void for_each_problem(std::string_view routine, std::int64_t n, const Act& act) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const Op op : {Op::none, Op::trans})
            for (const VectorForm& form : {VectorForm{}, VectorForm{.has_gaps = true, .backwards = true}})
                for (const bool reads_y : {false, true}) {
                    SCOPED_TRACE(testing::Message()
                                 << routine << " " << static_cast<char>(uplo) << static_cast<char>(op)
                                 << (form.backwards ? " backwards" : "") << (reads_y ? " reads y" : ""));
                    act({.routine = routine,
                         .uplo = uplo,
                         .op = op,
                         .m = n,
                         .n = n,
                         .x = form,
                         .y = form,
                         .reads_y = reads_y});
                }
}

constexpr std::string_view kOfMatrices[]{"gemv", "ger", "symv", "trmv", "trsv", "syr", "syr2"};

/// Devices that are alike, at links like PCIe's.
Target equal_devices(std::size_t count) {
    return {.devices = std::vector<DeviceModel>(count), .host_copy_rate = 1e12};
}

TEST(VectorPrograms, OfMatricesUseAllDevicesThatGain) {
    Target target = equal_devices(3);
    target.delays = HostDelays::none();
    for (DeviceModel& device : target.devices) device.memory = 1 << 20;
    for (const std::string_view routine : kOfMatrices)
        for_each_problem(routine, 1000, [&](const MatrixVectorProblem& problem) {
            const Program program = matrix_vector_program(problem, target, kernels::Database::shipped());
            EXPECT_NO_THROW(verify(program));
            if (routine == "trsv") return;  // a small solve, from device to device, may be soonest on one
            for (DeviceIndex d = 0; d < 3; ++d)
                EXPECT_GT(program.queue({d, QueueKind::exec}).size(), 1U) << d;
        });
}

/// The tiles of A are nearly all that is moved, and each is moved once.
TEST(VectorPrograms, OfMatricesTakeHalfTheTimeOnTwoDevices) {
    for (const std::string_view routine : kOfMatrices)
        for_each_problem(routine, 32768, [&](const MatrixVectorProblem& problem) {
            const auto seconds = [&](std::size_t devices) {
                const Target target = equal_devices(devices);
                return simulate(matrix_vector_program(problem, target, kernels::Database::shipped()), target)
                    .makespan;
            };
            EXPECT_LT(seconds(2), 0.55 * seconds(1));
        });
}

}  // namespace
}  // namespace hg
