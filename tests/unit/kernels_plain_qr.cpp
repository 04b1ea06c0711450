#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <string>
#include <tuple>
#include <type_traits>
#include <vector>

#include "kernels/cpu/cpu_blas.hpp"
#include "kernels/cpu/cpu_qr.hpp"
#include "kernels/cpu/plain_blas.hpp"
#include "kernels/element_arithmetic.hpp"

namespace hg::kernels {
namespace {

/// A matrix of LAPACK with a gap behind each column.
template <class T>
struct QrSample {
    QrSample(int rows, int cols, unsigned seed)
        : m(rows), n(cols), ld(std::max(1, rows) + 2), elements(static_cast<std::size_t>(ld * cols)) {
        std::mt19937 random(seed);
        std::uniform_real_distribution<PartOf<T>> distribution(-1, 1);
        for (T& element : elements) {
            element = distribution(random);
            if constexpr (is_complex(element_type_of<T>())) element.imag(distribution(random));
        }
        for (int i = 0; i < std::min(m, n); ++i) (*this)(i, i) += PartOf<T>(i % 2 == 0 ? 3 : -3);
    }

    T& operator()(int i, int j) { return elements[static_cast<std::size_t>(i + j * ld)]; }
    T* data() { return elements.data(); }

    int m, n, ld;
    std::vector<T> elements;
};

/// LAPACK's letter for the adjoint of a matrix, and the one that it refuses.
template <class T>
constexpr const char* kAdjointOf = is_complex(element_type_of<T>()) ? "C" : "t";
template <class T>
constexpr const char* kRefused = is_complex(element_type_of<T>()) ? "T" : "C";

template <class T>
class PlainQr : public testing::Test {
  protected:
    using Routines = std::remove_cvref_t<decltype(cpu_blas().routines<T>())>;
    struct Factored {
        QrSample<T> A;
        std::vector<T> tau;
    };

    static Factored factored(const CpuRoutines<T>& routines, const QrSample<T>& A) {
        Factored f{A, std::vector<T>(static_cast<std::size_t>(std::min(A.m, A.n)))};
        std::vector<T> work(static_cast<std::size_t>(std::max(1, A.n)));
        const int lwork = static_cast<int>(work.size());
        int info = -99;
        routines.geqrf(&A.m, &A.n, f.A.data(), &A.ld, f.tau.data(), work.data(), &lwork, &info);
        EXPECT_EQ(info, 0);
        return f;
    }

    static void expect_near(const std::vector<T>& x, const std::vector<T>& expected, double length,
                            const std::string& what) {
        ASSERT_EQ(x.size(), expected.size());
        for (std::size_t i = 0; i < x.size(); ++i)
            ASSERT_LE(std::abs(x[i] - expected[i]), 20 * kEps * (length + 3)) << what << ' ' << i;
    }

    static constexpr double kEps = std::numeric_limits<PartOf<T>>::epsilon();
    static constexpr PartOf<T> kSmallest = std::numeric_limits<PartOf<T>>::min();
    const Routines plain = plain_routines<T>();
    const Routines& good = cpu_blas().routines<T>();
};
using QrTypes = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(PlainQr, QrTypes);

TYPED_TEST(PlainQr, FactorsAsLapackDoes) {
    for (const auto& [m, n] :
         {std::pair{1, 1}, {7, 1}, {1, 5}, {20, 20}, {35, 12}, {12, 35}, {0, 3}, {3, 0}}) {
        const QrSample<TypeParam> A(m, n, 1);
        const auto f = this->factored(this->plain, A);
        const auto expected = this->factored(this->good, A);
        const std::string what = std::to_string(m) + " x " + std::to_string(n);
        this->expect_near(f.A.elements, expected.A.elements, m, what);
        this->expect_near(f.tau, expected.tau, 1, what);
    }
}

TYPED_TEST(PlainQr, LeavesAColumnThatIsZeroBelowItsDiagonal) {
    using T = TypeParam;
    QrSample<T> A(5, 3, 2);
    for (int j = 0; j < 3; ++j)
        for (int i = j; i < 5; ++i) A(i, j) = i == j ? std::real(A(i, j)) : 0;
    const auto f = this->factored(this->plain, A);
    EXPECT_EQ(f.A.elements, A.elements);
    EXPECT_EQ(f.tau, std::vector<T>(3, 0));
}

TYPED_TEST(PlainQr, TakesTheGreatestAndTheSmallestNumbers) {
    using T = TypeParam;
    using Part = PartOf<T>;
    for (const Part size : {std::numeric_limits<Part>::max() / 64, this->kSmallest, this->kSmallest / 4096}) {
        QrSample<T> A(9, 4, 3);
        const auto expected = this->factored(this->plain, A);
        for (T& element : A.elements) element *= size;
        const auto f = this->factored(this->plain, A);
        const double lost =
            std::max(this->kEps, static_cast<double>(std::numeric_limits<Part>::denorm_min() / size));
        for (int j = 0; j < 4; ++j) {
            EXPECT_LE(
                std::abs(f.tau[static_cast<std::size_t>(j)] - expected.tau[static_cast<std::size_t>(j)]),
                100 * lost);
            for (int i = 0; i < 9; ++i) {
                const auto at = static_cast<std::size_t>(i + j * A.ld);
                EXPECT_LE(std::abs(f.A.elements[at] / (i > j ? Part{1} : size) - expected.A.elements[at]),
                          300 * lost)
                    << size << ' ' << i << ' ' << j;
            }
        }
    }
}

TYPED_TEST(PlainQr, MultipliesByQ) {
    using T = TypeParam;
    for (const auto& [m, n, k] : {std::array{1, 1, 1}, {13, 7, 5}, {20, 3, 20}, {6, 9, 0}})
        for (const char* side : {"L", "r"})
            for (const char* trans : {"n", kAdjointOf<T>}) {
                const int order = *side == 'L' ? m : n;
                if (k > order) continue;
                auto f = this->factored(this->good, QrSample<T>(order, k, 4));
                QrSample<T> C(m, n, 5), expected = C;
                std::vector<T> work(64);
                const int lwork = 64;
                int info = -99;
                for (auto [routines, to] : {std::pair{&this->plain, &C}, {&this->good, &expected}}) {
                    routines->ormqr(side, trans, &m, &n, &k, f.A.data(), &f.A.ld, f.tau.data(), to->data(),
                                    &to->ld, work.data(), &lwork, &info, 1, 1);
                    EXPECT_EQ(info, 0);
                }
                this->expect_near(C.elements, expected.elements, order, std::string(side) + trans);
            }
}

TYPED_TEST(PlainQr, MakesTheColumnsOfQ) {
    using T = TypeParam;
    for (const auto& [m, n, k] : {std::array{1, 1, 1}, {13, 7, 5}, {20, 20, 20}, {6, 4, 0}, {6, 0, 0}}) {
        auto f = this->factored(this->good, QrSample<T>(m, k, 6));
        QrSample<T> A(m, n, 7);
        std::copy(f.A.elements.begin(), f.A.elements.end(), A.elements.begin());
        QrSample<T> expected = A;
        std::vector<T> work(64);
        const int lwork = 64;
        int info = -99;
        for (auto [routines, to] : {std::pair{&this->plain, &A}, {&this->good, &expected}}) {
            routines->orgqr(&m, &n, &k, to->data(), &to->ld, f.tau.data(), work.data(), &lwork, &info);
            EXPECT_EQ(info, 0);
        }
        this->expect_near(A.elements, expected.elements, m, std::to_string(n));
    }
}

/// B and A after gels. Only what counts of B: X, and the residual below it.
template <class T>
int solve_by(const CpuRoutines<T>& routines, const char* trans, QrSample<T>& A, QrSample<T>& B) {
    std::vector<T> work(256);
    const int lwork = 256;
    int info = -99;
    routines.gels(trans, &A.m, &A.n, &B.n, A.data(), &A.ld, B.data(), &B.ld, work.data(), &lwork, &info, 1);
    return info;
}

TYPED_TEST(PlainQr, SolvesByLeastSquares) {
    using T = TypeParam;
    using Part = PartOf<T>;
    for (const Part size : {Part{1}, this->kSmallest * 64, std::numeric_limits<Part>::max() / 64})
        for (const auto& [m, n, nrhs] :
             {std::array{1, 1, 1}, {14, 6, 3}, {6, 14, 2}, {9, 9, 1}, {5, 3, 0}, {3, 0, 2}})
            for (const char* trans : {"N", kAdjointOf<T>}) {
                QrSample<T> A(m, n, 8), B(std::max(m, n), nrhs, 9);
                for (QrSample<T>* x : {&A, &B})
                    for (T& element : x->elements) element *= size;
                QrSample<T> expected_a = A, expected = B;
                EXPECT_EQ(solve_by(this->plain, trans, A, B), 0);
                EXPECT_EQ(solve_by(this->good, trans, expected_a, expected), 0);
                for (QrSample<T>* x : {&A, &expected_a})
                    for (int i = 0; i < std::min(m, n); ++i)
                        for (int j = 0; j < std::min(m, n); ++j) (*x)(i, j) /= size;
                const std::string what = trans + std::to_string(m) + " x " + std::to_string(n);
                const int rows = *trans == 'N' ? n : m;
                for (int j = 0; j < nrhs; ++j)
                    for (int i = 0; i < rows; ++i)
                        ASSERT_LE(std::abs(B(i, j) - expected(i, j)), 100 * this->kEps * (m + n))
                            << what << ' ' << size;
                if (size == Part{1}) this->expect_near(A.elements, expected_a.elements, m + n, what);
            }
}

TYPED_TEST(PlainQr, ClearsTheSolutionOfAMatrixOfZeros) {
    using T = TypeParam;
    QrSample<T> A(4, 2, 1), B(4, 3, 2);
    std::fill(A.elements.begin(), A.elements.end(), T{0});
    const QrSample<T> before = B;
    EXPECT_EQ(solve_by(this->plain, "N", A, B), 0);
    for (int j = 0; j < 3; ++j)
        for (int i = 0; i < B.ld; ++i) EXPECT_EQ(B(i, j), i < 4 ? T{0} : QrSample<T>(before)(i, j));
}

TYPED_TEST(PlainQr, TellsWhichElementOfTheDiagonalIsZero) {
    using T = TypeParam;
    QrSample<T> A(4, 3, 1), B(4, 1, 2);
    for (int i = 0; i < 4; ++i) A(i, 1) = 0;
    const QrSample<T> before = B;
    EXPECT_EQ(solve_by(this->plain, "N", A, B), 2);
    EXPECT_EQ(B.elements, before.elements);
}

TYPED_TEST(PlainQr, TellsTheLengthOfItsWorkAndFindsWrongArguments) {
    using T = TypeParam;
    const int m = 6, n = 4, k = 3, ld = 6, query = -1, little = 3, enough = 8;
    std::vector<T> a(36, 7), work(8, 7), tau(4, 7);
    int info = -99;
    const auto expect_query = [&](T expected) {
        EXPECT_EQ(info, 0);
        EXPECT_EQ(work[0], expected);
        EXPECT_EQ(a, std::vector<T>(36, 7));
    };
    this->plain.geqrf(&m, &n, a.data(), &ld, tau.data(), work.data(), &query, &info);
    expect_query(4);
    this->plain.ormqr("R", "N", &m, &n, &k, a.data(), &ld, tau.data(), a.data(), &ld, work.data(), &query,
                      &info, 1, 1);
    expect_query(6);
    this->plain.orgqr(&m, &n, &k, a.data(), &ld, tau.data(), work.data(), &query, &info);
    expect_query(4);
    this->plain.gels("N", &m, &n, &k, a.data(), &ld, a.data(), &ld, work.data(), &query, &info, 1);
    expect_query(8);
    this->plain.geqrf(&m, &n, a.data(), &n, tau.data(), work.data(), &enough, &info);
    EXPECT_EQ(info, -4);
    this->plain.geqrf(&m, &n, a.data(), &ld, tau.data(), work.data(), &little, &info);
    EXPECT_EQ(info, -7);
    this->plain.ormqr("L", "N", &m, &n, &k, a.data(), &ld, tau.data(), a.data(), &ld, work.data(), &little,
                      &info, 1, 1);
    EXPECT_EQ(info, -12);
    this->plain.orgqr(&m, &n, &m, a.data(), &ld, tau.data(), work.data(), &enough, &info);
    EXPECT_EQ(info, -3);
    this->plain.gels(kRefused<T>, &m, &n, &k, a.data(), &ld, a.data(), &ld, work.data(), &enough, &info, 1);
    EXPECT_EQ(info, -1);
    this->plain.gels("N", &n, &m, &k, a.data(), &ld, a.data(), &n, work.data(), &enough, &info, 1);
    EXPECT_EQ(info, -8);
    EXPECT_EQ(a, std::vector<T>(36, 7));
}

/// Elements that can only be read.
template <class T>
class OnlyRead {
  public:
    explicit OnlyRead(const std::vector<T>& elements) : size_(elements.size() * sizeof(T)) {
        void* memory = mmap(nullptr, size_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        data_ = static_cast<T*>(memory);
        std::copy(elements.begin(), elements.end(), data_);
        mprotect(memory, size_, PROT_READ);
    }
    ~OnlyRead() { munmap(data_, size_); }
    OnlyRead(const OnlyRead&) = delete;
    OnlyRead& operator=(const OnlyRead&) = delete;

    [[nodiscard]] const T* data() const { return data_; }

  private:
    std::size_t size_;
    T* data_;
};

TYPED_TEST(PlainQr, TheCpusProductReadsTheReflectorsOnly) {
    using T = TypeParam;
    for (const int k : {1, 32, 33, 64, 65, 100}) {
        const auto f = this->factored(this->good, QrSample<T>(110, k, 1));
        const OnlyRead<T> A(f.A.elements);
        QrSample<T> C(110, 3, 2);
        const QrSample<T> before = C;
        cpu_ormqr<T>({}, 110, 3, k, A.data(), f.A.ld, f.tau.data(), C.data(), C.ld);
        cpu_ormqr<T>({.transposed = true}, 110, 3, k, A.data(), f.A.ld, f.tau.data(), C.data(), C.ld);
        this->expect_near(C.elements, before.elements, 110, "Q^T Q " + std::to_string(k));
    }
}

TYPED_TEST(PlainQr, TheCpusFactorsGiveTheMatrixBack) {
    using T = TypeParam;
    QrSample<T> A(50, 40, 1);
    QrSample<T> Q = A;
    std::vector<T> tau(40);
    cpu_geqrf<T>(50, 40, Q.data(), Q.ld, tau.data());
    QrSample<T> R = Q;
    for (int j = 0; j < 40; ++j)
        for (int i = j + 1; i < 50; ++i) R(i, j) = 0;
    cpu_orgqr<T>(50, 40, 40, Q.data(), Q.ld, tau.data());
    for (int j = 0; j < 40; ++j)
        for (int i = 0; i < 50; ++i) {
            T sum = 0;
            for (int p = 0; p < 40; ++p) sum += Q(i, p) * R(p, j);
            ASSERT_LE(std::abs(sum - A(i, j)), 100 * this->kEps);
        }
    QrSample<T> B(50, 1, 2);
    EXPECT_EQ((cpu_gels<T>(false, 50, 40, 1, A.data(), A.ld, B.data(), B.ld)), 0);
}

}  // namespace
}  // namespace hg::kernels
