#include "tools/hgctl/bench/program/cholesky_program.hpp"

#include "tools/peers/cholesky_tasks.hpp"

namespace hgctl {
namespace {

constexpr const char* kSource = R"(hg program 2
# The tasks of a tiled Cholesky factorization A = L L^T, t x t tiles. Columns lie on the workers a and b in turn. Each tile of L
# is stored when it is done; the other worker loads what it needs of it.
param t
matrix A f64 t x t
devices all

instruction potrf from "empty.cl" (A: read_write f64) geometry (1) host "empty"
instruction trsm from "empty.cl" (L: read f64, A: read_write f64) geometry (1) host "empty"
instruction syrk from "empty.cl" (A: read f64, C: read_write f64) geometry (1) host "empty"
instruction gemm from "empty.cl" (A: read f64, B: read f64, C: read_write f64) geometry (1) host "empty"

let workers = count(all)
register a[t * t] f64 1 x 1 @ all[0]
register b[t * t] f64 1 x 1 @ all[workers - 1]

for j in 0..t {
    for i in j..t {
        if j % workers == 0 { LD a[i + j * t] <- A[i, j] } else { LD b[i + j * t] <- A[i, j] }
    }
}
for k in 0..t {
    let diagonal = k + k * t
    if k % workers == 0 {
        EXEC potrf a[diagonal]
        for i in k + 1..t { EXEC trsm a[diagonal] a[i + k * t] }
        for i in k..t { ST A[i, k] <- a[i + k * t] }
        if workers > 1 {
            for i in k + 1..t { LD b[i + k * t] <- A[i, k] }
        }
    } else {
        EXEC potrf b[diagonal]
        for i in k + 1..t { EXEC trsm b[diagonal] b[i + k * t] }
        for i in k..t { ST A[i, k] <- b[i + k * t] }
        for i in k + 1..t { LD a[i + k * t] <- A[i, k] }
    }
    for j in k + 1..t {
        if j % workers == 0 {
            EXEC syrk a[j + k * t] a[j + j * t]
            for i in j + 1..t { EXEC gemm a[i + k * t] a[j + k * t] a[i + j * t] }
        } else {
            EXEC syrk b[j + k * t] b[j + j * t]
            for i in j + 1..t { EXEC gemm b[i + k * t] b[j + k * t] b[i + j * t] }
        }
    }
}
)";

constexpr const char* kKernels = R"(
#define MATRIX(X) global double *X, long X##_first, int X##_rows, int X##_cols, int X##_ld
kernel void potrf(MATRIX(A)) {}
kernel void trsm(MATRIX(L), MATRIX(A)) {}
kernel void syrk(MATRIX(A), MATRIX(C)) {}
kernel void gemm(MATRIX(A), MATRIX(B), MATRIX(C)) {}
)";

}  // namespace

std::int64_t cholesky_tiles(std::int64_t tasks) noexcept {
    std::int64_t tiles = 1;
    while (cholesky_task_count(tiles) < tasks) ++tiles;
    return tiles;
}

const std::string& cholesky_source() {
    static const std::string source = kSource;
    return source;
}

hg::SourceLibrary empty_kernels() {
    hg::SourceLibrary library;
    library.read = [](const std::string&) { return std::string(kKernels); };
    library.host = [](const std::string&, const std::string&) {
        return std::function<void(const hg::HostCall&)>([](const hg::HostCall&) {});
    };
    return library;
}

}  // namespace hgctl
