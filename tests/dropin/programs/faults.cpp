// Calls of BLAS and LAPACK that run out of memory or threads at every place in turn: faults WHAT WHEN. Knows
// nothing of hg. Whatever fails, a result is right or reported as an error, and the next call is right.
//   WHAT  memory (one allocation fails), all-memory (that one and all after it), threads (one thread),
//   nothing WHEN  warm (a call like one before), fresh (of sizes that none had), cold (the first of a
//   process)
#include <dlfcn.h>
#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <limits>
#include <new>
#include <string_view>
#include <vector>

extern "C" {
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
            const int*, const double*, const int*, const double*, double*, const int*);
void dtrsm_(const char*, const char*, const char*, const char*, const int*, const int*, const double*,
            const double*, const int*, double*, const int*);
void dgetrf_(const int*, const int*, double*, const int*, int*, int*);
void dgetrs_(const char*, const int*, const int*, const double*, const int*, const int*, double*, const int*,
             int*);
void dgesv_(const int*, const int*, double*, const int*, int*, double*, const int*, int*);
void dsgesv_(const int*, const int*, double*, const int*, int*, const double*, const int*, double*,
             const int*, double*, float*, int*, int*);
}

namespace {

/// Which allocation or thread fails, counted from when this was set; -1: none.
std::atomic<long> next_failure{-1};
std::atomic<bool> counts_memory{false};
std::atomic<bool> counts_threads{false};
std::atomic<bool> fails_on{false};  ///< all after the one fail, too
std::atomic<bool> failed{false};
std::atomic<long> asked{0};

bool fails_now(const std::atomic<bool>& counted) noexcept {
    if (!counted.load(std::memory_order_relaxed)) return false;
    const long position = asked.fetch_add(1);
    const long failing = next_failure.load();
    if (failing < 0 || position < failing || (position > failing && !fails_on)) return false;
    failed = true;
    return true;
}

}  // namespace

// clang-format off
void* operator new(std::size_t size) {
    if (!fails_now(counts_memory))
        if (void* const memory = std::malloc(size == 0 ? 1 : size)) return memory;
    throw std::bad_alloc();
}
void* operator new(std::size_t size, std::align_val_t alignment) {
    const auto align = static_cast<std::size_t>(alignment);
    if (!fails_now(counts_memory))
        if (void* const memory = std::aligned_alloc(align, (size + align) / align * align)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
// clang-format on

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                              void* argument) {
    using Create = int(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
    static auto* const create = reinterpret_cast<Create*>(dlsym(RTLD_NEXT, "pthread_create"));
    return fails_now(counts_threads) ? EAGAIN : create(thread, attributes, body, argument);
}

namespace {

struct Matrix {
    int rows, cols;
    std::vector<double> data;

    Matrix(int m, int n)
        : rows(m), cols(n), data(static_cast<std::size_t>(m) * static_cast<std::size_t>(n)) {}
    double& operator()(int i, int j) { return data[static_cast<std::size_t>(i + j * rows)]; }
    double operator()(int i, int j) const { return data[static_cast<std::size_t>(i + j * rows)]; }
};

/// Numbers of about 1 without order, each time the same.
Matrix made(int m, int n, unsigned seed) {
    Matrix matrix(m, n);
    for (double& element : matrix.data) {
        seed = seed * 1664525U + 1013904223U;
        element = static_cast<double>(seed >> 8) / (1 << 23) - 1;
    }
    return matrix;
}

Matrix with_large_diagonal(int n, unsigned seed) {
    Matrix matrix = made(n, n, seed);
    for (int i = 0; i < n; ++i) matrix(i, i) += 8;
    return matrix;
}

/// Whether |C - A B| is small; op 'T' takes A transposed.
bool is_product(const Matrix& C, char op, const Matrix& A, const Matrix& B) {
    for (int j = 0; j < C.cols; ++j)
        for (int i = 0; i < C.rows; ++i) {
            double sum = 0;
            for (int l = 0; l < B.rows; ++l) sum += (op == 'T' ? A(l, i) : A(i, l)) * B(l, j);
            if (!(std::fabs(C(i, j) - sum) < 1e-8)) return false;
        }
    return true;
}

/// An error may not leave finite numbers that look like a result.
bool has_nan(const Matrix& matrix) {
    for (const double element : matrix.data)
        if (std::isnan(element)) return true;
    return false;
}

enum class Verdict { right, error, wrong };

Verdict verdict(bool right, bool says_so) {
    return right ? Verdict::right : says_so ? Verdict::error : Verdict::wrong;
}

/// A call of a routine on systems of an order; `inject` stands around the call alone.
using Inject = std::function<void(const std::function<void()>&)>;
using Test = Verdict (*)(int n, const Inject& inject);

template <int kBeta>
Verdict gemm(int n, const Inject& inject) {
    const int m = n + 7, k = n - 5;
    const Matrix A = made(m, k, 1), B = made(k, n, 2), before = made(m, n, 3);
    Matrix C = before;
    const double alpha = 1, beta = kBeta;
    inject([&] {
        dgemm_("N", "N", &m, &n, &k, &alpha, A.data.data(), &m, B.data.data(), &k, &beta, C.data.data(), &m);
    });
    const bool marked = has_nan(C);
    for (std::size_t i = 0; i < C.data.size(); ++i) C.data[i] -= beta * before.data[i];
    return verdict(is_product(C, 'N', A, B), marked);
}

Verdict trsm(int n, const Inject& inject) {
    const int nrhs = n / 2;
    Matrix A = with_large_diagonal(n, 4);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < j; ++i) A(i, j) = 0;
    const Matrix B = made(n, nrhs, 5);
    Matrix X = B;
    const double alpha = 1;
    inject([&] { dtrsm_("L", "L", "N", "N", &n, &nrhs, &alpha, A.data.data(), &n, X.data.data(), &n); });
    return verdict(is_product(B, 'N', A, X), has_nan(X));
}

/// P L U by what getrf left.
Matrix put_together(const Matrix& LU, const std::vector<int>& ipiv) {
    const int n = LU.rows;
    Matrix product(n, n);
    for (int j = 0; j < n; ++j)
        for (int i = 0; i < n; ++i)
            for (int l = 0; l <= std::min(i, j); ++l) product(i, j) += (i == l ? 1 : LU(i, l)) * LU(l, j);
    for (int i = n - 1; i >= 0; --i)
        for (int j = 0; j < n; ++j)
            std::swap(product(i, j), product(ipiv[static_cast<std::size_t>(i)] - 1, j));
    return product;
}

bool are_near(const Matrix& A, const Matrix& B) {
    for (std::size_t i = 0; i < A.data.size(); ++i)
        if (!(std::fabs(A.data[i] - B.data[i]) < 1e-9)) return false;
    return true;
}

bool are_rows(const std::vector<int>& ipiv) {
    for (const int row : ipiv)
        if (row < 1 || row > static_cast<int>(ipiv.size())) return false;
    return true;
}

Verdict getrf(int n, const Inject& inject) {
    const Matrix A = made(n, n, 6);
    Matrix LU = A;
    std::vector<int> ipiv(static_cast<std::size_t>(n), -9);
    int info = -77;
    inject([&] { dgetrf_(&n, &n, LU.data.data(), &n, ipiv.data(), &info); });
    // Who goes on in spite of an error must not write to rows that are not there.
    if (!are_rows(ipiv)) return Verdict::wrong;
    return verdict(info == 0 && are_near(put_together(LU, ipiv), A), info != 0);
}

template <char kOp>
Verdict getrs(int n, const Inject& inject) {
    const int nrhs = n / 2;
    const Matrix A = made(n, n, 7), B = made(n, nrhs, 8);
    Matrix LU = A, X = B;
    std::vector<int> ipiv(static_cast<std::size_t>(n));
    int info = 0;
    dgetrf_(&n, &n, LU.data.data(), &n, ipiv.data(), &info);
    if (info != 0) return Verdict::wrong;
    info = -77;
    inject([&] {
        const char op = kOp;
        dgetrs_(&op, &n, &nrhs, LU.data.data(), &n, ipiv.data(), X.data.data(), &n, &info);
    });
    return verdict(info == 0 && is_product(B, kOp, A, X), info != 0);
}

Verdict gesv(int n, const Inject& inject) {
    const int nrhs = n / 2;
    const Matrix A = made(n, n, 9), B = made(n, nrhs, 10);
    Matrix LU = A, X = B;
    std::vector<int> ipiv(static_cast<std::size_t>(n), -9);
    int info = -77;
    inject([&] { dgesv_(&n, &nrhs, LU.data.data(), &n, ipiv.data(), X.data.data(), &n, &info); });
    if (!are_rows(ipiv)) return Verdict::wrong;
    return verdict(info == 0 && is_product(B, 'N', A, X) && are_near(put_together(LU, ipiv), A), info != 0);
}

Verdict dsgesv(int n, const Inject& inject) {
    const int nrhs = 5;
    const Matrix A = made(n, n, 11), B = made(n, nrhs, 12);
    Matrix kept = A, X(n, nrhs), work(n, nrhs);
    std::vector<float> swork(static_cast<std::size_t>(n * (n + nrhs)));
    std::vector<int> ipiv(static_cast<std::size_t>(n), -9);
    int iter = -77, info = -77;
    inject([&] {
        dsgesv_(&n, &nrhs, kept.data.data(), &n, ipiv.data(), B.data.data(), &n, X.data.data(), &n,
                work.data.data(), swork.data(), &iter, &info);
    });
    if (!are_rows(ipiv)) return Verdict::wrong;
    const bool matrix_is_kept = iter < 0 || kept.data == A.data;
    return verdict(info == 0 && is_product(B, 'N', A, X) && matrix_is_kept, info != 0);
}

struct Routine {
    const char* name;
    Test test;
};
constexpr Routine kRoutines[]{
    {"dgemm, beta 0", gemm<0>}, {"dgemm, beta 2", gemm<2>}, {"dtrsm", trsm}, {"dgetrf", getrf},
    {"dgetrs N", getrs<'N'>},   {"dgetrs T", getrs<'T'>},   {"dgesv", gesv}, {"dsgesv", dsgesv}};

struct Counts {
    int right = 0, error = 0, wrong = 0, after = 0;
    void add(Verdict verdict) {
        ++(verdict == Verdict::right ? right : verdict == Verdict::error ? error : wrong);
    }
};

std::atomic<bool>* counted = nullptr;

/// A call in which the one at `position` fails.
Inject failing_at(long position) {
    return [position](const std::function<void()>& call) {
        failed = false;
        asked = 0;
        next_failure = position;
        *counted = true;
        call();
        *counted = false;
        next_failure = -1;
    };
}

/// How many there are in a call in which nothing fails.
long count_in(Test test, int n) {
    if (test(n, failing_at(-1)) != Verdict::right) std::exit(3);
    return asked;
}

constexpr int kOrder = 150;
/// Sizes are none of before where a call is to be like none before.
int fresh_order() {
    static int last = kOrder;
    return last = last == 200 ? 151 : last + 1;
}

Counts in_this_process(Test test, bool fresh) {
    Counts counts;
    count_in(test, kOrder);
    const long most = fresh ? count_in(test, fresh_order()) : 2 * count_in(test, kOrder) + 8;
    const long stride = std::max(1L, most / (fresh ? 25 : 30));
    for (long position = 0; position <= most; position += stride) {
        counts.add(test(fresh ? fresh_order() : kOrder, failing_at(position)));
        if (!failed && !fresh) break;
        if (test(kOrder, failing_at(-1)) != Verdict::right) ++counts.after;
    }
    return counts;
}

/// The exit status of what a child does.
int in_child(const std::function<int()>& work) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) _exit(work());
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}

Counts in_children(Test test, long calls) {
    Counts counts;
    // As many as one hundred and twenty-eight times an exit status can tell.
    const long most = 128L * in_child([&] { return static_cast<int>(count_in(test, kOrder) / 128 + 1); });
    for (long i = 0; i < calls; ++i) {
        const int status = in_child([&] {
            const Verdict first = test(kOrder, failing_at(most * i / calls));
            if (test(kOrder, failing_at(-1)) != Verdict::right) return 10;
            return static_cast<int>(first);
        });
        if (status == 10)
            ++counts.after;
        else
            counts.add(status > 2 ? Verdict::wrong : static_cast<Verdict>(status));
    }
    return counts;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) return std::fputs("faults WHAT WHEN\n", stderr), 2;
    const std::string_view what = argv[1], when = argv[2];
    static std::atomic<bool> counts_nothing{false};
    counted = what == "threads" ? &counts_threads : what == "nothing" ? &counts_nothing : &counts_memory;
    fails_on = what == "all-memory";
    bool good = true;
    for (const Routine& routine : kRoutines) {
        const Counts counts =
            when == "cold" ? in_children(routine.test, 12) : in_this_process(routine.test, when == "fresh");
        std::printf("%-14s %4d right, %4d errors, %4d wrong, %4d wrong in the call after\n", routine.name,
                    counts.right, counts.error, counts.wrong, counts.after);
        good &= counts.right + counts.error > 0 && counts.wrong == 0 && counts.after == 0;
    }
    return good ? 0 : 1;
}
