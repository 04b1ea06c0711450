#include "tools/hgctl/warm/routine_programs.hpp"

#include <algorithm>
#include <utility>

#include "interfaces/generated/blas_routines.hpp"
#include "interfaces/generated/lapack_routines.hpp"
#include <hg/blas/gemm_program.hpp>
#include <hg/blas/rank_k_program.hpp>
#include <hg/blas/trmm_program.hpp>
#include <hg/blas/trsm_program.hpp>
#include <hg/lapack/getrf_program.hpp>
#include <hg/lapack/potrf_program.hpp>
#include <hg/lapack/potri_program.hpp>
#include <hg/lapack/qr_programs.hpp>
#include <hg/lapack/substitution_program.hpp>

namespace hgctl {
namespace {

using hg::Op;
using hg::Side;
using hg::Uplo;

constexpr std::int64_t kNarrow = 16;     // right-hand sides, and columns of a narrow product
constexpr std::int64_t kShallow = 128;   // of a product with which a block column updates the rest
constexpr std::int64_t kTall = 1 << 18;  // rows of a panel that no device keeps in its registers

constexpr Uplo kTriangles[] = {Uplo::lower, Uplo::upper};
constexpr Side kSides[] = {Side::left, Side::right};

/// Those that make a difference.
std::vector<Op> operations(hg::ElementType type) {
    if (hg::is_complex(type)) return {Op::none, Op::trans, Op::conj_trans};
    return {Op::none, Op::trans};
}

/// With the transpose, or the conjugate of it.
std::vector<Op> two_operations(bool conjugates) {
    return {Op::none, conjugates ? Op::conj_trans : Op::trans};
}

template <class Problem, class Make>
ProgramMaker maker(const Problem& problem, Make make) {
    return [=](const hg::Target& target, const hg::kernels::Database& kernels, hg::Arithmetic arithmetic) {
        Problem wanted = problem;
        if constexpr (requires { wanted.arithmetic; }) wanted.arithmetic = arithmetic;
        return make(wanted, target, kernels);
    };
}

std::vector<ProgramMaker> gemm(hg::ElementType type, std::int64_t n) {
    std::vector<ProgramMaker> makers;
    for (const Op op_a : operations(type))
        for (const Op op_b : operations(type))
            for (const bool reads_c : {false, true})
                for (const auto& [columns, depth] :
                     {std::pair{n, n}, {n, std::min(n, kShallow)}, {std::min(n, kNarrow), n}})
                    makers.push_back(maker(hg::GemmProblem{.type = type,
                                                           .op_a = op_a,
                                                           .op_b = op_b,
                                                           .m = n,
                                                           .n = columns,
                                                           .k = depth,
                                                           .reads_c = reads_c},
                                           hg::gemm_program));
    return makers;
}

/// Or hemm.
std::vector<ProgramMaker> symm(hg::ElementType type, std::int64_t n, bool hermitian) {
    std::vector<ProgramMaker> makers;
    for (const Uplo uplo : kTriangles)
        for (const Side side : kSides)
            for (const bool reads_c : {false, true}) {
                hg::GemmProblem problem{.type = type, .m = n, .n = n, .k = n, .reads_c = reads_c};
                problem.hermitian = hermitian;
                (side == Side::left ? problem.symmetric_a : problem.symmetric_b) = uplo;
                makers.push_back(maker(problem, hg::gemm_program));
            }
    return makers;
}

std::vector<ProgramMaker> rank_k(hg::ElementType type, std::int64_t n, bool rank_2k, bool hermitian) {
    std::vector<ProgramMaker> makers;
    for (const Uplo uplo : kTriangles)
        for (const Op op : two_operations(hermitian))
            for (const bool reads_c : {false, true})
                makers.push_back(maker(hg::RankKProblem{.type = type,
                                                        .uplo = uplo,
                                                        .op = op,
                                                        .n = n,
                                                        .k = n,
                                                        .rank_2k = rank_2k,
                                                        .hermitian = hermitian,
                                                        .reads_c = reads_c},
                                       hg::rank_k_program));
    return makers;
}

/// Of trmm and trsm.
template <class Problem, class Make>
std::vector<ProgramMaker> triangle(hg::ElementType type, std::int64_t n, Make make) {
    std::vector<ProgramMaker> makers;
    for (const Side side : kSides)
        for (const Uplo uplo : kTriangles)
            for (const Op op : operations(type))
                for (const hg::Diag diag : {hg::Diag::non_unit, hg::Diag::unit})
                    for (const std::int64_t others : {n, std::min(n, kNarrow), std::int64_t{1}}) {
                        const bool left = side == Side::left;
                        makers.push_back(maker(Problem{.type = type,
                                                       .side = side,
                                                       .uplo = uplo,
                                                       .op = op,
                                                       .diag = diag,
                                                       .m = left ? n : others,
                                                       .n = left ? others : n},
                                               make));
                    }
    return makers;
}

std::vector<ProgramMaker> getrf(hg::ElementType type, std::int64_t n) {
    return {maker(hg::LuProblem{.type = type, .m = n, .n = n}, hg::getrf_program)};
}

std::vector<ProgramMaker> potrf(hg::ElementType type, std::int64_t n) {
    std::vector<ProgramMaker> makers;
    for (const Uplo uplo : kTriangles)
        makers.push_back(maker(hg::CholeskyProblem{.type = type, .uplo = uplo, .n = n}, hg::potrf_program));
    return makers;
}

std::vector<ProgramMaker> potri(hg::ElementType type, std::int64_t n) {
    std::vector<ProgramMaker> makers;
    for (const Uplo uplo : kTriangles)
        makers.push_back(maker(hg::InverseProblem{.type = type, .uplo = uplo, .n = n}, hg::potri_program));
    return makers;
}

/// Of getrs and potrs: few right-hand sides have kernels of their own.
std::vector<ProgramMaker> substitution(hg::ElementType type, std::int64_t n,
                                       const std::vector<hg::SubstitutionProblem>& problems) {
    std::vector<ProgramMaker> makers;
    for (hg::SubstitutionProblem problem : problems)
        for (const std::int64_t columns : {std::int64_t{1}, kNarrow}) {
            problem.type = type;
            problem.n = n;
            problem.nrhs = columns;
            makers.push_back(maker(problem, hg::substitution_program));
        }
    return makers;
}

std::vector<ProgramMaker> getrs(hg::ElementType type, std::int64_t n) {
    std::vector<hg::SubstitutionProblem> problems;
    for (const Op op : operations(type)) problems.push_back({.op = op});
    return substitution(type, n, problems);
}

std::vector<ProgramMaker> potrs(hg::ElementType type, std::int64_t n) {
    return substitution(type, n, {{.factors = hg::Factors::lower}, {.factors = hg::Factors::upper}});
}

std::vector<ProgramMaker> geqrf(hg::ElementType type, std::int64_t n) {
    std::vector<ProgramMaker> makers;
    const std::int64_t others = std::min(n, kShallow);
    for (const auto& [rows, columns] : {std::pair{n, n}, {n, others}, {others, n}, {kTall, others}})
        makers.push_back(maker(hg::QrProblem{.type = type, .m = rows, .n = columns}, hg::geqrf_program));
    return makers;
}

std::vector<ProgramMaker> ormqr(hg::ElementType type, std::int64_t n) {
    std::vector<ProgramMaker> makers;
    for (const Side side : kSides)
        for (const Op op : two_operations(hg::is_complex(type)))
            for (const std::int64_t others : {n, std::min(n, kNarrow), std::int64_t{1}}) {
                const bool left = side == Side::left;
                makers.push_back(maker(hg::QProductProblem{.type = type,
                                                           .side = side,
                                                           .op = op,
                                                           .m = left ? n : others,
                                                           .n = left ? others : n,
                                                           .k = n},
                                       hg::ormqr_program));
            }
    return makers;
}

std::vector<ProgramMaker> orgqr(hg::ElementType type, std::int64_t n) {
    return {maker(hg::QColumnsProblem{.type = type, .m = n, .n = n, .k = n}, hg::orgqr_program)};
}

}  // namespace

const std::vector<std::string>& routines_with_programs() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> all;
        const auto add = [&]<class Routine>(Routine /*row*/) {
            const std::string name(Routine::kName);
            if (Routine::kLevel == 3 && !routine_programs(name, hg::ElementType::c64, 1).empty())
                all.push_back(name);
        };
        hg::routines::for_each_blas_routine(add);
        hg::routines::for_each_lapack_routine(add);
        return all;
    }();
    return names;
}

std::vector<ProgramMaker> routine_programs(const std::string& routine, hg::ElementType type, std::int64_t n) {
    const bool hermitian = routine.starts_with("he");
    if (hermitian && !hg::is_complex(type)) return {};
    if (routine == "gemm") return gemm(type, n);
    if (routine == "symm" || routine == "hemm") return symm(type, n, hermitian);
    if (routine.ends_with("rk")) return rank_k(type, n, false, hermitian);
    if (routine.ends_with("r2k")) return rank_k(type, n, true, hermitian);
    if (routine == "trmm") return triangle<hg::TrmmProblem>(type, n, hg::trmm_program);
    if (routine == "trsm") return triangle<hg::TrsmProblem>(type, n, hg::trsm_program);
    if (routine == "getrs") return getrs(type, n);
    if (routine == "potrf") return potrf(type, n);
    if (routine == "potrs") return potrs(type, n);
    if (routine == "potri") return potri(type, n);
    if (routine == "geqrf") return geqrf(type, n);
    if (routine == "ormqr") return ormqr(type, n);
    if (routine == "orgqr") return orgqr(type, n);
    if (routine == "getrf") return getrf(type, n);
    return {};
}

}  // namespace hgctl
