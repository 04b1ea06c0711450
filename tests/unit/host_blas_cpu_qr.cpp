#include <gtest/gtest.h>
#include <sys/mman.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <random>
#include <vector>

#include "host_blas/cpu_qr.hpp"
#include "host_blas/element_arithmetic.hpp"

namespace hg {
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

template <class T>
class CpuQr : public testing::Test {
  protected:
    static constexpr double kEps = std::numeric_limits<PartOf<T>>::epsilon();
};
using QrTypes = testing::Types<double, float, std::complex<double>, std::complex<float>>;
TYPED_TEST_SUITE(CpuQr, QrTypes);

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

TYPED_TEST(CpuQr, ProductReadsTheReflectorsOnly) {
    using T = TypeParam;
    for (const int k : {1, 32, 33, 64, 65, 100}) {
        QrSample<T> factors(110, k, 1);
        std::vector<T> tau(static_cast<std::size_t>(k));
        cpu_geqrf<T>(110, k, factors.data(), factors.ld, tau.data());
        const OnlyRead<T> A(factors.elements);
        QrSample<T> C(110, 3, 2);
        const QrSample<T> before = C;
        cpu_ormqr<T>({}, 110, 3, k, A.data(), factors.ld, tau.data(), C.data(), C.ld);
        cpu_ormqr<T>({.transposed = true}, 110, 3, k, A.data(), factors.ld, tau.data(), C.data(), C.ld);
        for (std::size_t i = 0; i < C.elements.size(); ++i)
            ASSERT_LE(std::abs(C.elements[i] - before.elements[i]), 2260 * this->kEps) << k << ' ' << i;
    }
}

TYPED_TEST(CpuQr, FactorsGiveTheMatrixBack) {
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
}  // namespace hg
