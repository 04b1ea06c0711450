// BLAS, factorizations, and systems solved with them, in `hgctl bench`.
#include <algorithm>
#include <cmath>
#include <complex>
#include <iterator>
#include <string_view>
#include <type_traits>

#include "interfaces/generated/blas_routines.hpp"
#include "interfaces/generated/lapack_routines.hpp"
#include "tools/hgctl/bench/routines/row_bench.hpp"
#include "tools/workload/operands/gemm_in_blocks.hpp"
#include "tools/workload/rule/routines/cholesky.hpp"
#include "tools/workload/rule/routines/gemm.hpp"
#include "tools/workload/rule/routines/ldl.hpp"
#include "tools/workload/rule/routines/level1.hpp"
#include "tools/workload/rule/routines/level2.hpp"
#include "tools/workload/rule/routines/lu.hpp"
#include "tools/workload/rule/routines/qr.hpp"
#include "tools/workload/rule/routines/rank_k.hpp"
#include "tools/workload/rule/routines/symm.hpp"
#include "tools/workload/rule/routines/triangle.hpp"

namespace hgctl {
namespace {

/// True if it is known what its results must satisfy.
template <class Row,
          class T = std::conditional_t<Row::Types::template kHas<double>, double, std::complex<double>>>
constexpr bool kIsTimed = kHasEstimate<typename Row::template Arguments<T>>;

/// What a routine has beside its row.
struct LapackFacts {
    std::string_view row;
    const char* residual_help;
    double (*diagonal)(const BenchCase& bench) = nullptr;  ///< see BenchRoutine
    bool has_peers = true;
};

/// Rules rows and columns if there is no pivoting.
double diagonal_without_pivoting(const BenchCase& bench) {
    return bench.pivoting == hg::Pivoting::none ? static_cast<double>(bench.n) : 0;
}
double definite_diagonal(const BenchCase& bench) {
    return static_cast<double>(bench.n);
}
/// Of a triangle.
double well_conditioned_diagonal(const BenchCase& bench) {
    return std::sqrt(static_cast<double>(bench.n)) + 1;
}

constexpr const char* kSystem = "|A x - b| / (eps (|A| |x| + |b|) n); below 16 is good";
constexpr const char* kCholesky = "|A z - L L^T z| / (eps (|A| |z| + |L L^T z|) n); below 16 is good";
constexpr const char* kLdl = "|A z - L D L^T z| / (eps (|A| |z| + |L D L^T z|) n); below 16 is good";
constexpr const char* kInverse = "|L w - z| / (eps (|L| |w| + |z|) n) with w = L^T A^-1 z; below 16 is good";
constexpr const char* kGeneralInverse =
    "|A w - z| / (eps (|A| |w| + |z|) n) with w = A^-1 z; below 16 is good";
constexpr const char* kQr = "|A z - Q R z| / (eps (|A| |z| + |Q R z|) max(m, n)); below 16 is good";
constexpr const char* kLeastSquares =
    "|A^T r| / (eps |A^T| (|A| |x| + |b|) max(m, n)) with r = b - A x, "
    "and |r| / (eps (|A| |x| + |b|) n) if m < n; below 16 is good";

constexpr LapackFacts kFacts[]{
    {"getrf", kSystem, diagonal_without_pivoting},
    {"getrs", kSystem},
    {"gesv", kSystem, diagonal_without_pivoting},
    {"potrf", kCholesky, definite_diagonal},
    {"posv", kSystem, definite_diagonal, false},
    {"sytrf", kLdl},
    {"hetrf", kLdl},
    {"sysv", kSystem, nullptr, false},
    {"hesv", kSystem, nullptr, false},
    {"getri", kGeneralInverse, nullptr, false},
    {"potri", kInverse, well_conditioned_diagonal, false},
    {"geqrf", kQr},
    {"gels", kLeastSquares, nullptr, false},
};

void describe(BenchRoutine& routine, const LapackFacts& facts) {
    if (facts.has_peers) routine.peers = &kFactorPeers;
    if (routine.row == "gels") routine.form.ops.clear();  // its residual is that of A itself
    routine.residual = routine.row == "gels" ? "residual" : "HPL residual";
    routine.residual_help = facts.residual_help;
    routine.diagonal = facts.diagonal;
}

}  // namespace

/// gemm alone can be told its blocks.
template <class T>
void run_in_blocks(hg::Session& session, const hg::GemmArguments<T>& c, const BenchCase& bench) {
    gemm_in_blocks(session, c, bench.block);
}

std::vector<BenchRoutine> blas_benches() {
    std::vector<BenchRoutine> list;
    hg::routines::for_each_blas_routine([&]<class Row>(const Row& /*row*/) { add_benches<Row>(list); });
    for (BenchRoutine& routine : list) {
        routine.peers = routine.moves_memory()  ? &kVectorPeers
                        : routine.row == "gemm" ? &kGemmPeers
                                                : &kLevel3Peers;
        if (!routine.form.solves || routine.moves_memory()) continue;
        // As large as keeps random solutions from growing.
        routine.diagonal = [](const BenchCase& b) {
            return 1 + std::sqrt(static_cast<double>(b.side == hg::Side::left ? b.m : b.n));
        };
        routine.residual = "backward error";
        routine.residual_help = "|L x - b| / (eps (|L| |x| + |b|)), to be a small multiple of sqrt(m)";
    }
    return list;
}

/// The factors that getrs solves with, of its A.
template <class T>
void prepare(hg::Session& session, const hg::GetrsCall<T>& c, const BenchCase& /*bench*/) {
    hg::getrf<T>(session, hg::Layout::col_major, c.n, c.n, const_cast<T*>(c.A), c.lda,
                 const_cast<std::int64_t*>(c.ipiv));
}

/// The factors that getri inverts, of its A.
template <class T>
void factor(hg::Session& session, const hg::GetriCall<T>& c, const BenchCase& /*bench*/) {
    hg::getrf<T>(session, hg::Layout::col_major, c.n, c.n, c.A, c.lda, const_cast<std::int64_t*>(c.ipiv));
}
/// The inverse solves A X = I.
template <class T>
double unfactored_error(const hg::GetriCall<T>& c, const Operands<T>& was, const Operands<T>& now,
                        const BenchCase& /*bench*/) {
    const std::vector<T> zeros(static_cast<std::size_t>(c.n));  // each column of the identity
    const StoredMatrix<T> identity{zeros.data(), c.n, c.n, 0, Part::unit_lower};
    return system_error_estimate<T>(was("A"), now("A"), identity);
}

std::vector<BenchRoutine> lapack_benches() {
    std::vector<BenchRoutine> rows, list;
    hg::routines::for_each_lapack_routine([&]<class Row>(const Row& /*row*/) {
        if constexpr (kIsTimed<Row>) add_benches<Row>(rows);
    });
    for (BenchRoutine& routine : rows) {
        routine.is_lapack = true;
        const auto* const facts = std::ranges::find(kFacts, routine.row, &LapackFacts::row);
        if (facts == std::end(kFacts)) continue;
        describe(routine, *facts);
        // dsgesv refines dgesv, and zcgesv zgesv.
        const std::string mixed = (routine.name.front() == 'd' ? "ds" : "zc") + routine.row;
        const auto refined = std::ranges::find(rows, mixed, &BenchRoutine::name);
        if (hg::needs_f64(routine.type) && refined != rows.end()) {
            routine.refined = refined->make;
            routine.refined_help = refined->help;
        }
        list.push_back(routine);
    }
    return list;
}

}  // namespace hgctl
