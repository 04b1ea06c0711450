// Calls of LAPACK have the same bits on any number of devices.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "support/problems_on_devices.hpp"

namespace hg {
namespace {

class AnyDevicesLapack : public test::AnyDevicesTest {};

constexpr std::int64_t kAnyOrder = 417, kAnyHalf = 203, kAnySides = 37;

TEST_P(AnyDevicesLapack, FactorsByGaussHaveTheSameBits) {
    for (const Pivoting pivoting : {Pivoting::partial, Pivoting::tournament, Pivoting::none})
        expect_same_bits({{"getrf", {.pivoting = pivoting, .m = kAnyOrder, .n = kAnyOrder}},
                          {"getrf", {.pivoting = pivoting, .m = kAnyOrder, .n = kAnyHalf}}});
}

/// More right-hand sides than 256 are more than one program solves for.
TEST_P(AnyDevicesLapack, SolutionsByGaussHaveTheSameBits) {
    expect_same_bits({{"gesv", {.n = kAnyOrder, .nrhs = kAnySides}},
                      {"gesv", {.n = kAnyOrder, .nrhs = 301}},
                      {"getrs", {.n = kAnyOrder, .nrhs = kAnySides}},
                      {"getrs", {.op = Op::conj_trans, .n = kAnyOrder, .nrhs = kAnySides}},
                      {"getri", {.n = kAnyOrder}}});
}

TEST_P(AnyDevicesLapack, CholeskyHasTheSameBits) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const char* routine : {"posv", "potrs", "potri"})
            expect_same_bits({{routine, {.uplo = uplo, .n = kAnyOrder, .nrhs = kAnySides}}});
}

TEST_P(AnyDevicesLapack, IndefiniteSystemsHaveTheSameBits) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper})
        for (const char* routine : {"sysv", "hesv", "sytrs", "hetrs"})
            expect_same_bits({{routine, {.uplo = uplo, .n = kAnyOrder, .nrhs = kAnySides}}});
}

TEST_P(AnyDevicesLapack, QrHasTheSameBits) {
    for (const char* routine : {"ormqr", "unmqr"})
        expect_same_bits({{routine, {.op = Op::conj_trans, .m = kAnyOrder, .n = kAnySides, .k = kAnyHalf}}});
    for (const char* routine : {"geqrf", "orgqr", "ungqr", "gels"})
        expect_same_bits({{routine, {.m = kAnyOrder, .n = kAnyHalf, .k = kAnyHalf, .nrhs = kAnySides}}});
}

/// In single precision, which serves for systems whose diagonal is large.
TEST_P(AnyDevicesLapack, RefinedSolutionsHaveTheSameBits) {
    for (const char* routine : {"dsgesv", "zcgesv", "dsposv", "zcposv"}) {
        const hgctl::Routine& known = hgctl::routine_named(routine);
        if (!known.has(GetParam())) continue;
        const auto problem = known.make(GetParam(), {.n = kAnyOrder, .nrhs = kAnySides});
        for (std::int64_t i = 0; i < kAnyOrder; ++i)
            problem->set("A", i, i, problem->was("A", i, i).real() + 2 * std::sqrt(kAnyOrder));
        expect_same_bits(*problem);
        EXPECT_GE(problem->iter(), 0);
    }
}

INSTANTIATE_TEST_SUITE_P(All, AnyDevicesLapack, testing::ValuesIn(test::all_types()), test::name_of_type);

}  // namespace
}  // namespace hg
