// Calls geqrf, ormqr, orgqr and gels of libhgblas.so by each of their names, as programs in Fortran and C do, and checks
// the results. Ends with the number of right ones; exit status 1 if one is wrong.
#include <dlfcn.h>

#include <complex>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "elements.hpp"

// What is wrong with arguments is told by info alone.
extern "C" void xerbla_(const char* /*name*/, const int* /*number*/, std::size_t /*length*/) {}

namespace {

using namespace hg::test;

constexpr std::int64_t kRows = 40;
constexpr std::int64_t kOrder = 25;
constexpr std::int64_t kSides = 3;
constexpr int kByColumns = 102;

int right = 0;
int wrong = 0;

void count(bool good, const std::string& name) {
    ++(good ? right : wrong);
    if (!good) std::printf("%s: wrong result\n", name.c_str());
}

template <class F>
F* symbol(const std::string& name) {
    return reinterpret_cast<F*>(dlsym(RTLD_DEFAULT, name.c_str()));
}

/// A matrix in either layout, without gaps.
template <class T>
struct Matrix {
    Matrix(std::int64_t m, std::int64_t n, bool stored_by_rows)
        : rows(m), cols(n), by_rows(stored_by_rows), elements(static_cast<std::size_t>(m * n)) {}

    T& operator()(std::int64_t i, std::int64_t j) { return elements[place(i, j)]; }
    T operator()(std::int64_t i, std::int64_t j) const { return elements[place(i, j)]; }
    [[nodiscard]] std::size_t place(std::int64_t i, std::int64_t j) const {
        return static_cast<std::size_t>(by_rows ? i * cols + j : i + j * rows);
    }
    [[nodiscard]] std::int64_t ld() const { return by_rows ? cols : rows; }
    T* data() { return elements.data(); }

    std::int64_t rows, cols;
    bool by_rows;
    std::vector<T> elements;
};

template <class T>
Matrix<T> sample(std::int64_t rows, std::int64_t cols, bool by_rows) {
    Matrix<T> a(rows, cols, by_rows);
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < cols; ++j) a(i, j) = sample_element<T>(i, j);
    return a;
}

/// The first `depth` columns of a times as many rows of b.
template <class T>
Matrix<T> product(const Matrix<T>& a, const Matrix<T>& b, std::int64_t depth) {
    Matrix<T> c(a.rows, b.cols, a.by_rows);
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t j = 0; j < b.cols; ++j)
            for (std::int64_t p = 0; p < depth; ++p) c(i, j) += a(i, p) * b(p, j);
    return c;
}

/// The first rows of both are the same but for rounding.
template <class T>
bool close(const Matrix<T>& a, const Matrix<T>& b, std::int64_t rows) {
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < b.cols; ++j)
            if (!is_near(a(i, j), b(i, j))) return false;
    return true;
}

template <class T>
Matrix<T> adjoint(const Matrix<T>& a) {
    Matrix<T> h(a.cols, a.rows, a.by_rows);
    for (std::int64_t i = 0; i < a.rows; ++i)
        for (std::int64_t j = 0; j < a.cols; ++j) h(j, i) = conjugate(a(i, j));
    return h;
}

/// Least squares whose residual is zero: A X = B.
template <class T>
struct System {
    explicit System(bool by_rows)
        : A(sample<T>(kRows, kOrder, by_rows)),
          X(sample<T>(kOrder, kSides, by_rows)),
          B(product(A, X, kOrder)) {}

    Matrix<T> A, X, B;
};

/// The letter of trans for Q^H, and the other one, which LAPACK refuses.
template <class T>
constexpr char kAdjoint = is_complex<T> ? 'C' : 'T';
template <class T>
constexpr char kOther = is_complex<T> ? 'T' : 'C';

/// Before "mqr" and "gqr".
template <class T>
std::string with_q(const char* routine) {
    return std::string(is_complex<T> ? "un" : "or") + routine;
}

/// The routines by one kind of names, without their work arrays: all return info.
template <class T, class Geqrf, class Ormqr, class Orgqr, class Gels>
void check_routines(const std::string& names, bool by_rows, const Geqrf& geqrf, const Ormqr& ormqr,
                    const Orgqr& orgqr, const Gels& gels) {
    System<T> s(by_rows);
    Matrix<T> F = s.A, C = s.B;
    std::vector<T> tau(kOrder);
    count(geqrf(kRows, kOrder, F, tau.data()) == 0, names + " geqrf");
    Matrix<T> R(kOrder, kOrder, by_rows);
    for (std::int64_t j = 0; j < kOrder; ++j)
        for (std::int64_t i = 0; i <= j; ++i) R(i, j) = F(i, j);
    const bool multiplied = ormqr('L', kAdjoint<T>, kRows, kSides, kOrder, F, tau.data(), C) == 0;
    count(multiplied && close(C, product(R, s.X, kOrder), kOrder), names + " ormqr");
    Matrix<T> Q = F;
    const bool made = orgqr(kRows, kOrder, kOrder, Q, tau.data()) == 0;
    count(made && close(product(Q, R, kOrder), s.A, kRows), names + " orgqr");
    Matrix<T> A = s.A, X = s.B;
    count(gels('N', kRows, kOrder, kSides, A, X) == 0 && close(X, s.X, kOrder), names + " gels");
    A = s.A;
    for (std::int64_t i = 0; i < kRows; ++i) A(i, 4) = 0;
    count(gels('N', kRows, kOrder, kSides, A, X) == 5, names + " gels of a matrix of low rank");
    count(geqrf(kRows, -1, A, tau.data()) < 0, names + " geqrf with n = -1");
    count(ormqr('L', kOther<T>, kRows, kSides, kOrder, F, tau.data(), C) < 0,
          names + " ormqr with the other op");
    count(gels(kOther<T>, kRows, kOrder, kSides, A, X) < 0, names + " gels with the other op");
    A = s.A;
    Matrix<T> Y = product(adjoint(s.A), s.B, kRows);
    // A^H Y' = Y for the Y' of least norm.
    Matrix<T> least(kRows, kSides, by_rows);
    for (std::int64_t j = 0; j < kSides; ++j)
        for (std::int64_t i = 0; i < kOrder; ++i) least(i, j) = Y(i, j);
    const bool solved = gels(kAdjoint<T>, kRows, kOrder, kSides, A, least) == 0;
    count(solved && close(least, s.B, kRows), names + " gels of the adjoint");
}

/// A work array of the length that a routine asks for; `call(work, lwork)` calls it.
template <class T, class Int, class Call>
Int with_work(const Call& call) {
    T best = 0;
    const Int info = call(&best, Int{-1});
    if (info != 0) return info;
    std::vector<T> work(static_cast<std::size_t>(std::real(best)));
    return call(work.data(), static_cast<Int>(work.size()));
}

template <class T, class Int>
void call_fortran(const std::string& suffix) {
    const auto name = [&](const std::string& routine) { return letter<T>() + routine + suffix; };
    using Geqrf = void(const Int*, const Int*, T*, const Int*, T*, T*, const Int*, Int*);
    using Ormqr = void(const char*, const char*, const Int*, const Int*, const Int*, const T*, const Int*,
                       const T*, T*, const Int*, T*, const Int*, Int*, std::size_t, std::size_t);
    using Orgqr = void(const Int*, const Int*, const Int*, T*, const Int*, const T*, T*, const Int*, Int*);
    using Gels = void(const char*, const Int*, const Int*, const Int*, T*, const Int*, T*, const Int*, T*,
                      const Int*, Int*, std::size_t);
    const auto geqrf_with = [&](Int m, Int n, T* a, Int lda, T* tau, T* work, Int lwork) {
        Int info = -77;
        symbol<Geqrf>(name("geqrf"))(&m, &n, a, &lda, tau, work, &lwork, &info);
        return info;
    };
    check_routines<T>(
        name("*"), false,
        [&](Int m, Int n, Matrix<T>& a, T* tau) {
            return with_work<T, Int>([&](T* work, Int lwork) {
                return geqrf_with(m, n, a.data(), static_cast<Int>(a.ld()), tau, work, lwork);
            });
        },
        [&](char side, char trans, Int m, Int n, Int k, Matrix<T>& a, T* tau, Matrix<T>& c) {
            const Int lda = static_cast<Int>(a.ld()), ldc = static_cast<Int>(c.ld());
            return with_work<T, Int>([&](T* work, Int lwork) {
                Int info = -77;
                symbol<Ormqr>(name(with_q<T>("mqr")))(&side, &trans, &m, &n, &k, a.data(), &lda, tau,
                                                      c.data(), &ldc, work, &lwork, &info, 1, 1);
                return info;
            });
        },
        [&](Int m, Int n, Int k, Matrix<T>& a, T* tau) {
            const Int lda = static_cast<Int>(a.ld());
            return with_work<T, Int>([&](T* work, Int lwork) {
                Int info = -77;
                symbol<Orgqr>(name(with_q<T>("gqr")))(&m, &n, &k, a.data(), &lda, tau, work, &lwork, &info);
                return info;
            });
        },
        [&](char trans, Int m, Int n, Int nrhs, Matrix<T>& a, Matrix<T>& b) {
            const Int lda = static_cast<Int>(a.ld()), ldb = static_cast<Int>(b.ld());
            return with_work<T, Int>([&](T* work, Int lwork) {
                Int info = -77;
                symbol<Gels>(name("gels"))(&trans, &m, &n, &nrhs, a.data(), &lda, b.data(), &ldb, work,
                                           &lwork, &info, 1);
                return info;
            });
        });
    Matrix<T> A = sample<T>(kRows, kOrder, false);
    std::vector<T> tau(kOrder), work(kOrder);
    count(geqrf_with(kRows, kOrder, nullptr, kRows, nullptr, work.data(), -1) == 0 &&
              std::real(work[0]) >= static_cast<Real<T>>(kOrder),
          name("geqrf") + " asked for its work array");
    count(geqrf_with(kRows, kOrder, A.data(), kRows, tau.data(), work.data(), kOrder - 1) == -7 &&
              close(A, sample<T>(kRows, kOrder, false), kRows),
          name("geqrf") + " with a short work array");
}

template <class T, class Int>
void check_nan(const std::string& suffix) {
    using Gels = Int(int, char, Int, Int, Int, T*, Int, T*, Int);
    using Ormqr = Int(int, char, char, Int, Int, Int, const T*, Int, const T*, T*, Int);
    System<T> s(false);
    s.A(3, 2) = with_nan<T>();
    Matrix<T> X = s.B;
    const Int refused = symbol<Gels>(std::string("LAPACKE_") + letter<T>() + "gels" + suffix)(
        kByColumns, 'N', kRows, kOrder, kSides, s.A.data(), kRows, X.data(), kRows);
    count(refused == -6 && X.elements == s.B.elements, "gels" + suffix + " with NaN in A");
    std::vector<T> tau(kOrder);
    tau[1] = s.A(3, 2);
    s = System<T>(false);
    count(symbol<Ormqr>(std::string("LAPACKE_") + letter<T>() + with_q<T>("mqr") + suffix)(
              kByColumns, 'L', 'N', kRows, kSides, kOrder, s.A.data(), kRows, tau.data(), X.data(), kRows) ==
              -9,
          "ormqr" + suffix + " with NaN in tau");
}

template <class T, class Int>
void call_lapacke(const std::string& suffix) {
    const auto name = [&](const std::string& routine) {
        return std::string("LAPACKE_") + letter<T>() + routine + suffix;
    };
    for (const int layout : {kByColumns, 101})
        check_routines<T>(
            name("*") + (layout == kByColumns ? "" : " row-major"), layout != kByColumns,
            [&](Int m, Int n, Matrix<T>& a, T* tau) {
                using F = Int(int, Int, Int, T*, Int, T*);
                return symbol<F>(name("geqrf"))(layout, m, n, a.data(), static_cast<Int>(a.ld()), tau);
            },
            [&](char side, char trans, Int m, Int n, Int k, Matrix<T>& a, T* tau, Matrix<T>& c) {
                using F = Int(int, char, char, Int, Int, Int, const T*, Int, const T*, T*, Int);
                return symbol<F>(name(with_q<T>("mqr")))(layout, side, trans, m, n, k, a.data(),
                                                         static_cast<Int>(a.ld()), tau, c.data(),
                                                         static_cast<Int>(c.ld()));
            },
            [&](Int m, Int n, Int k, Matrix<T>& a, T* tau) {
                using F = Int(int, Int, Int, Int, T*, Int, const T*);
                return symbol<F>(name(with_q<T>("gqr")))(layout, m, n, k, a.data(), static_cast<Int>(a.ld()),
                                                         tau);
            },
            [&](char trans, Int m, Int n, Int nrhs, Matrix<T>& a, Matrix<T>& b) {
                using F = Int(int, char, Int, Int, Int, T*, Int, T*, Int);
                return symbol<F>(name("gels"))(layout, trans, m, n, nrhs, a.data(), static_cast<Int>(a.ld()),
                                               b.data(), static_cast<Int>(b.ld()));
            });
    check_nan<T, Int>(suffix);
}

/// The names with _work, which take the work array.
template <class T, class Int>
void call_lapacke_work(const std::string& suffix) {
    const auto name = [&](const std::string& routine) {
        return std::string("LAPACKE_") + letter<T>() + routine + suffix;
    };
    for (const int layout : {kByColumns, 101})
        check_routines<T>(
            name("*") + (layout == kByColumns ? "" : " row-major"), layout != kByColumns,
            [&](Int m, Int n, Matrix<T>& a, T* tau) {
                using F = Int(int, Int, Int, T*, Int, T*, T*, Int);
                return with_work<T, Int>([&](T* work, Int lwork) {
                    return symbol<F>(name("geqrf"))(layout, m, n, a.data(), static_cast<Int>(a.ld()), tau,
                                                    work, lwork);
                });
            },
            [&](char side, char trans, Int m, Int n, Int k, Matrix<T>& a, T* tau, Matrix<T>& c) {
                using F = Int(int, char, char, Int, Int, Int, const T*, Int, const T*, T*, Int, T*, Int);
                return with_work<T, Int>([&](T* work, Int lwork) {
                    return symbol<F>(name(with_q<T>("mqr")))(layout, side, trans, m, n, k, a.data(),
                                                             static_cast<Int>(a.ld()), tau, c.data(),
                                                             static_cast<Int>(c.ld()), work, lwork);
                });
            },
            [&](Int m, Int n, Int k, Matrix<T>& a, T* tau) {
                using F = Int(int, Int, Int, Int, T*, Int, const T*, T*, Int);
                return with_work<T, Int>([&](T* work, Int lwork) {
                    return symbol<F>(name(with_q<T>("gqr")))(layout, m, n, k, a.data(),
                                                             static_cast<Int>(a.ld()), tau, work, lwork);
                });
            },
            [&](char trans, Int m, Int n, Int nrhs, Matrix<T>& a, Matrix<T>& b) {
                using F = Int(int, char, Int, Int, Int, T*, Int, T*, Int, T*, Int);
                return with_work<T, Int>([&](T* work, Int lwork) {
                    return symbol<F>(name("gels"))(layout, trans, m, n, nrhs, a.data(),
                                                   static_cast<Int>(a.ld()), b.data(),
                                                   static_cast<Int>(b.ld()), work, lwork);
                });
            });
}

template <class T>
void call_all() {
    call_fortran<T, int>("_");
    call_fortran<T, std::int64_t>("_64_");
    call_lapacke<T, int>("");
    for (const char* suffix : {"_64", "64_"}) call_lapacke<T, std::int64_t>(suffix);
    call_lapacke_work<T, int>("_work");
    for (const char* suffix : {"_work_64", "_work64_"}) call_lapacke_work<T, std::int64_t>(suffix);
}

}  // namespace

int main() {
    call_all<double>();
    call_all<float>();
    call_all<std::complex<double>>();
    call_all<std::complex<float>>();
    std::printf("%d right, %d wrong\n", right, wrong);
    return wrong == 0 ? 0 : 1;
}
