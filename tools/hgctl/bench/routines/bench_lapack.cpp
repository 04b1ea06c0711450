// Factorizations, and systems solved with them, in `hgctl bench`.
#include <algorithm>
#include <cmath>
#include <complex>
#include <type_traits>

#include "interfaces/generated/lapack_routines.hpp"
#include "tools/hgctl/bench/routines/row_bench.hpp"
#include "tools/workload/operands/pivoting_words.hpp"
#include "tools/workload/rule/routines/cholesky.hpp"
#include "tools/workload/rule/routines/lu.hpp"
#include "tools/workload/rule/routines/qr.hpp"

namespace hgctl {

/// The factors that getrs solves with, of its A.
template <class T>
void prepare(hg::Session& session, const hg::GetrsCall<T>& c, const BenchCase& /*bench*/) {
    hg::getrf<T>(session, c.n, c.n, const_cast<T*>(c.A), c.lda, const_cast<std::int64_t*>(c.ipiv));
}

namespace {

/// True if it is known what its results must satisfy.
template <class Row,
          class T = std::conditional_t<Row::Types::template kHas<double>, double, std::complex<double>>>
constexpr bool kIsTimed = kHasEstimate<typename Row::template Arguments<T>>;

/// What a routine has beside its row.
struct LapackFacts {
    std::string_view row;
    const char* residual_help;
    std::string (*title)(const BenchCase& bench);
    double (*diagonal)(const BenchCase& bench) = nullptr;  ///< see BenchRoutine
    bool has_peers = true;
    bool may_refine = false;
};

std::string pivoting_text(const BenchCase& bench) {
    return bench.pivoting == hg::Pivoting::none ? "without pivoting"
                                                : "with " + word_of(bench.pivoting) + " pivoting";
}

/// "L L^T" or "U^H U"
std::string product_of_factors(const BenchCase& bench) {
    const std::string power = hg::is_complex(bench.routine->type) ? "^H" : "^T";
    return bench.uplo == hg::Uplo::upper ? "U" + power + " U" : "L L" + power;
}

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

// Titles.

std::string getrf_title(const BenchCase& bench) {
    return "A = P L U " + pivoting_text(bench);
}
std::string getrs_title(const BenchCase& bench) {
    const char* const power = bench.op == hg::Op::none ? "" : bench.op == hg::Op::trans ? "^T" : "^H";
    return "A" + std::string(power) + " X = B with the factors of A";
}
std::string gesv_title(const BenchCase& bench) {
    return "A X = B " + (bench.refine ? "in single precision, refined" : pivoting_text(bench));
}
std::string potrf_title(const BenchCase& bench) {
    return "A = " + product_of_factors(bench);
}
std::string posv_title(const BenchCase& bench) {
    return std::string("A X = B, A definite") + (bench.refine ? ", in single precision, refined" : "");
}
std::string potri_title(const BenchCase& bench) {
    return "A := (" + product_of_factors(bench) + ")^-1";
}
std::string geqrf_title(const BenchCase& /*bench*/) {
    return "A = Q R";
}
std::string gels_title(const BenchCase& /*bench*/) {
    return "A X = B by least squares, or with the least norm";
}

constexpr const char* kSystem = "|A x - b| / (eps (|A| |x| + |b|) n); below 16 is good";
constexpr const char* kCholesky = "|A z - L L^T z| / (eps (|A| |z| + |L L^T z|) n); below 16 is good";
constexpr const char* kInverse = "|L w - z| / (eps (|L| |w| + |z|) n) with w = L^T A^-1 z; below 16 is good";
constexpr const char* kQr = "|A z - Q R z| / (eps (|A| |z| + |Q R z|) max(m, n)); below 16 is good";
constexpr const char* kLeastSquares =
    "|A^T r| / (eps |A^T| (|A| |x| + |b|) max(m, n)) with r = b - A x, "
    "and |r| / (eps (|A| |x| + |b|) n) if m < n; below 16 is good";

constexpr LapackFacts kFacts[]{
    {"getrf", kSystem, getrf_title, diagonal_without_pivoting},
    {"getrs", kSystem, getrs_title},
    {"gesv", kSystem, gesv_title, diagonal_without_pivoting, true, true},
    {"potrf", kCholesky, potrf_title, definite_diagonal},
    {"posv", kSystem, posv_title, definite_diagonal, false, true},
    {"potri", kInverse, potri_title, well_conditioned_diagonal, false},
    {"geqrf", kQr, geqrf_title},
    {"gels", kLeastSquares, gels_title, nullptr, false},
};

/// What is written goes to the devices and back, what is only read to each of them in part.
BenchRoutine::Operands lapack_operands(const BenchCase& bench) {
    BenchRoutine::Operands list;
    BenchOperand written;
    written.cols = 1;
    const ListedCall call = bench.routine->listed(bench);
    for (const ListedOperand* const x : call.operands()) {
        if (x->kind != ListedOperand::Kind::matrix) continue;
        const std::int64_t counted = x->is_triangle ? x->rows * (x->rows + 1) / 2 : x->rows * x->cols;
        if (x->written)
            written.rows += counted;
        else
            list.push_back({.rows = counted, .cols = 1, .needed = Needed::rows});
    }
    list.push_back(written);
    return list;
}

void add_lapack_options(Command& command, BenchCase& bench) {
    add_call_options(command, bench);
    if (bench.routine->form.has_pivoting) add_pivoting_option(command, bench.pivoting);
    if (bench.routine->refined != nullptr)
        command.flag("--refine", bench.refine,
                     "Factor in single precision and refine (ds" + bench.routine->row + ", zc" +
                         bench.routine->row + ")");
}

Json lapack_settings(const BenchCase& bench) {
    Json json = call_settings(bench);
    if (bench.routine->form.has_pivoting) json.set("pivoting", word_of(bench.pivoting));
    if (bench.routine->refined != nullptr) json.set("refine", bench.refine);
    return json;
}

void describe_lapack(BenchRoutine& routine, const LapackFacts& facts) {
    if (facts.has_peers) routine.peers = &factor_peers();
    if (routine.row == "gels") routine.form.ops.clear();  // its residual is that of A itself
    routine.residual = routine.row == "gels" ? "residual" : "HPL residual";
    routine.residual_help = facts.residual_help;
    routine.title = facts.title;
    routine.diagonal = facts.diagonal;
    routine.add_options = add_lapack_options;
    routine.settings = lapack_settings;
    routine.operands = lapack_operands;
}

}  // namespace

std::vector<BenchRoutine> lapack_benches() {
    std::vector<BenchRoutine> rows, list;
    hg::routines::for_each_lapack_routine([&]<class Row>(const Row& /*row*/) {
        if constexpr (kIsTimed<Row>) add_benches<Row>(rows);
    });
    for (BenchRoutine& routine : rows) {
        routine.is_lapack = true;
        const auto* const facts = std::ranges::find(kFacts, routine.row, &LapackFacts::row);
        if (facts == std::end(kFacts)) continue;
        describe_lapack(routine, *facts);
        if (facts->may_refine) {
            // dsgesv refines dgesv, and zcgesv zgesv.
            const std::string mixed = (routine.name.front() == 'd' ? "ds" : "zc") + routine.row;
            const auto refined = std::ranges::find(rows, mixed, &BenchRoutine::name);
            if (hg::needs_f64(routine.type) && refined != rows.end()) routine.refined = refined->make;
        }
        list.push_back(routine);
    }
    return list;
}

}  // namespace hgctl
