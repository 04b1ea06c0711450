#include "tools/hgctl/bench/resident/resident_routine.hpp"

#include "blas/cost/memory_bound.hpp"
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/rank_update.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/trsv.hpp>
#include <hg/blas/registers/vector.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using Operands = std::vector<ResidentOperand>;
using Registers = std::span<const hg::RegisterId>;
using hg::ProgramBuilder;

ResidentOperand vector(const ResidentCase& c, std::int64_t n, bool written) {
    return {.type = c.type, .rows = n, .written = written};
}

template <bool kWritesX, bool kWritesY>
Operands two_vectors(const ResidentCase& c) {
    return {vector(c, c.n, kWritesX), vector(c, c.n, kWritesY)};
}

Operands one_vector(const ResidentCase& c) {
    return {vector(c, c.n, true)};
}

template <int kVectors, bool kPlace>
Operands reduction(const ResidentCase& c) {
    Operands operands(kVectors, vector(c, c.n, false));
    operands.push_back({.type = kPlace ? hg::ElementType::i32 : c.type, .rows = 1, .written = true});
    return operands;
}

ResidentOperand square(const ResidentCase& c, bool written, Filling filling) {
    return {.type = c.type, .rows = c.n, .cols = c.n, .written = written, .filling = filling};
}

Operands gemv(const ResidentCase& c) {
    const bool transposed = c.op != hg::Op::none;
    return {{.type = c.type, .rows = c.m, .cols = c.n},
            vector(c, transposed ? c.m : c.n, false),
            vector(c, transposed ? c.n : c.m, true)};
}

Operands ger(const ResidentCase& c) {
    return {{.type = c.type, .rows = c.m, .cols = c.n, .written = true},
            vector(c, c.m, false),
            vector(c, c.n, false)};
}

Operands symv(const ResidentCase& c) {
    return {square(c, false, Filling::random), vector(c, c.n, false), vector(c, c.n, true)};
}

template <int kVectors>
Operands symmetric_update(const ResidentCase& c) {
    Operands operands{square(c, true, Filling::random)};
    operands.insert(operands.end(), kVectors, vector(c, c.n, false));
    return operands;
}

Operands triangle(const ResidentCase& c) {
    return {square(c, false, Filling::near_identity), vector(c, c.n, true)};
}

/// Options with the blocking of the kernel that the case names. Throws hg::Error{invalid_argument} if it is none of
/// the routine's kernels.
template <class Options, class Parse>
Options blocked_as(const ResidentCase& c, const Parse& parse) {
    Options options;
    if constexpr (requires { options.database; }) options.database = c.database;
    if (c.kernel.empty()) return options;
    const auto parameters = parse(c.kernel);
    if (!parameters)
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        "--kernel: " + c.kernel + " is no kernel of " + std::string(c.routine->name));
    options.blocking = parameters->blocking;
    return options;
}

hg::VectorOptions vector_options(const ResidentCase& c) {
    return blocked_as<hg::VectorOptions>(c, hg::kernels::parse_vector);
}
hg::GemvOptions gemv_options(const ResidentCase& c) {
    return blocked_as<hg::GemvOptions>(c, hg::kernels::parse_gemv);
}
hg::SymvOptions symv_options(const ResidentCase& c) {
    return blocked_as<hg::SymvOptions>(c, hg::kernels::parse_symv);
}
hg::RankUpdateOptions update_options(const ResidentCase& c) {
    return blocked_as<hg::RankUpdateOptions>(c, hg::kernels::parse_rank_update);
}
hg::TrsvOptions trsv_options(const ResidentCase& c) {
    return blocked_as<hg::TrsvOptions>(c, hg::kernels::parse_trsv);
}

std::vector<ResidentRoutine> vector_changes() {
    using R = VectorRoutine;
    return {
        {R::copy, "copy", false, false, false, "y := x", two_vectors<false, true>,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::copy(b, r[0], r[1], vector_options(c));
         }},
        {R::swap, "swap", false, false, false, "x, y := y, x", two_vectors<true, true>,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::swap(b, r[0], r[1], vector_options(c));
         }},
        {R::scal, "scal", false, false, false, "x := alpha x", one_vector,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::scal(b, kResidentAlpha, r[0], vector_options(c));
         }},
        {R::axpy, "axpy", false, false, false, "y := alpha x + y", two_vectors<false, true>,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::axpy(b, kResidentAlpha, r[0], r[1], vector_options(c));
         }},
        {R::rot, "rot", false, false, false, "x, y := c x + s y, c y - s x", two_vectors<true, true>,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::rot(b, r[0], r[1], kResidentC, kResidentS, vector_options(c));
         }},
    };
}

std::vector<ResidentRoutine> reductions() {
    using R = VectorRoutine;
    return {
        {R::dot, "dot", false, false, false, "sum of x(i) y(i)", reduction<2, false>,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::dot(b, r[0], r[1], r[2], vector_options(c));
         }},
        {R::asum, "asum", false, false, false, "sum of |x(i)|", reduction<1, false>,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::asum(b, r[0], r[1], vector_options(c));
         }},
        {R::nrm2, "nrm2", false, false, false, "square root of the sum of x(i)^2", reduction<1, false>,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::nrm2(b, r[0], r[1], vector_options(c));
         }},
        {R::iamax, "iamax", false, false, false, "the first i of largest |x(i)|", reduction<1, true>,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::iamax(b, r[0], r[1], vector_options(c));
         }},
    };
}

std::vector<ResidentRoutine> level_2() {
    using R = VectorRoutine;
    return {
        {R::gemv, "gemv", true, true, false, "y := op(A) x", gemv,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::gemv(b, c.op, 1.0, r[0], r[1], 0.0, r[2], gemv_options(c));
         }},
        {R::ger, "ger", true, false, false, "A := alpha x y^T + A", ger,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::ger(b, kResidentAlpha, r[1], r[2], r[0], update_options(c));
         }},
        {R::symv, "symv", false, false, true, "y := A x, one triangle of the symmetric A", symv,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::symv(b, c.uplo, 1.0, r[0], r[1], 0.0, r[2], symv_options(c));
         }},
        {R::syr, "syr", false, false, true, "A := alpha x x^T + A, one triangle", symmetric_update<1>,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::syr(b, c.uplo, kResidentAlpha, r[1], r[0], update_options(c));
         }},
        {R::syr2, "syr2", false, false, true, "A := alpha (x y^T + y x^T) + A, one triangle",
         symmetric_update<2>,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::syr2(b, c.uplo, kResidentAlpha, r[1], r[2], r[0], update_options(c));
         }},
        {R::trmv, "trmv", false, true, true, "x := op(A) x, A triangular", triangle,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::trmv(b, c.uplo, c.op, hg::Diag::non_unit, r[0], r[1], gemv_options(c));
         }},
        {R::trsv, "trsv", false, true, true, "x := op(A)^-1 x, A triangular", triangle,
         [](ProgramBuilder& b, const ResidentCase& c, Registers r) {
             hg::trsv(b, c.uplo, c.op, hg::Diag::non_unit, r[0], r[1], trsv_options(c));
         }},
    };
}

}  // namespace

const std::vector<ResidentRoutine>& resident_routines() {
    static const std::vector<ResidentRoutine> all = [] {
        std::vector<ResidentRoutine> list;
        for (const auto& part : {vector_changes(), reductions(), level_2()})
            list.insert(list.end(), part.begin(), part.end());
        return list;
    }();
    return all;
}

std::string ResidentCase::title() const {
    std::string text = std::string(routine->name) + " " + std::string(hg::name(type));
    if (routine->has_uplo) text += uplo == hg::Uplo::lower ? " lower" : " upper";
    if (routine->has_op) text += op == hg::Op::none ? " n" : " t";
    return text;
}

std::string ResidentCase::extent() const {
    return routine->has_m ? std::to_string(m) + " x " + std::to_string(n) : std::to_string(n);
}

double ResidentCase::bytes() const {
    const hg::Traffic least = hg::traffic(routine->name, type, routine->has_m ? m : n, n);
    return least.read + least.written;
}

}  // namespace hgctl
