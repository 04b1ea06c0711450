// Calls of levels 1 and 2 by programs on devices: operands that no memory holds, and devices that are lost.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "support/losses.hpp"
#include "support/problems_on_devices.hpp"
#include <hg/blas/level1.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Given;
using test::Loss;
using test::Problem;

/// Pieces of some hundred elements, and some tiles of a matrix.
constexpr std::int64_t kMemory = 64 << 10, kTiles = 400 << 10;
constexpr std::int64_t kCount = 3000, kOrder = 300;

const std::vector<ElementType> kDouble{ElementType::f64, ElementType::c64};

class VectorsOnDevices : public testing::TestWithParam<ElementType> {
  protected:
    ~VectorsOnDevices() override {
        EXPECT_GT(session_.statistics().runs, 0U);
        EXPECT_EQ(session_.statistics().host_calls, 0U);
    }
    Session session_{test::options_with_memory(kMemory)};
};

TEST_P(VectorsOnDevices, LongOnesGoInPieces) {
    for (const hgctl::Routine& routine : hgctl::level1_routines()) {
        if (!routine.has(GetParam())) continue;
        const bool both_ways = routine.name != "nrm2" && routine.name != "asum" && routine.name != "iamax" &&
                               !routine.name.ends_with("scal");
        for (const auto& [incx, incy] : {std::pair{1, 1}, {1, -2}, {-3, 1}}) {
            const Given given{.n = kCount,
                              .alpha = {2, 1},
                              .beta = 0.5,
                              .incx = both_ways ? incx : std::abs(incx),
                              .incy = incy};
            EXPECT_TRUE(test::works(session_, *routine.make(GetParam(), given)));
        }
    }
}

/// The first of several that are the largest. NaN is passed over, unless it is the first element: as in the
/// reference BLAS.
TEST_P(VectorsOnDevices, SumsOfPiecesAreThoseOfTheWhole) {
    const auto place = [&](std::initializer_list<std::int64_t> large, double size, bool nan) {
        std::vector<double> x(kCount, 0.5);
        for (std::int64_t i = 1; i < kCount && nan; ++i)
            if (i % 10 != 5) x[static_cast<std::size_t>(i)] = std::numeric_limits<double>::quiet_NaN();
        for (const std::int64_t i : large) x[static_cast<std::size_t>(i)] = size;
        const double norm = nrm2<double>(session_, kCount, x.data(), 1);
        if (!nan && size > 1e200) {
            EXPECT_NEAR(norm / size, std::sqrt(static_cast<double>(large.size())), 1e-14);
        }
        return iamax<double>(session_, kCount, x.data(), 1);
    };
    EXPECT_EQ(place({2500}, -8, false), 2500);
    EXPECT_EQ(place({100, 2900}, 1e300, false), 100);
    EXPECT_EQ(place({1205}, 3, true), 1205);
    EXPECT_EQ(place({0}, std::numeric_limits<double>::quiet_NaN(), true), 0);
    std::vector<std::complex<double>> z(kCount, {1, 1});
    z[2500] = {-5, 4};
    EXPECT_EQ(iamax<std::complex<double>>(session_, kCount, z.data(), 1), 2500);
}

INSTANTIATE_TEST_SUITE_P(All, VectorsOnDevices, testing::ValuesIn(kDouble), test::name_of_type);

class MatricesOnDevices : public testing::TestWithParam<ElementType> {
  protected:
    /// All routines with all letters. Row-major calls are others if elements are complex: some need
    /// conjugates.
    template <class Act>
    static void for_all_calls(const Act& act) {
        const bool complex = is_complex(GetParam());
        for (const hgctl::Routine& routine : hgctl::level2_routines())
            for (const Layout layout : {Layout::col_major, Layout::row_major})
                for (const Uplo uplo : {Uplo::lower, Uplo::upper})
                    for (const Op op : {Op::none, complex ? Op::conj_trans : Op::trans}) {
                        if (!routine.has(GetParam()) || (layout == Layout::row_major && !complex)) continue;
                        const Given given{.layout = layout,
                                          .uplo = uplo,
                                          .op = op,
                                          .m = kOrder,
                                          .n = kOrder,
                                          .alpha = {2, 1},
                                          .beta = {0, -1},
                                          .incx = op == Op::none ? 1 : -2,
                                          .incy = -1};
                        act(*routine.make(GetParam(), given));
                    }
    }
    static MachineOptions options_for(std::size_t devices) {
        MachineOptions options = test::first_test_devices(devices);
        options.memory_limit = kTiles;
        return options;
    }
};

TEST_P(MatricesOnDevices, PassThroughInTiles) {
    Session session(test::options_with_memory(kTiles));
    for_all_calls([&](Problem& problem) { ASSERT_TRUE(test::works(session, problem)); });
    EXPECT_EQ(session.statistics().host_calls, 0U);
}

/// Sums are made in one order, whoever makes them.
TEST_P(MatricesOnDevices, HaveTheSameBitsOnOneAndOnThree) {
    Session one(options_for(1)), three(options_for(3));
    if (three.machine().device_count() < 3) GTEST_SKIP() << "there are too few devices";
    for_all_calls([&](Problem& problem) {
        problem.call(one);
        const auto bits = problem.result_bits();
        problem.restore();
        problem.call(three);
        ASSERT_TRUE(problem.result_bits() == bits) << problem.text();
    });
    EXPECT_GT(three.statistics().runs, 0U);
    EXPECT_EQ(three.statistics().host_calls, 0U);
}

INSTANTIATE_TEST_SUITE_P(All, MatricesOnDevices, testing::ValuesIn(kDouble), test::name_of_type);

class LostVectorDevice : public test::LostDeviceTest {};

/// What was written of a vector is put back before another device does the call again; what is stored of a
/// matrix stays, and another device does the rest.
TEST_P(LostVectorDevice, LeavesTheRestToOthers) {
    fail_everywhere();
}

std::vector<Loss> losses_of_vectors() {
    std::vector<Loss> losses;
    for (const ElementType type : {ElementType::f64, ElementType::c32})
        losses.push_back({.name = "swap_" + std::string(name(type)),
                          .routine = "swap",
                          .given = {.n = kCount, .incx = 1, .incy = -2},
                          .memory = kMemory,
                          .failing = 1,
                          .most = 0,
                          .parts = 3,
                          .type = type});
    for (const ElementType type : kDouble)
        for (const hgctl::Routine& routine : hgctl::level2_routines()) {
            if (!routine.has(type)) continue;
            Loss loss{.name = std::string(routine.name) + '_' + std::string(name(type)),
                      .routine = routine.name};
            loss.given = {.layout = is_complex(type) ? Layout::row_major : Layout::col_major,
                          .uplo = Uplo::upper,
                          .op = is_complex(type) ? Op::conj_trans : Op::trans,
                          .m = kOrder,
                          .n = kOrder,
                          .alpha = {2, 1},
                          .beta = {0, -1},
                          .incx = -2,
                          .incy = -1};
            loss.memory = kTiles, loss.failing = 1, loss.parts = 3, loss.type = type;
            losses.push_back(loss);
        }
    return losses;
}
INSTANTIATE_TEST_SUITE_P(All, LostVectorDevice, testing::ValuesIn(losses_of_vectors()), test::name_of_loss);

TEST(LostVectorDevices, TheCpuFinishesWhatNoDeviceDoes) {
    MachineOptions options = test::first_test_devices(2);
    options.memory_limit = kMemory;
    test::FaultySession<2> x(options);
    if (x.session.machine().device_count() < 2) GTEST_SKIP() << "there are too few devices";
    const auto problem = test::make_problem("scal", ElementType::f64, {.n = kCount, .alpha = 2});
    const auto before = problem->result_bits();
    x.fail(0, Operation::store, 2, ErrorCode::out_of_memory);
    EXPECT_THROW(problem->call(x.session), Error);
    EXPECT_TRUE(problem->result_bits() == before) << "what was written is put back";
    const CallPolicy policy({.cpu_finishes = true});
    x.fail(0, Operation::store, 2, ErrorCode::out_of_memory);
    problem->call(x.session);
    EXPECT_TRUE(test::is_right(*problem));
}

}  // namespace
}  // namespace hg
