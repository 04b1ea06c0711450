// What libhgblas.so adds to small calls: small_call BLAS, where BLAS is the library behind it, which is
// called directly for comparison. Both in turn, the best of many rounds. Exit status 1 if it is more than 100
// ns for a product of two 16 x 16 matrices, or more than 10 ns for an inner product of 10 elements.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <vector>

extern "C" {
void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*, const double*,
            const int*, const double*, const int*, const double*, double*, const int*, std::size_t,
            std::size_t);
double ddot_(const int*, const double*, const int*, const double*, const int*);
}

namespace {

constexpr int kOrder = 16;
constexpr int kElements = 10;
constexpr int kOne = 1;
constexpr int kCalls = 500;
constexpr int kRounds = 400;

std::vector<double> a(kOrder*kOrder, 1.0), b(kOrder*kOrder, 2.0), c(kOrder*kOrder);  // NOLINT

void multiply(decltype(dgemm_)* gemm) {
    const double one = 1, zero = 0;
    gemm("N", "N", &kOrder, &kOrder, &kOrder, &one, a.data(), &kOrder, b.data(), &kOrder, &zero, c.data(),
         &kOrder, 1, 1);
}

void sum(decltype(ddot_)* dot) {
    c[0] += dot(&kElements, a.data(), &kOne, b.data(), &kOne);
}

/// Of one call.
template <class F>
double nanoseconds(F* function, void (*call)(F*)) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i) call(function);
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() /
           kCalls;
}

/// True if a call costs at most so many nanoseconds more.
template <class F>
bool is_cheap(const char* what, void* library, const char* name, F* through, void (*call)(F*), double most) {
    auto* const direct = reinterpret_cast<F*>(dlsym(library, name));
    if (direct == nullptr || direct == through) {
        std::fputs("small_call BLAS, with libhgblas.so before it\n", stderr);
        return false;
    }
    double best_through = std::numeric_limits<double>::infinity(), best_directly = best_through;
    for (int round = 0; round < kRounds; ++round) {
        best_through = std::min(best_through, nanoseconds(through, call));
        best_directly = std::min(best_directly, nanoseconds(direct, call));
    }
    std::printf("%s: %.1f ns directly, %.1f ns through libhgblas.so: %.1f ns more\n", what, best_directly,
                best_through, best_through - best_directly);
    return best_through - best_directly <= most;
}

}  // namespace

int main(int argc, char** argv) {
    void* const library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : nullptr;
    if (library == nullptr) return 2;
    const bool product = is_cheap("dgemm, n = 16", library, "dgemm_", dgemm_, multiply, 100);
    const bool inner = is_cheap("ddot, n = 10", library, "ddot_", ddot_, sum, 10);
    return product && inner ? 0 : 1;
}
