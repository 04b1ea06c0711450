// Calls of many sizes, one after the other, in one process: does the memory it holds stay within bounds?
//
//   soak CALLS MOST_MIB
//
// gemm, trsm and getrf of random orders up to 300, in double and single precision, on the devices of
// HG_DEVICES. Prints the resident memory as it goes. Exit status 1 if, after the first tenth of the calls, it
// grows by more than MOST_MIB. Results are compared with the CPU's now and then.
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <hg/blas/gemm.hpp>
#include <hg/blas/session.hpp>
#include <hg/blas/trsm.hpp>
#include <hg/lapack/getrf.hpp>
#include <hg/runtime/program/error.hpp>

namespace {

using namespace hg;

constexpr std::int64_t kLargest = 300;

std::int64_t resident_mib() {
    std::ifstream file("/proc/self/status");
    for (std::string word; file >> word;)
        if (word == "VmRSS:") {
            std::int64_t kib = 0;
            file >> kib;
            return kib >> 10;
        }
    return 0;
}

class Soak {
  public:
    Soak() : session_(options()) {}

    /// False if a result is wrong.
    bool call() {
        const bool single = random_() % 4 == 0;
        return single ? call_in<float>() : call_in<double>();
    }
    void trim() { session_.trim(); }

  private:
    static MachineOptions options() {
        MachineOptions options = MachineOptions::from_environment();
        options.host_below = 0;  // what is tested are the devices
        return options;
    }
    std::int64_t order() { return 1 + static_cast<std::int64_t>(random_() % kLargest); }
    template <class T>
    std::vector<T> matrix(std::int64_t m, std::int64_t n, std::int64_t strong_diagonal = 0) {
        std::vector<T> a(static_cast<std::size_t>(m * n));
        for (T& x : a) x = static_cast<T>(static_cast<double>(random_() % 2001) / 1000 - 1);
        for (std::int64_t i = 0; i < strong_diagonal; ++i) a[static_cast<std::size_t>(i + i * m)] += T(m + n);
        return a;
    }

    template <class T>
    bool call_in() {
        switch (random_() % 3) {
            case 0:
                return product<T>(order(), order(), order());
            case 1:
                return solve<T>(order(), order());
            default:
                return factor<T>(order());
        }
    }
    /// Row 0 of C is looked at.
    template <class T>
    bool product(std::int64_t m, std::int64_t n, std::int64_t k) {
        const std::vector<T> a = matrix<T>(m, k), b = matrix<T>(k, n);
        std::vector<T> c(static_cast<std::size_t>(m * n));
        gemm<T>(session_, Layout::col_major, Op::none, Op::none, m, n, k, T{1}, a.data(), m, b.data(), k,
                T{0}, c.data(), m);
        bool right = true;
        for (std::int64_t j = 0; j < n; ++j) {
            double sum = 0;
            for (std::int64_t l = 0; l < k; ++l)
                sum += double(a[static_cast<std::size_t>(l * m)]) *
                       double(b[static_cast<std::size_t>(l + j * k)]);
            right = right && near<T>(double(c[static_cast<std::size_t>(j * m)]), sum, double(k));
        }
        return right;
    }
    /// The first row of L X = B, L lower triangular, is looked at.
    template <class T>
    bool solve(std::int64_t m, std::int64_t n) {
        const std::vector<T> l = matrix<T>(m, m, m), b = matrix<T>(m, n);
        std::vector<T> x = b;
        trsm<T>(session_, Layout::col_major, Side::left, Uplo::lower, Op::none, Diag::non_unit, m, n, T{1},
                l.data(), m, x.data(), m);
        bool right = true;
        for (std::int64_t j = 0; j < n; ++j)
            right = right && near<T>(double(x[static_cast<std::size_t>(j * m)]) * double(l[0]),
                                     double(b[static_cast<std::size_t>(j * m)]), 1);
        return right;
    }
    /// Row 0 of U is row 0 of A, as the diagonal is strong.
    template <class T>
    bool factor(std::int64_t n) {
        const std::vector<T> a = matrix<T>(n, n, n);
        std::vector<T> lu = a;
        std::vector<std::int64_t> pivots(static_cast<std::size_t>(n));
        bool right = getrf<T>(session_, n, n, lu.data(), n, pivots.data()) == 0;
        for (std::int64_t j = 0; j < n; ++j)
            right = right && lu[static_cast<std::size_t>(j * n)] == a[static_cast<std::size_t>(j * n)];
        return right;
    }
    template <class T>
    static bool near(double got, double wanted, double scale) {
        return std::abs(got - wanted) <=
               16 * double(std::numeric_limits<T>::epsilon()) * (scale + std::abs(wanted));
    }

    Session session_;
    std::mt19937_64 random_{14};
};

int run(std::int64_t calls, std::int64_t most) {
    Soak soak;
    const std::int64_t begin = resident_mib();
    std::int64_t warm = 0;
    for (std::int64_t i = 1; i <= calls; ++i) {
        if (!soak.call()) {
            std::cerr << "call " << i << ": the result is wrong\n";
            return 1;
        }
        if (i == calls / 10) warm = resident_mib();
        if (i % std::max<std::int64_t>(1, calls / 10) == 0)
            std::cout << i << " calls: " << resident_mib() << " MiB" << std::endl;
    }
    const std::int64_t end = resident_mib();
    soak.trim();
    std::cout << "begin " << begin << " MiB, after a tenth of the calls " << warm << ", at the end " << end
              << ", trimmed " << resident_mib() << std::endl;
    if (end - warm <= most) return 0;
    std::cerr << "grew by " << end - warm << " MiB after the first tenth; the limit is " << most << "\n";
    return 1;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc != 3) {
        std::cerr << "usage: soak CALLS MOST_MIB\n";
        return 2;
    }
    try {
        return run(std::atoll(argv[1]), std::atoll(argv[2]));
    } catch (const std::exception& error) {
        std::cerr << error.what() << "\n";
        return 1;
    }
}
