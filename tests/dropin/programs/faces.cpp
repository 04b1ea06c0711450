// Calls every routine of libhgblas.so by each of its names, as programs in Fortran and C do, and checks the
// results. Ends with the number of right ones; exit status 1 if one is wrong.
#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <vector>

#include "elements.hpp"

namespace {

using namespace hg::test;

constexpr std::int64_t kOrder = 40;
constexpr std::int64_t kColumns = 7;

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

/// Column-major, well conditioned if it is square.
template <class T>
std::vector<T> matrix(std::int64_t rows, std::int64_t cols) {
    std::vector<T> a(static_cast<std::size_t>(rows * cols));
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < cols; ++j)
            a[static_cast<std::size_t>(i + j * rows)] = sample_element<T>(i, j);
    return a;
}

template <class T>
std::vector<T> transposed(const std::vector<T>& a, std::int64_t rows, std::int64_t cols) {
    std::vector<T> t(a.size());
    for (std::int64_t i = 0; i < rows; ++i)
        for (std::int64_t j = 0; j < cols; ++j)
            t[static_cast<std::size_t>(j + i * cols)] = a[static_cast<std::size_t>(i + j * rows)];
    return t;
}

template <class T>
std::vector<T> product(const std::vector<T>& a, const std::vector<T>& b, std::int64_t m, std::int64_t n,
                       std::int64_t k) {
    std::vector<T> c(static_cast<std::size_t>(m * n));
    for (std::int64_t j = 0; j < n; ++j)
        for (std::int64_t p = 0; p < k; ++p)
            for (std::int64_t i = 0; i < m; ++i)
                c[static_cast<std::size_t>(i + j * m)] +=
                    a[static_cast<std::size_t>(i + p * m)] * b[static_cast<std::size_t>(p + j * k)];
    return c;
}

template <class T>
bool close(const std::vector<T>& a, const std::vector<T>& b) {
    for (std::size_t i = 0; i < a.size(); ++i)
        if (!is_near(a[i], b[i])) return false;
    return a.size() == b.size();
}

/// A system with a known solution.
template <class T>
struct System {
    std::vector<T> A = matrix<T>(kOrder, kOrder);
    std::vector<T> X = matrix<T>(kOrder, kColumns);
    std::vector<T> B = product(A, X, kOrder, kColumns, kOrder);
};

template <class T, class Int>
void call_gemm(const std::string& name, bool cblas) {
    const Int m = kOrder, n = kColumns, k = kOrder;
    const System<T> s;
    std::vector<T> C(s.B.size(), std::numeric_limits<T>::quiet_NaN());
    const T one = 1, zero = 0;
    if (!cblas) {
        using F = void(const char*, const char*, const Int*, const Int*, const Int*, const T*, const T*,
                       const Int*, const T*, const Int*, const T*, T*, const Int*, std::size_t, std::size_t);
        symbol<F>(name)("n", "N", &m, &n, &k, &one, s.A.data(), &m, s.X.data(), &k, &zero, C.data(), &m, 1,
                        1);
        return count(close(C, s.B), name);
    }
    using F = void(int, int, int, Int, Int, Int, T, const T*, Int, const T*, Int, T, T*, Int);
    symbol<F>(name)(102, 111, 111, m, n, k, one, s.A.data(), m, s.X.data(), k, zero, C.data(), m);
    count(close(C, s.B), name);
    const std::vector<T> rows_of_a = transposed(s.A, kOrder, kOrder);
    const std::vector<T> rows_of_x = transposed(s.X, kOrder, kColumns);
    symbol<F>(name)(101, 111, 111, m, n, k, one, rows_of_a.data(), k, rows_of_x.data(), n, zero, C.data(), n);
    count(close(C, transposed(s.B, kOrder, kColumns)), name + " row-major");
}

/// op(A) X = B with the lower triangle of A.
template <class T, class Int>
void call_trsm(const std::string& name, bool cblas) {
    const Int m = kOrder, n = kColumns;
    System<T> s;
    for (std::int64_t j = 0; j < kOrder; ++j)
        for (std::int64_t i = 0; i < j; ++i) s.A[static_cast<std::size_t>(i + j * kOrder)] = 0;
    s.B = product(s.A, s.X, kOrder, kColumns, kOrder);
    const T one = 1;
    std::vector<T> X = s.B;
    if (!cblas) {
        using F =
            void(const char*, const char*, const char*, const char*, const Int*, const Int*, const T*,
                 const T*, const Int*, T*, const Int*, std::size_t, std::size_t, std::size_t, std::size_t);
        symbol<F>(name)("L", "l", "N", "N", &m, &n, &one, s.A.data(), &m, X.data(), &m, 1, 1, 1, 1);
        return count(close(X, s.X), name);
    }
    using F = void(int, int, int, int, int, Int, Int, T, const T*, Int, T*, Int);
    symbol<F>(name)(102, 141, 122, 111, 131, m, n, one, s.A.data(), m, X.data(), m);
    count(close(X, s.X), name);
    X = transposed(s.B, kOrder, kColumns);
    symbol<F>(name)(101, 141, 122, 111, 131, m, n, one, transposed(s.A, kOrder, kOrder).data(), m, X.data(),
                    n);
    count(close(X, transposed(s.X, kOrder, kColumns)), name + " row-major");
}

template <class T, class Int>
void call_fortran_solvers(const std::string& suffix) {
    const Int n = kOrder, nrhs = kColumns;
    const System<T> s;
    std::vector<Int> ipiv(kOrder);
    const auto name = [&](const char* routine) { return letter<T>() + std::string(routine) + suffix; };

    using Getrf = void(const Int*, const Int*, T*, const Int*, Int*, Int*);
    using Getrs = void(const char*, const Int*, const Int*, const T*, const Int*, const Int*, T*, const Int*,
                       Int*, std::size_t);
    std::vector<T> A = s.A, X = s.B;
    Int info = -77;
    symbol<Getrf>(name("getrf"))(&n, &n, A.data(), &n, ipiv.data(), &info);
    count(info == 0, name("getrf"));
    info = -77;
    symbol<Getrs>(name("getrs"))("N", &n, &nrhs, A.data(), &n, ipiv.data(), X.data(), &n, &info, 1);
    count(info == 0 && close(X, s.X), name("getrs"));

    using Gesv = void(const Int*, const Int*, T*, const Int*, Int*, T*, const Int*, Int*);
    A = s.A;
    X = s.B;
    info = -77;
    symbol<Gesv>(name("gesv"))(&n, &nrhs, A.data(), &n, ipiv.data(), X.data(), &n, &info);
    count(info == 0 && close(X, s.X), name("gesv"));

    std::vector<T> singular(s.A.size(), T{1});
    symbol<Getrf>(name("getrf"))(&n, &n, singular.data(), &n, ipiv.data(), &info);
    count(info == 2, name("getrf") + " of a singular matrix");
}

/// The routine with the work arrays of refinement after its other arguments, `iter` and `info`. Those for complex elements have
/// one more.
template <class T, class Low, class Int, class... Arguments>
bool is_refined(const std::string& name, const Arguments*... arguments) {
    std::vector<T> work(kOrder * kColumns);
    std::vector<Low> single(kOrder * (kOrder + kColumns));
    std::vector<Real<T>> real(kOrder);
    Int info = -77, iter = -77;
    if constexpr (is_complex<T>)
        symbol<void(const Arguments*..., T*, Low*, Real<T>*, Int*, Int*)>(name)(
            arguments..., work.data(), single.data(), real.data(), &iter, &info);
    else
        symbol<void(const Arguments*..., T*, Low*, Int*, Int*)>(name)(arguments..., work.data(),
                                                                      single.data(), &iter, &info);
    return info == 0 && iter >= -1;
}

template <class T, class Low, class Int>
void call_mixed_gesv(const std::string& name) {
    const Int n = kOrder, nrhs = kColumns;
    const System<T> s;
    std::vector<Int> ipiv(kOrder);
    std::vector<T> A = s.A, X(s.B.size());
    const bool done =
        is_refined<T, Low, Int>(name, &n, &nrhs, A.data(), &n, ipiv.data(), s.B.data(), &n, X.data(), &n);
    count(done && close(X, s.X), name);
}

/// The lower triangle of the system's matrix with a real diagonal that rules its rows.
template <class T, class Low, class Int>
void call_mixed_posv(const std::string& name) {
    const Int n = kOrder, nrhs = kColumns;
    const System<T> s;
    std::vector<T> A = s.A, B(s.B.size()), X(s.B.size());
    const auto at = [](std::int64_t i, std::int64_t j) { return static_cast<std::size_t>(i + j * kOrder); };
    const auto whole = [&](std::int64_t i, std::int64_t j) {
        return i < j ? conjugate(A[at(j, i)]) : A[at(i, j)];
    };
    for (std::int64_t i = 0; i < kOrder; ++i) {
        Real<T> sum = 1;
        for (std::int64_t k = 0; k < kOrder; ++k) sum += std::abs(whole(i, k));
        A[at(i, i)] = sum;
    }
    for (std::int64_t j = 0; j < kColumns; ++j)
        for (std::int64_t i = 0; i < kOrder; ++i)
            for (std::int64_t k = 0; k < kOrder; ++k) B[at(i, j)] += whole(i, k) * s.X[at(k, j)];
    const bool done = is_refined<T, Low, Int>(name, "L", &n, &nrhs, A.data(), &n, B.data(), &n, X.data(), &n);
    count(done && close(X, s.X), name);
}

template <class T, class Int>
void call_lapacke(const std::string& suffix) {
    const Int n = kOrder, nrhs = kColumns;
    const System<T> s;
    std::vector<Int> ipiv(kOrder);
    const auto name = [&](const char* routine) {
        return "LAPACKE_" + (letter<T>() + std::string(routine)) + suffix;
    };
    using Getrf = Int(int, Int, Int, T*, Int, Int*);
    using Getrs = Int(int, char, Int, Int, const T*, Int, const Int*, T*, Int);
    using Gesv = Int(int, Int, Int, T*, Int, Int*, T*, Int);
    for (const int layout : {102, 101}) {
        const bool rows = layout == 101;
        const auto stored = [&](const std::vector<T>& a, std::int64_t cols) {
            return rows ? transposed(a, kOrder, cols) : a;
        };
        const Int ldb = rows ? nrhs : n;
        const std::string how = rows ? " row-major" : "";
        std::vector<T> A = stored(s.A, kOrder), X = stored(s.B, kColumns);
        count(symbol<Getrf>(name("getrf"))(layout, n, n, A.data(), n, ipiv.data()) == 0, name("getrf") + how);
        const Int info =
            symbol<Getrs>(name("getrs"))(layout, 'N', n, nrhs, A.data(), n, ipiv.data(), X.data(), ldb);
        count(info == 0 && close(X, stored(s.X, kColumns)), name("getrs") + how);
        A = stored(s.A, kOrder);
        X = stored(s.B, kColumns);
        count(symbol<Gesv>(name("gesv"))(layout, n, nrhs, A.data(), n, ipiv.data(), X.data(), ldb) == 0 &&
                  close(X, stored(s.X, kColumns)),
              name("gesv") + how);
    }
    std::vector<T> A = s.A;
    A[3] = with_nan<T>();
    const bool looks_for_nan = suffix.find("work") == std::string::npos;
    std::vector<T> X = s.B;
    const Int refused = symbol<Gesv>(name("gesv"))(102, n, nrhs, A.data(), n, ipiv.data(), X.data(), n);
    count(!looks_for_nan || (refused == -4 && X == s.B), name("gesv") + " with NaN in A");
    if (looks_for_nan)
        count(symbol<Getrf>(name("getrf"))(101, n, n, A.data(), n, ipiv.data()) == -4,
              name("getrf") + " with NaN");
    A = s.A;
    count(symbol<Getrf>(name("getrf"))(102, n, -1, A.data(), n, ipiv.data()) == -3,
          name("getrf") + " with n = -1");
}

template <class T>
void call_products() {
    for (const bool gemm : {true, false}) {
        const std::string routine = std::string(letter<T>()) + (gemm ? "gemm" : "trsm");
        const auto narrow = gemm ? call_gemm<T, int> : call_trsm<T, int>;
        const auto wide = gemm ? call_gemm<T, std::int64_t> : call_trsm<T, std::int64_t>;
        narrow(routine + "_", false);
        narrow("cblas_" + routine, true);
        wide(routine + "_64_", false);
        wide("cblas_" + routine + "_64", true);
        wide("cblas_" + routine + "64_", true);
    }
}

template <class T>
void call_solvers() {
    call_fortran_solvers<T, int>("_");
    call_fortran_solvers<T, std::int64_t>("_64_");
    for (const char* suffix : {"", "_work"}) call_lapacke<T, int>(suffix);
    for (const char* suffix : {"_64", "64_", "_work_64", "_work64_"}) call_lapacke<T, std::int64_t>(suffix);
}

template <class T, class Low>
void call_mixed(const std::string& letters) {
    call_mixed_gesv<T, Low, int>(letters + "gesv_");
    call_mixed_gesv<T, Low, std::int64_t>(letters + "gesv_64_");
    call_mixed_posv<T, Low, int>(letters + "posv_");
    call_mixed_posv<T, Low, std::int64_t>(letters + "posv_64_");
}

}  // namespace

int main() {
    call_products<double>();
    call_products<float>();
    call_solvers<double>();
    call_solvers<float>();
    call_solvers<std::complex<double>>();
    call_solvers<std::complex<float>>();
    call_mixed<double, float>("ds");
    call_mixed<std::complex<double>, std::complex<float>>("zc");
    std::printf("%d right, %d wrong\n", right, wrong);
    return wrong == 0 ? 0 : 1;
}
