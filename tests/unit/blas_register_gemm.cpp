#include <gtest/gtest.h>

#include <set>

#include "support/expected_error.hpp"
#include "support/gemm_calls.hpp"
#include "support/gemm_registers.hpp"
#include "support/pocl_optimiser.hpp"
#include "support/tuned_samples.hpp"
#include <hg/blas/gemm_program.hpp>
#include <hg/blas/registers/gemm.hpp>
#include <hg/runtime/program/error.hpp>
#include <hg/runtime/program/verify.hpp>

namespace hg {
namespace {

using kernels::Database;
using kernels::Rung;
using test::GemmSample;
using test::model;
using test::tuned;

std::vector<std::string> instruction_names(const Program& program) {
    std::vector<std::string> names;
    for (const InstructionPtr& instruction : program.instructions()) names.push_back(instruction->name);
    return names;
}

Target target_of(const DeviceModel& device, std::size_t devices = 1) {
    Target target;
    for (std::size_t d = 0; d < devices; ++d) {
        target.devices.push_back(device);
        target.devices.back().name = "gpu" + std::to_string(d);
    }
    return target;
}

/// A database of one device whose kernels divide the sum over k the more, the flatter the cell.
Database split_by_rows(const DeviceModel& device) {
    Database database;
    for (const char* operations : {"nn", "nt", "tn", "tt"})
        for (const char* type : {"f64", "f32"}) {
            const std::string start = std::string("gemm_blocked_") + type + "_" + operations;
            database.merge({tuned(device, start + "_k4_32x32x8_4x4", 64, 512, 512),
                            tuned(device, start + "_k2_32x32x8_4x4", 512, 512, 512),
                            tuned(device, start + "_32x32x8_4x4", 4096, 512, 512)},
                           Rung::device);
        }
    return database;
}

/// C := alpha op(A) op(B) + beta C with all of A, B and C in registers of device 0.
template <class T>
Program register_program(const Target& target, const GemmSample<T>& s, bool literals,
                         const Database& database) {
    return test::program_in_registers(target, s, true, [&](ProgramBuilder& builder, auto a, auto b, auto c) {
        const Scalar alpha = literals ? Scalar(s.alpha) : builder.scalar("alpha");
        const Scalar beta = literals ? Scalar(s.beta) : builder.scalar("beta");
        gemm(builder, s.op_a, s.op_b, alpha, a, b, beta, c, database);
    });
}

template <class T>
testing::AssertionResult register_gemm_works(Machine& machine, const GemmSample<T>& s, bool literals,
                                             const Database& database) {
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    Bindings scalars;
    if (!literals) scalars.scalar("alpha", s.alpha).scalar("beta", s.beta);
    const Program program = register_program(machine.target(), s, literals, database);
    return gemm_is_right(s, a, b, c, test::run_in_registers(machine, program, a, b, c, std::move(scalars)));
}

template <class T>
void check_register_gemm(const Database& database) {
    Machine machine(test::test_options());
    unsigned seed = 0;
    for (Op op_a : {Op::none, Op::trans})
        for (Op op_b : {Op::none, Op::conj_trans})
            for (T beta : {T{0}, T{1}, T{-0.5}})
                for (T alpha : {T{0}, T{1.5}})
                    for (bool literals : {false, true}) {
                        const GemmSample<T> s{.op_a = op_a,
                                              .op_b = op_b,
                                              .m = 70,
                                              .n = 45,
                                              .k = 131,
                                              .alpha = alpha,
                                              .beta = beta,
                                              .gap = 1,
                                              .seed = ++seed};
                        ASSERT_TRUE(register_gemm_works(machine, s, literals, database)) << literals;
                    }
}

class GemmOnRegisters : public test::Optimised<testing::Test> {};

TEST_F(GemmOnRegisters, IsRightWithTheKernelsThatShip) {
    check_register_gemm<double>(Database::shipped());
    check_register_gemm<float>(Database::shipped());
}

TEST_F(GemmOnRegisters, IsRightWhereTheSumIsDivided) {
    const Database database = split_by_rows(Machine(test::test_options()).target().devices[0]);
    check_register_gemm<double>(database);
    check_register_gemm<float>(database);
}

TEST_F(GemmOnRegisters, ConstantsThatAreZeroReadNothing) {
    const DeviceModel device = model("A");
    const auto names = [&](double alpha, double beta) {
        const GemmSample<double> s{.m = 4096, .n = 512, .k = 512, .alpha = alpha, .beta = beta};
        return instruction_names(register_program(target_of(device), s, true, split_by_rows(device)));
    };
    EXPECT_EQ(names(1, 0), std::vector<std::string>{"gemm_blocked_f64_nn_set_32x32x8_4x4"});
    EXPECT_EQ(names(1, 1), std::vector<std::string>{"gemm_blocked_f64_nn_32x32x8_4x4"});
    EXPECT_EQ(names(0, 0), std::vector<std::string>{"zero_f64"});
    EXPECT_EQ(names(0, 2), std::vector<std::string>{"scale_f64"});
    EXPECT_EQ(names(0, 1), std::vector<std::string>{});
    const GemmSample<double> bound{.m = 4096, .n = 512, .k = 512};
    EXPECT_EQ(instruction_names(register_program(target_of(device), bound, false, split_by_rows(device))),
              std::vector<std::string>{"gemm_blocked_f64_nn_32x32x8_4x4"})
        << "a bound scalar may become anything";
}

TEST_F(GemmOnRegisters, DividesTheSumWhereTheDatabaseSaysSoAndMemoryAllows) {
    DeviceModel device = model("A");
    const Database database = split_by_rows(device);
    const GemmSample<double> s{.m = 64, .n = 512, .k = 512, .beta = 1};
    const Program program = register_program(target_of(device), s, true, database);
    verify(program);
    EXPECT_EQ(instruction_names(program), (std::vector{std::string("gemm_blocked_f64_nn_k4_32x32x8_4x4"),
                                                       kernels::gemm_sum(ElementType::f64, 4, false)->name}));
    // The parts take 64 x 2048 doubles, 1 MiB; a quarter of the memory is left for them.
    device.memory = device.largest_slot = (std::int64_t{4} << 20) - 1;
    EXPECT_EQ(instruction_names(register_program(target_of(device), s, true, database)),
              std::vector<std::string>{"gemm_blocked_f64_nn_32x32x8_4x4"});
}

TEST_F(GemmOnRegisters, SaysWhatDoesNotFit) {
    const DeviceModel device = model("A");
    ProgramBuilder b(target_of(device, 2));
    const RegisterId a = b.reg(0, ElementType::f64, 30, 20);
    const RegisterId c = b.reg(0, ElementType::f64, 30, 10);
    const auto expect = [&](const char* says, RegisterId A, RegisterId B, RegisterId C, Op op_b = Op::none) {
        test::expect_error(ErrorCode::invalid_argument, {says},
                           [&] { gemm(b, Op::none, op_b, 1.0, A, B, 0.0, C); });
    };
    expect("op(A) is 30 x 20, op(B) 21 x 10 and C 30 x 10", a, b.reg(0, ElementType::f64, 21, 10), c);
    expect("op(B) 10 x 20", a, b.reg(0, ElementType::f64, 20, 10), c, Op::trans);
    expect("different types", a, b.reg(0, ElementType::f32, 20, 10), c);
    expect("different devices", a, b.reg(1, ElementType::f64, 20, 10), c);
    expect("C must not be A or B", c, b.reg(0, ElementType::f64, 10, 10), c);
    const RegisterId i = b.reg(0, ElementType::i32, 8, 8);
    expect("only f32, f64, c32 and c64 are supported", i, i, b.reg(0, ElementType::i32, 8, 8));
    expect("no such register", a, static_cast<RegisterId>(999), c);
    EXPECT_EQ(b.size(), 0u) << "nothing was appended";
}

TEST_F(GemmOnRegisters, ConjugatesAreThoseOfComplexMatrices) {
    const kernels::Database database;
    const DeviceModel device = model("A");
    const auto kernel_of = [&](ElementType type, Op op_a, Op op_b) {
        return kernels::name(
            RegisterGemm(database, device, type, op_a, op_b, 90, 80, 70).choice().parameters);
    };
    EXPECT_EQ(kernel_of(ElementType::c64, Op::conj_trans, Op::trans), "gemm_complex_c64_ct");
    EXPECT_EQ(kernel_of(ElementType::c32, Op::none, Op::conj_trans), "gemm_complex_c32_nc");
    EXPECT_EQ(kernel_of(ElementType::f64, Op::conj_trans, Op::trans),
              kernel_of(ElementType::f64, Op::trans, Op::trans));
}

TEST_F(GemmOnRegisters, ColumnsBeginOnBoundariesOf128Bytes) {
    for (std::int64_t rows : {1, 15, 16, 17, 31, 32, 33, 4095, 4096, 10007})
        for (ElementType type : {ElementType::f32, ElementType::f64}) {
            const std::int64_t ld = padded_ld(rows, type);
            EXPECT_GE(ld, rows);
            EXPECT_EQ(ld * size_of(type) % 128, 0);
            EXPECT_LT((ld - rows) * size_of(type), 128);
        }
}

TEST(GemmProgram, PadsRegistersOfMoreThanAFewRows) {
    const Program program = gemm_program({.m = 1001, .n = 50, .k = 20}, target_of(model("A")));
    bool padded = false;
    for (const Register& reg : program.registers()) {
        EXPECT_EQ(reg.ld, reg.rows < 128 ? reg.rows : padded_ld(reg.rows, reg.type));
        padded = padded || reg.ld > reg.rows;
    }
    EXPECT_TRUE(padded);
}

TEST(GemmProgram, TakesTheSameKernelsForAnyNumberOfEqualDevices) {
    const DeviceModel device = model("A");
    const Database database = split_by_rows(device);
    std::set<std::string> chosen;
    for (std::int64_t m : {200, 600, 2000, 5000})
        for (std::int64_t block : {0, 64})
            for (bool reads_c : {false, true}) {
                const GemmProblem problem{
                    .op_b = Op::trans, .m = m, .n = 400, .k = 400, .reads_c = reads_c, .block = block};
                const auto one = instruction_names(gemm_program(problem, target_of(device), database));
                for (std::size_t devices : {2u, 3u, 8u})
                    EXPECT_EQ(instruction_names(gemm_program(problem, target_of(device, devices), database)),
                              one)
                        << m << " rows on " << devices << " devices";
                chosen.insert(one.begin(), one.end());
            }
    EXPECT_TRUE(chosen.contains("gemm_blocked_f64_nt_32x32x8_4x4"));
    EXPECT_TRUE(chosen.contains("gemm_blocked_f64_nt_k2_32x32x8_4x4"));
    EXPECT_TRUE(chosen.contains("gemm_blocked_f64_nt_k4_32x32x8_4x4"));
}

TEST(GemmProgram, GivesEachKindOfDeviceItsOwnKernel) {
    const DeviceModel a = model("A"), b = model("B");
    Database database;
    database.merge({tuned(a, "gemm_blocked_f64_nn_32x32x8_4x4", 512, 512, 512),
                    tuned(b, "gemm_blocked_f64_nn_32x32x16_2x2", 512, 512, 512)},
                   Rung::device);
    Target target = target_of(a, 2);
    target.devices[1].traits = b.traits;
    EXPECT_EQ(
        instruction_names(test::gemm_on_grid({.m = 600, .n = 60, .k = 60}, target, 1, database)),
        (std::vector<std::string>{"gemm_blocked_f64_nn_32x32x8_4x4", "gemm_blocked_f64_nn_32x32x16_2x2"}));
}

TEST(GemmProgram, DividedSumsHaveTheSameBitsForAnyNumberOfDevices) {
    Machine machine(test::test_options());
    ASSERT_GE(machine.device_count(), 3u);
    const Database database = split_by_rows(machine.target().devices[0]);
    const GemmSample<double> s{.op_a = Op::trans, .m = 300, .n = 90, .k = 700, .alpha = 1.5, .beta = -0.5};
    const auto a = s.make_a(), b = s.make_b(), c = s.make_c();
    const auto run = [&](std::size_t devices) {
        const Program program =
            test::gemm_on_grid(problem_of(s, 0), test::first_devices(machine, devices), 1, database);
        EXPECT_EQ(instruction_names(program).size(), 2u) << "a divided product and a sum";
        return run_gemm(machine, program, s, a, b, c);
    };
    const auto one = run(1);
    ASSERT_TRUE(gemm_is_right(s, a, b, c, one));
    const auto three = run(3);
    ASSERT_TRUE(gemm_is_right(s, a, b, c, three));
    // A CBLAS may round an element differently with its place in a tile; the kernels never do.
    if (test::on_host()) return;
    EXPECT_TRUE(one.data == run(2).data);
    EXPECT_TRUE(one.data == three.data);
}

}  // namespace
}  // namespace hg
