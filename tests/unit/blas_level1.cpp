// Level 1 of BLAS at the edges of its types, on devices and on the CPU; its order among other calls. Against
// the rules: tests/unit/blas_vectors.cpp.
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include "blas/call/operands.hpp"
#include "blas/level1/level1_call.hpp"
#include "support/complex_samples.hpp"
#include "support/test_devices.hpp"
#include "support/two_sessions.hpp"
#include <hg/blas/async.hpp>
#include <hg/blas/gemm.hpp>
#include <hg/blas/level1.hpp>
#include <hg/blas/session.hpp>

namespace hg {
namespace {

template <class T>
class Level1 : public testing::Test {
  protected:
    /// act(session)
    template <class Act>
    static void on_each_place(const Act& act) {
        for (const bool devices : {false, true}) {
            // Elsewhere kernels of complex elements take long to compile.
            if (devices && !test::on_host() && sizeof(T) == sizeof(std::complex<float>) && !RealElement<T>)
                continue;
            SCOPED_TRACE(devices ? "devices" : "CPU");
            act(test::session_on(devices));
        }
    }
    /// An element; of real ones the first part.
    static T element(RealOf<T> real, RealOf<T> imag) { return test::element_of<T>({real, imag}); }
};
TYPED_TEST_SUITE(Level1, test::ElementsOfBlas);

/// Squares that are no numbers of the type, Inf and NaN, in one part of complex elements.
TYPED_TEST(Level1, NormsAtTheEdges) {
    using T = TypeParam;
    using Real = RealOf<T>;
    using Limits = std::numeric_limits<Real>;
    const auto in_second = [](Real x) { return RealElement<T> ? T(x) : TestFixture::element(0, x); };
    this->on_each_place([&](Session& session) {
        const auto norm = [&](const std::vector<T>& x) {
            return nrm2<T>(session, static_cast<std::int64_t>(x.size()), x.data(), 1);
        };
        const Real large = Limits::max() / 8, small = Limits::min() * 8, eps = Limits::epsilon();
        EXPECT_NEAR(norm({T(3 * large), in_second(4 * large)}) / large, 5, 10 * eps);
        EXPECT_NEAR(norm({T(3 * small), in_second(4 * small)}) / small, 5, 10 * eps);
        EXPECT_NEAR(norm({this->element(3 * small, 4 * small)}) / small, RealElement<T> ? 3 : 5, 10 * eps);
        EXPECT_EQ(norm({T(0), T(0), T(0)}), 0);
        EXPECT_EQ(norm({T(1), in_second(Limits::infinity()), T(2)}), Limits::infinity());
        EXPECT_TRUE(std::isnan(norm({T(1), in_second(Limits::quiet_NaN()), T(2)})));
    });
}

TYPED_TEST(Level1, TheFirstOfTheLargestCounts) {
    using T = TypeParam;
    this->on_each_place([](Session& session) {
        const std::vector<T> same =
            RealElement<T> ? std::vector<T>{T(2), T(-5), T(5), T(-5)}
                           : std::vector<T>{TestFixture::element(2, 1), TestFixture::element(-4, 1),
                                            TestFixture::element(0, -5), T(5)};
        EXPECT_EQ(iamax<T>(session, 4, same.data(), 1), 1) << "by |re| + |im|";
    });
}

TYPED_TEST(Level1, ANaNInOnePartIsOneOfTheSum) {
    using T = TypeParam;
    using Real = RealOf<T>;
    this->on_each_place([](Session& session) {
        const std::vector<T> parts{TestFixture::element(-3, 4),
                                   test::not_a_number<T>()};  // of complex elements in the second part
        EXPECT_EQ(asum<T>(session, 1, parts.data(), 1), Real(RealElement<T> ? 3 : 7));
        EXPECT_TRUE(std::isnan(asum<T>(session, 2, parts.data(), 1)));
        const auto product = [&] {
            if constexpr (RealElement<T>)
                return dot<T>(session, 2, parts.data(), 1, parts.data(), 1);
            else
                return dotu<T>(session, 2, parts.data(), 1, parts.data(), 1);
        }();
        EXPECT_TRUE(std::isnan(std::real(product)) && (RealElement<T> || std::isnan(std::imag(product))));
    });
}

TYPED_TEST(Level1, AlphaOfZeroReadsNothing) {
    using T = TypeParam;
    this->on_each_place([](Session& session) {
        const test::Matrix<T> before(Layout::row_major, 7, 1, 1, 1);
        test::Matrix<T> y = before;
        axpy<T>(session, 7, T{0}, nullptr, 1, y.data.data(), 2);
        EXPECT_EQ(y.data, before.data);
    });
}

TEST(VectorOrder, CallsWaitForThoseThatWriteTheirMemory) {
    constexpr std::int64_t n = 150;
    Session session(test::test_options());
    const std::vector<double> ones(n * n, 1.0);
    for (int i = 0; i < 10; ++i) {
        std::vector<double> c(n * n, 0.0);
        const Call product = gemm_async<double>(session, Layout::col_major, Op::none, Op::none, n, n, n, 1,
                                                ones.data(), n, ones.data(), n, 0, c.data(), n);
        ASSERT_EQ(dot<double>(session, n, ones.data(), 1, c.data() + n - 1, n), n * n) << "the last row";
    }
}

/// Vectors may lie between each other's elements, and end at the address that stands for them.
TEST(VectorOrder, IsThatOfTheElementsAlone) {
    std::vector<double> memory(100);
    double* const x = memory.data();
    const auto of_x = [](const auto& call) { return Operands(call).regions()[0]; };
    const HostRegion even = of_x(ScalCall<double>{{10, 2.0, x, 2}}),
                     odd = of_x(ScalCall<double>{{10, 2.0, x + 1, 2}});
    EXPECT_TRUE(even.writes);
    EXPECT_FALSE(overlap(even, odd));
    const HostRegion backwards = of_x(SwapCall<double>{{10, x, -2, x + 50, 1}});
    EXPECT_TRUE(overlap(even, backwards));
    EXPECT_FALSE(overlap(odd, backwards));
    EXPECT_FALSE(of_x(CopyCall<double>{{10, x, 1, x + 50, 1}}).writes);
    EXPECT_TRUE(
        overlap(of_x(CopyCall<double>{{10, x, 1, x + 50, 1}}), of_x(ScalCall<double>{{2, 2.0, x + 9, 1}})));
    EXPECT_FALSE(
        overlap(of_x(CopyCall<double>{{10, x, 1, x + 50, 1}}), of_x(ScalCall<double>{{2, 2.0, x + 10, 1}})));
}

TEST(Level1Names, AreThoseOfBlas) {
    const std::vector<double> x{1, -4, 2};
    const std::vector<float> y{3, 0, 4};
    EXPECT_EQ(hg::ddot(3, x.data(), 1, x.data(), -1), 20);
    EXPECT_EQ(hg::snrm2(3, y.data(), 1), 5);
    EXPECT_EQ(hg::dasum(2, x.data(), 2), 3);
    EXPECT_EQ(hg::idamax(3, x.data(), 1), 1);
    EXPECT_EQ(hg::isamax(0, y.data(), 1), -1);
}

TEST(Level1Names, OfComplexElementsToo) {
    using Z = std::complex<double>;
    using C = std::complex<float>;
    std::vector<Z> x{{1, 1}, {0, -4}};
    std::vector<C> y{{3, 0}, {0, 4}};
    EXPECT_EQ(hg::zdotu(2, x.data(), 1, x.data(), 1), Z(-16, 2));
    EXPECT_EQ(hg::zdotc(2, x.data(), 1, x.data(), 1), Z(18, 0));
    EXPECT_EQ(hg::cdotc(1, y.data(), 1, y.data() + 1, 1), C(0, 12));
    EXPECT_EQ(hg::scnrm2(2, y.data(), 1), 5);
    EXPECT_EQ(hg::dzasum(2, x.data(), 1), 6);
    EXPECT_EQ(hg::izamax(2, x.data(), 1), 1);
    EXPECT_EQ(hg::icamax(0, y.data(), 1), -1);
    hg::zdscal(2, -2, x.data(), 1);
    EXPECT_EQ(x, (std::vector<Z>{{-2, -2}, {0, 8}}));
    hg::scal(1, 2.0, x.data(), 1);
    EXPECT_EQ(x[0], Z(-4, -4)) << "a real alpha need not be made complex";
    hg::csrot(1, y.data(), 1, y.data() + 1, 1, 0, 1);
    EXPECT_EQ(y, (std::vector<C>{{0, 4}, {-3, 0}}));
}

}  // namespace
}  // namespace hg
