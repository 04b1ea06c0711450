// Operands that a device reads in the caller's memory.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <random>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/blas/gemm.hpp>
#include <hg/blas/level2.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/symm.hpp>
#include <hg/blas/syrk.hpp>
#include <hg/blas/trmm.hpp>
#include <hg/blas/trsm.hpp>

namespace hg {
namespace {

constexpr auto kCols = Layout::col_major;
constexpr std::int64_t kMatrixOrder = 203;
constexpr std::int64_t kStride = 211;  ///< between columns: no multiple of a vector

/// Numbers of a matrix that begins at the first one or the next one: either way its diagonal dominates.
std::vector<double> drawn(unsigned seed) {
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1, 1);
    std::vector<double> list(kStride * (kMatrixOrder + 1));
    for (double& x : list) x = number(random);
    for (std::size_t i = 0; i < kMatrixOrder; ++i)
        for (const std::size_t shift : {0, 1}) list[i * (kStride + 1) + shift] += 2 * kMatrixOrder;
    return list;
}

/// Bytes that runs moved.
class MovedBytes final : public Observer {
  public:
    void on_interval(const Interval& interval) noexcept override { bytes_ += interval.bytes; }
    [[nodiscard]] std::int64_t bytes() const { return bytes_; }

  private:
    std::atomic<std::int64_t> bytes_{0};
};

/// Two sessions on one device, of which one copies all operands.
class BlasInPlace : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        MachineOptions options = test::first_test_devices(1);
        in_place_ = std::make_unique<Session>(options);
        options.in_place = false;
        copying_ = std::make_unique<Session>(options);
    }
    static void TearDownTestSuite() {
        in_place_.reset();
        copying_.reset();
    }

    /// Calls with A and B as operands and C as the result, or with C as an operand too.
    using Call = std::function<void(Session&, const double* a, const double* b, double* c)>;
    static std::int64_t bytes_moved(Session& session, const std::function<void()>& call) {
        MovedBytes moved;
        session.observe(&moved);
        call();
        session.observe(nullptr);
        return moved.bytes();
    }

    /// `reads_in_place`: at any address of an element.
    static void expect_bits_of_copies(const Call& call, bool reads_in_place = false) {
        const std::vector<double> a = drawn(1), b = drawn(2), c = drawn(3);
        ASSERT_TRUE(in_place_->machine().target().devices[0].shares_host_memory);
        ASSERT_FALSE(copying_->machine().target().devices[0].shares_host_memory);
        for (const std::size_t shift : {0, 1}) {
            std::vector<double> one = c, other = c;
            const auto runs = in_place_->statistics().runs;
            const std::int64_t moved = bytes_moved(*in_place_, [&] {
                call(*in_place_, a.data() + shift, b.data() + shift, one.data() + shift);
            });
            EXPECT_GT(in_place_->statistics().runs, runs);
            const std::int64_t copied = bytes_moved(*copying_, [&] {
                call(*copying_, a.data() + shift, b.data() + shift, other.data() + shift);
            });
            if (reads_in_place) {
                EXPECT_LT(moved, copied) << shift;
            }
            EXPECT_EQ(one, other) << shift;
            EXPECT_NE(one, c);
        }
    }

    static inline std::unique_ptr<Session> in_place_{};
    static inline std::unique_ptr<Session> copying_{};
};

TEST_F(BlasInPlace, ProductsHaveTheBitsOfCopies) {
    for (const Op op : {Op::none, Op::trans})
        expect_bits_of_copies(
            [&](Session& s, const double* a, const double* b, double* c) {
                gemm<double>(s, kCols, op, op, kMatrixOrder, 150, 180, 1.5, a, kStride, b, kStride, 0.5, c,
                             kStride);
            },
            true);
    expect_bits_of_copies([](Session& s, const double* a, const double* b, double* c) {
        symm<double>(s, kCols, Side::left, Uplo::lower, kMatrixOrder, 150, 1.5, a, kStride, b, kStride, 0, c,
                     kStride);
    });
    expect_bits_of_copies([](Session& s, const double* a, const double*, double* c) {
        syrk<double>(s, kCols, Uplo::upper, Op::none, kMatrixOrder, 150, 1.5, a, kStride, 0.5, c, kStride);
    });
}

TEST_F(BlasInPlace, TrianglesHaveTheBitsOfCopies) {
    for (const Uplo uplo : {Uplo::lower, Uplo::upper}) {
        expect_bits_of_copies([&](Session& s, const double* a, const double*, double* c) {
            trmm<double>(s, kCols, Side::left, uplo, Op::none, Diag::non_unit, kMatrixOrder, 150, 1.5, a,
                         kStride, c, kStride);
        });
        expect_bits_of_copies([&](Session& s, const double* a, const double*, double* c) {
            trsm<double>(s, kCols, Side::left, uplo, Op::trans, Diag::non_unit, kMatrixOrder, 150, 1.5, a,
                         kStride, c, kStride);
        });
    }
}

TEST_F(BlasInPlace, MatricesTimesVectorsHaveTheBitsOfCopies) {
    for (const Op op : {Op::none, Op::trans})
        for (const std::int64_t lda : {kStride, kStride + 5})  // the second is one of vectors
            expect_bits_of_copies(
                [&](Session& s, const double* a, const double* b, double* c) {
                    gemv<double>(s, kCols, op, 160, 170, 1.5, a, lda, b, 1, 0.5, c, 1);
                },
                true);
    expect_bits_of_copies([](Session& s, const double* a, const double* b, double* c) {
        symv<double>(s, kCols, Uplo::lower, kMatrixOrder, 1.5, a, kStride, b, 1, 0.5, c, 1);
    });
}

}  // namespace
}  // namespace hg
