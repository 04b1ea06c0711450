// Products at hard moments of a process: life MODE. Knows nothing of hg; its products come from the BLAS it
// is linked with, or from what was loaded before that. Exit status 0 if all of them are right.
#include <dlfcn.h>
#include <sys/auxv.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/life/cancelled.hpp"

extern "C" {
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
            const int*, const double*, const int*, const double*, double*, const int*);
void dgetrf_(const int*, const int*, double*, const int*, int*, int*);
void dtrsm_(const char*, const char*, const char*, const char*, const int*, const int*, const double*,
            const double*, const int*, double*, const int*);
void zherk_(const char*, const char*, const int*, const int*, const double*, const double*, const int*,
            const double*, double*, const int*);
void zsyrk_(const char*, const char*, const int*, const int*, const double*, const double*, const int*,
            const double*, double*, const int*);
void cblas_zsyrk(int, int, int, int, int, const void*, const void*, int, const void*, void*, int);
}

namespace {

using Gemm = decltype(dgemm_);

constexpr int kRowMajor = 101, kUpper = 121, kConjTrans = 113;

std::string wrong_routine;
int wrong_argument = 0;

/// C := A B with all elements of A 1 and of B 2.
bool product_is_right(int n, Gemm* gemm = dgemm_) {
    const auto size = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    const std::vector<double> a(size, 1.0), b(size, 2.0);
    std::vector<double> c(size, NAN);
    const double one = 1, zero = 0;
    gemm("N", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &n, &zero, c.data(), &n);
    for (const double element : c)
        if (element != 2.0 * n) return false;
    return true;
}

int in_child(bool (*work)()) {
    std::fflush(nullptr);
    const pid_t child = fork();
    if (child == 0) std::exit(work() ? 0 : 1);
    int status = -1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 100;
}

bool many_threads() {
    std::atomic<bool> right = true;
    std::vector<std::thread> threads;
    for (int t = 0; t < 6; ++t)
        threads.emplace_back([&right, t] {
            for (int i = 0; i < 8; ++i)
                if (!product_is_right(16 + 40 * ((t + i) % 4))) right = false;
        });
    for (std::thread& thread : threads) thread.join();
    return right;
}

/// A child of a process that uses devices, and the child of such a child.
bool fork_after_use() {
    return product_is_right(100) && in_child([] { return product_is_right(90) && many_threads(); }) == 0 &&
           in_child([] { return in_child([] { return product_is_right(80); }) == 0; }) == 0 &&
           product_is_right(100);
}

/// Children that start from nothing may use devices.
bool fork_before_use() {
    return in_child([] { return product_is_right(90); }) == 0 && product_is_right(100);
}

/// Children of a process whose other threads are in the middle of calls. The first ones, while devices are
/// started, end by _exit(): exit() waits for ever if another thread was just registering something for the
/// end of the process.
bool fork_amid_calls() {
    std::atomic<bool> stop = false, right = true;
    std::atomic<int> products = 0;
    std::vector<std::thread> threads;
    for (int t = 0; t < 3; ++t)
        threads.emplace_back([&] {
            for (; !stop; ++products)
                if (!product_is_right(60)) right = false;
        });
    for (int i = 0; i < 20; ++i)
        if (in_child([]() -> bool { _exit(product_is_right(50) ? 0 : 1); }) != 0) right = false;
    while (products < 50) std::this_thread::yield();
    for (int i = 0; i < 20; ++i)
        if (in_child([] { return product_is_right(50); }) != 0) right = false;
    stop = true;
    for (std::thread& thread : threads) thread.join();
    return right;
}

/// Products large and small in threads that are cancelled in them: the first one starts the devices.
bool cancelled() {
    for (const int n : {100, 8, 100})
        if (!Cancelled{[n] { return product_is_right(n); }}.ends_after_work()) return false;
    return product_is_right(100);
}

/// A product when all else is over.
struct LateProduct {
    bool wanted = false;
    ~LateProduct() {
        if (wanted && !product_is_right(120)) _exit(3);
    }
} late_product;

bool at_exit() {
    late_product.wanted = true;
    std::atexit([] {
        if (!product_is_right(110)) _exit(4);
    });
    return product_is_right(100);
}

/// Other threads are in calls, and make none after these: OpenBLAS itself bears no calls when its library has
/// ended.
bool exit_amid_calls() {
    static std::atomic<int> products = 0;
    static std::atomic<bool> stop = false;
    for (int t = 0; t < 3; ++t)
        std::thread([] {
            for (; !stop; ++products)
                if (!product_is_right(60)) _exit(5);
        }).detach();
    while (products < 50) std::this_thread::yield();
    stop = true;
    std::exit(0);
}

/// libhgblas.so as a library that is loaded and given back.
bool unload() {
    for (int i = 0; i < 3; ++i) {
        void* const library = dlopen(std::getenv("HGBLAS"), RTLD_NOW | RTLD_LOCAL);
        auto* const gemm = library == nullptr ? nullptr : reinterpret_cast<Gemm*>(dlsym(library, "dgemm_"));
        if (gemm == nullptr || gemm == dgemm_ || !product_is_right(100 + i, gemm)) return false;
        if (dlclose(library) != 0 || !product_is_right(50, gemm)) return false;
    }
    return true;
}

/// Which routine and argument a call with wrong arguments is told of.
bool tells(const char* routine, int argument) {
    const bool right = wrong_routine == routine && wrong_argument == argument;
    if (!right)
        std::printf("xerbla was told of %s %d instead of %s %d\n", wrong_routine.c_str(), wrong_argument,
                    routine, argument);
    wrong_routine.clear();
    wrong_argument = 0;
    return right;
}

bool wrong_arguments() {
    std::vector<double> a(64, 1.0), b(64, 1.0), c(64, 5.0);
    const std::vector<double> before = c;
    const int n = 8, few = 7, none = -1;
    const double one = 1;
    std::vector<int> ipiv(8);
    int info = 0;
    bool right = true;
    dgemm_("X", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &n, &one, c.data(), &n);
    right &= tells("DGEMM", 1);
    dgemm_("N", "N", &n, &none, &n, &one, a.data(), &n, b.data(), &n, &one, c.data(), &n);
    right &= tells("DGEMM", 4);
    dgemm_("N", "N", &n, &n, &n, &one, a.data(), &n, b.data(), &few, &one, c.data(), &n);
    right &= tells("DGEMM", 10);
    dtrsm_("L", "U", "N", "Y", &n, &n, &one, a.data(), &n, c.data(), &n);
    right &= tells("DTRSM", 4);
    dtrsm_("L", "U", "N", "N", &n, &n, &one, a.data(), &few, c.data(), &n);
    right &= tells("DTRSM", 9);
    // An update that leaves a complex matrix hermitian, or symmetric, takes one of two letters.
    const int order = 4;
    zherk_("U", "T", &order, &order, &one, a.data(), &order, &one, c.data(), &order);
    right &= tells("ZHERK", 2);
    zsyrk_("U", "C", &order, &order, a.data(), a.data(), &order, a.data(), c.data(), &order);
    right &= tells("ZSYRK", 2);
    cblas_zsyrk(kRowMajor, kUpper, kConjTrans, order, order, a.data(), a.data(), order, a.data(), c.data(),
                order);
    right &= tells("ZSYRK", 2);
    dgetrf_(&n, &n, c.data(), &few, ipiv.data(), &info);
    right &= tells("DGETRF", 4) && info == -4;
    return right && c == before;
}

/// A program that runs with rights its caller lacks; exit status 77 where this one does not.
bool privileged() {
    if (getauxval(AT_SECURE) == 0) std::exit(77);
    return product_is_right(100);
}

struct Mode {
    const char* name;
    bool (*run)();
};

constexpr Mode kModes[]{{"threads", many_threads},
                        {"fork_after_use", fork_after_use},
                        {"fork_before_use", fork_before_use},
                        {"fork_amid_calls", fork_amid_calls},
                        {"cancelled", cancelled},
                        {"at_exit", at_exit},
                        {"exit_amid_calls", exit_amid_calls},
                        {"unload", unload},
                        {"wrong_arguments", wrong_arguments},
                        {"privileged", privileged},
                        {"product", [] { return product_is_right(100); }}};

}  // namespace

/// Takes the place of the CPU BLAS's, as programs may.
extern "C" void xerbla_(const char* routine, const int* argument, std::size_t length) {
    // Some count the end of the string in its length.
    const std::string_view name = std::string_view(routine, length);
    wrong_routine = name.substr(0, name.find_first_of(std::string_view(" \0", 2)));
    wrong_argument = *argument;
}

int main(int argc, char** argv) {
    for (const Mode& mode : kModes)
        if (argc == 2 && std::string_view(argv[1]) == mode.name) {
            const bool right = mode.run();
            std::printf("%s: %s\n", mode.name, right ? "right" : "wrong");
            return right ? 0 : 1;
        }
    std::fputs("life MODE\n", stderr);
    return 2;
}
