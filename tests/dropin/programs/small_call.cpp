// What libhgblas.so adds to a product of two 16 x 16 matrices: small_call BLAS, where BLAS is the library
// behind it, which is called directly for comparison. Both in turn, the best of many rounds. Exit status 1
// if it is more than 100 ns.
#include <dlfcn.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <limits>
#include <vector>

extern "C" void dgemm_(const char*, const char*, const int*, const int*, const int*, const double*,
                       const double*, const int*, const double*, const int*, const double*, double*,
                       const int*, std::size_t, std::size_t);

namespace {

using Gemm = decltype(dgemm_);

constexpr int kOrder = 16;
constexpr int kCalls = 500;
constexpr int kRounds = 400;
constexpr double kMostNanoseconds = 100;

double nanoseconds(Gemm* gemm, const std::vector<double>& a, const std::vector<double>& b,
                   std::vector<double>& c) {
    const double one = 1, zero = 0;
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < kCalls; ++i)
        gemm("N", "N", &kOrder, &kOrder, &kOrder, &one, a.data(), &kOrder, b.data(), &kOrder, &zero, c.data(),
             &kOrder, 1, 1);
    return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count() /
           kCalls;
}

}  // namespace

int main(int argc, char** argv) {
    void* const library = argc == 2 ? dlopen(argv[1], RTLD_NOW) : nullptr;
    auto* const direct = library == nullptr ? nullptr : reinterpret_cast<Gemm*>(dlsym(library, "dgemm_"));
    if (direct == nullptr || direct == dgemm_) {
        std::fputs("small_call BLAS, with libhgblas.so before it\n", stderr);
        return 2;
    }
    const std::vector<double> a(kOrder * kOrder, 1.0), b(kOrder * kOrder, 2.0);
    std::vector<double> c(kOrder * kOrder);
    double through = std::numeric_limits<double>::infinity(), directly = through;
    for (int round = 0; round < kRounds; ++round) {
        through = std::min(through, nanoseconds(dgemm_, a, b, c));
        directly = std::min(directly, nanoseconds(direct, a, b, c));
    }
    std::printf("n = 16: %.1f ns directly, %.1f ns through libhgblas.so: %.1f ns more\n", directly, through,
                through - directly);
    return through - directly <= kMostNanoseconds ? 0 : 1;
}
