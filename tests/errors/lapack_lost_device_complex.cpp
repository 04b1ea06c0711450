#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <complex>
#include <functional>
#include <string>

#include "support/complex_samples.hpp"
#include "support/faulty_session.hpp"
#include <hg/lapack/getrf.hpp>
#include <hg/lapack/potrf.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using ComplexColumns = test::Matrix<std::complex<double>>;

constexpr std::int64_t kComplexOrder = 200;

/// Whether they differ by rounding alone: other devices may sum in another order.
testing::AssertionResult are_close(const ComplexColumns& expected, const ComplexColumns& got) {
    for (std::size_t i = 0; i < expected.data.size(); ++i)
        if (!(std::abs(expected.data[i] - got.data[i]) <= 1e-10 * (1 + std::abs(expected.data[i]))))
            return testing::AssertionFailure() << "element " << i << " is " << got.data[i];
    return testing::AssertionSuccess();
}

/// A call on two devices that gives its result, or throws.
using ComplexCall = std::function<ComplexColumns(Session&)>;

/// Wherever a device is lost, the call ends: with the result, or with an error that says what A holds. The next call is right.
void expect_result_or_error(const ComplexCall& call, const std::string& partially_written) {
    test::FaultySession<2> x(test::test_options());
    for (test::FaultPlan& plan : x.plans) plan.recovers = true;
    const ComplexColumns expected = call(x.session);
    int right = 0, failed = 0;
    for (DeviceIndex d = 0; d < 2; ++d)
        for (const auto operation : test::kOperations) {
            x.fail(d, operation, -1, ErrorCode::device_lost);
            static_cast<void>(call(x.session));
            const int count = x.plans[d].count(operation);
            for (int position = 0; position < count; position += std::max(1, count / 2)) {
                x.fail(d, operation, position, ErrorCode::device_lost);
                try {
                    EXPECT_TRUE(are_close(expected, call(x.session)));
                    ++right;
                } catch (const Error& error) {
                    EXPECT_EQ(error.code(), ErrorCode::device_lost);
                    EXPECT_NE(error.message().find(partially_written), std::string::npos) << error.what();
                    ++failed;
                }
                x.fail(d, operation, -1, ErrorCode::device_lost);
                EXPECT_TRUE(are_close(expected, call(x.session)));
            }
        }
    EXPECT_GT(right, 0) << "before anything is stored, other devices begin again";
    EXPECT_GT(failed, 0);
}

TEST(ComplexFaults, OfLu) {
    const ComplexColumns A(Layout::col_major, kComplexOrder, kComplexOrder, 1, 6);
    expect_result_or_error(
        [&](Session& session) {
            ComplexColumns F = A;
            std::vector<std::int64_t> ipiv(kComplexOrder);
            EXPECT_EQ(getrf<std::complex<double>>(session, A.rows, A.cols, F.data.data(), F.ld, ipiv.data()),
                      0);
            return F;
        },
        "A holds neither the matrix nor its factors");
}

TEST(ComplexFaults, OfCholesky) {
    ComplexColumns A(Layout::col_major, kComplexOrder, kComplexOrder, 1, 7);
    for (std::int64_t i = 0; i < kComplexOrder; ++i) A(i, i) = 40;
    expect_result_or_error(
        [&](Session& session) {
            ComplexColumns L = A;
            EXPECT_EQ(potrf<std::complex<double>>(session, Uplo::lower, A.rows, L.data.data(), L.ld), 0);
            return L;
        },
        "A holds neither the matrix nor its factor");
}

}  // namespace
}  // namespace hg
