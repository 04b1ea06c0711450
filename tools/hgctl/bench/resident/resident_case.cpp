#include "tools/hgctl/bench/resident/resident_case.hpp"

#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/rank_update.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/trsv.hpp>
#include <hg/blas/registers/vector.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

using Registers = std::span<const hg::RegisterId>;
using hg::ProgramBuilder;

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
                        "--kernel: " + c.kernel + " is no kernel of " + std::string(form_of(c).name));
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

using R = VectorRoutine;

void append_change(ProgramBuilder& b, const ResidentCase& c, Registers r) {
    switch (c.routine) {
        case R::copy:
            return hg::copy(b, r[0], r[1], vector_options(c));
        case R::swap:
            return hg::swap(b, r[0], r[1], vector_options(c));
        case R::scal:
            return hg::scal(b, c.alpha, r[0], vector_options(c));
        case R::axpy:
            return hg::axpy(b, c.alpha, r[0], r[1], vector_options(c));
        default:
            return hg::rot(b, r[0], r[1], c.c, c.s, vector_options(c));
    }
}

void append_reduction(ProgramBuilder& b, const ResidentCase& c, Registers r) {
    switch (c.routine) {
        case R::dot:
        case R::dotu:
            return hg::dot(b, r[0], r[1], r[2], vector_options(c));
        case R::dotc:
            return hg::dotc(b, r[0], r[1], r[2], vector_options(c));
        case R::asum:
            return hg::asum(b, r[0], r[1], vector_options(c));
        case R::nrm2:
            return hg::nrm2(b, r[0], r[1], vector_options(c));
        default:
            return hg::iamax(b, r[0], r[1], vector_options(c));
    }
}

void append_level_2(ProgramBuilder& b, const ResidentCase& c, Registers r) {
    switch (c.routine) {
        case R::gemv:
            return hg::gemv(b, c.op, c.alpha, r[0], r[1], 0.0, r[2], gemv_options(c));
        case R::ger:
        case R::geru:
            return hg::ger(b, c.alpha, r[1], r[2], r[0], update_options(c));
        case R::gerc:
            return hg::gerc(b, c.alpha, r[1], r[2], r[0], update_options(c));
        case R::hemv:
            return hg::hemv(b, c.uplo, c.alpha, r[0], r[1], 0.0, r[2], gemv_options(c));
        case R::her:
            return hg::her(b, c.uplo, c.alpha, r[1], r[0], update_options(c));
        case R::her2:
            return hg::her2(b, c.uplo, c.alpha, r[1], r[2], r[0], update_options(c));
        case R::symv:
            return hg::symv(b, c.uplo, c.alpha, r[0], r[1], 0.0, r[2], symv_options(c));
        case R::syr:
            return hg::syr(b, c.uplo, c.alpha, r[1], r[0], update_options(c));
        case R::syr2:
            return hg::syr2(b, c.uplo, c.alpha, r[1], r[2], r[0], update_options(c));
        case R::trmv:
            return hg::trmv(b, c.uplo, c.op, c.diag, r[0], r[1], gemv_options(c));
        default:
            return hg::trsv(b, c.uplo, c.op, c.diag, r[0], r[1], trsv_options(c));
    }
}

}  // namespace

void append(ProgramBuilder& builder, const ResidentCase& bench, Registers operands) {
    const auto append_call = bench.routine >= R::gemv ? append_level_2
                             : bench.returns_number() ? append_reduction
                                                      : append_change;
    append_call(builder, bench, operands);
}

std::string ResidentCase::title() const {
    const VectorForm& form = form_of(*this);
    std::string text = std::string(form.name) + " " + std::string(hg::name(type));
    if (form.has_uplo) text += uplo == hg::Uplo::lower ? " lower" : " upper";
    if (form.has_op) text += std::string(" ") + op_letter();
    return text;
}

char ResidentCase::op_letter() const noexcept {
    return op == hg::Op::none ? 'n' : op == hg::Op::trans ? 't' : 'c';
}

std::string ResidentCase::extent() const {
    return form_of(*this).has_m ? std::to_string(m) + " x " + std::to_string(n) : std::to_string(n);
}

double ResidentCase::bytes() const {
    const hg::Traffic least = traffic_of(*this);
    return least.read + least.written;
}

}  // namespace hgctl
