// Stands in for NVBLAS if there is none. It reads its settings once, when it is loaded, and notes in its
// log how many devices each call ran on.
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

#include "plain.hpp"

namespace {
struct Settings {
    std::string cpu_library;
    int devices = 0;

    Settings() {
        const char* path = std::getenv("NVBLAS_CONFIG_FILE");
        std::ifstream file(path != nullptr ? path : "nvblas.conf");
        for (std::string line, key, value; std::getline(file, line);) {
            std::istringstream words(line);
            words >> key;
            if (key == "NVBLAS_CPU_BLAS_LIB") words >> cpu_library;
            if (key == "NVBLAS_GPU_LIST")
                while (words >> value) ++devices;
        }
    }
};
const Settings settings;

template <class T>
void gemm(const char* ta, const char* tb, const int* m, const int* n, const int* k, const T* alpha,
          const T* a, const int* lda, const T* b, const int* ldb, const T* beta, T* c, const int* ldc) {
    const auto size = [](const int* value) { return static_cast<std::size_t>(*value); };
    if (settings.cpu_library.empty() || settings.devices == 0) return;  // C stays as it is
    if (const char* log = std::getenv("STAND_IN_LOG")) std::ofstream(log, std::ios::app) << settings.devices;
    const auto op = [](char letter) { return letter == 'N' ? kNone : letter == 'T' ? 1 : kConjTrans; };
    plain_gemm(op(*ta), op(*tb), size(m), size(n), size(k), *alpha, a, size(lda), b, size(ldb), *beta, c,
               size(ldc));
}
}  // namespace

#define STAND_IN_GEMM(name, T)                                                                               \
    void name(const char* ta, const char* tb, const int* m, const int* n, const int* k, const T* alpha,      \
              const T* a, const int* lda, const T* b, const int* ldb, const T* beta, T* c, const int* ldc) { \
        gemm(ta, tb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);                                          \
    }

extern "C" {
STAND_IN_GEMM(dgemm_, double)
STAND_IN_GEMM(sgemm_, float)
STAND_IN_GEMM(zgemm_, std::complex<double>)
STAND_IN_GEMM(cgemm_, std::complex<float>)
}
