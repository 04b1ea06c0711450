#include "tools/hgctl/bench/resident/resident_case.hpp"

#include <algorithm>
#include <cstring>
#include <string_view>

#include "tools/cli/command_line.hpp"
#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/rank_update.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/trsv.hpp>
#include <hg/blas/registers/vector.hpp>

namespace hgctl {
namespace {

using hg::ProgramBuilder;

/// Options with the blocking of the kernel that the case names.
template <class Options, class Parse>
Options blocked_as(const ResidentCase& c, const Parse& parse) {
    Options options;
    if constexpr (requires { options.database; }) options.database = c.database;
    if (c.kernel.empty()) return options;
    const auto parameters = parse(c.kernel);
    if (!parameters) refuse("--kernel: " + c.kernel + " is not a kernel of " + c.routine->row);
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

/// Registers of operands by their names.
struct Places {
    hg::RegisterId a{}, x{}, y{}, number{};
};

struct Appended {
    std::string_view routine;
    void (*append)(ProgramBuilder&, const ResidentCase&, const Places&);
};

using B = ProgramBuilder;
using C = ResidentCase;
using P = Places;

constexpr Appended kRoutines[]{
    {"copy", [](B& b, const C& c, const P& r) { hg::copy(b, r.x, r.y, vector_options(c)); }},
    {"swap", [](B& b, const C& c, const P& r) { hg::swap(b, r.x, r.y, vector_options(c)); }},
    {"scal", [](B& b, const C& c, const P& r) { hg::scal(b, c.alpha, r.x, vector_options(c)); }},
    {"axpy", [](B& b, const C& c, const P& r) { hg::axpy(b, c.alpha, r.x, r.y, vector_options(c)); }},
    {"rot", [](B& b, const C& c, const P& r) { hg::rot(b, r.x, r.y, c.c, c.s, vector_options(c)); }},
    {"dot", [](B& b, const C& c, const P& r) { hg::dot(b, r.x, r.y, r.number, vector_options(c)); }},
    {"dotu", [](B& b, const C& c, const P& r) { hg::dot(b, r.x, r.y, r.number, vector_options(c)); }},
    {"dotc", [](B& b, const C& c, const P& r) { hg::dotc(b, r.x, r.y, r.number, vector_options(c)); }},
    {"asum", [](B& b, const C& c, const P& r) { hg::asum(b, r.x, r.number, vector_options(c)); }},
    {"nrm2", [](B& b, const C& c, const P& r) { hg::nrm2(b, r.x, r.number, vector_options(c)); }},
    {"iamax", [](B& b, const C& c, const P& r) { hg::iamax(b, r.x, r.number, vector_options(c)); }},
    {"gemv",
     [](B& b, const C& c, const P& r) { hg::gemv(b, c.op, c.alpha, r.a, r.x, 0.0, r.y, gemv_options(c)); }},
    {"ger", [](B& b, const C& c, const P& r) { hg::ger(b, c.alpha, r.x, r.y, r.a, update_options(c)); }},
    {"geru", [](B& b, const C& c, const P& r) { hg::ger(b, c.alpha, r.x, r.y, r.a, update_options(c)); }},
    {"gerc", [](B& b, const C& c, const P& r) { hg::gerc(b, c.alpha, r.x, r.y, r.a, update_options(c)); }},
    {"symv",
     [](B& b, const C& c, const P& r) { hg::symv(b, c.uplo, c.alpha, r.a, r.x, 0.0, r.y, symv_options(c)); }},
    {"hemv",
     [](B& b, const C& c, const P& r) { hg::hemv(b, c.uplo, c.alpha, r.a, r.x, 0.0, r.y, gemv_options(c)); }},
    {"syr", [](B& b, const C& c, const P& r) { hg::syr(b, c.uplo, c.alpha, r.x, r.a, update_options(c)); }},
    {"her", [](B& b, const C& c, const P& r) { hg::her(b, c.uplo, c.alpha, r.x, r.a, update_options(c)); }},
    {"syr2",
     [](B& b, const C& c, const P& r) { hg::syr2(b, c.uplo, c.alpha, r.x, r.y, r.a, update_options(c)); }},
    {"her2",
     [](B& b, const C& c, const P& r) { hg::her2(b, c.uplo, c.alpha, r.x, r.y, r.a, update_options(c)); }},
    {"trmv",
     [](B& b, const C& c, const P& r) { hg::trmv(b, c.uplo, c.op, c.diag, r.a, r.x, gemv_options(c)); }},
    {"trsv",
     [](B& b, const C& c, const P& r) { hg::trsv(b, c.uplo, c.op, c.diag, r.a, r.x, trsv_options(c)); }},
};

}  // namespace

void append(ProgramBuilder& builder, const ResidentCase& bench, std::span<const hg::RegisterId> registers) {
    Places places;
    const std::vector<ListedOperand> operands = bench.routine->operands(bench);
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const std::string_view name = operands[i].name;
        (name == "A"   ? places.a
         : name == "x" ? places.x
         : name == "y" ? places.y
                       : places.number) = registers[i];
    }
    std::ranges::find(kRoutines, bench.routine->row, &Appended::routine)->append(builder, bench, places);
}

double check(ResidentDevice& device, ResidentProgram& program, BenchProblem& problem) {
    problem.restore();
    const ListedCall call = problem.listed();
    const std::vector<const ListedOperand*> operands = call.operands();
    for (std::size_t i = 0; i < operands.size(); ++i) device.load(program.operand(i), operands[i]->data);
    program.run_once();
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (!operands[i]->written) continue;
        device.store(program.operand(i), operands[i]->data);
        if (!operands[i]->is_integral()) continue;
        std::int32_t index = 0;  // devices count elements in 32 bits
        std::memcpy(&index, operands[i]->data, sizeof index);
        *static_cast<std::int64_t*>(operands[i]->data) = index;
    }
    return problem.error().error;
}

std::string ResidentCase::title() const {
    const CallForm& form = routine->form;
    std::string text = routine->row + " " + std::string(hg::name(routine->type));
    if (form.has_uplo) text += uplo == hg::Uplo::lower ? " lower" : " upper";
    if (!form.ops.empty()) text += std::string(" ") + op_letter();
    return text;
}

char ResidentCase::op_letter() const noexcept {
    return op == hg::Op::none ? 'n' : op == hg::Op::trans ? 't' : 'c';
}

std::string ResidentCase::extent() const {
    return routine->form.has_m() ? std::to_string(m) + " x " + std::to_string(n) : std::to_string(n);
}

std::vector<ResidentProgram::Operand> ResidentCase::registers() const {
    std::vector<ResidentProgram::Operand> list;
    for (const ListedOperand& x : routine->operands(*this)) {
        const hg::ElementType of = x.is_integral() ? hg::ElementType::i32 : x.type;
        const bool has_gap = x.kind == ListedOperand::Kind::matrix;
        const std::int64_t stride = gap < 0 ? hg::padded_ld(x.rows, x.type) : x.rows + gap;
        list.push_back({of, x.rows, x.cols, has_gap ? stride : x.rows});
    }
    return list;
}

}  // namespace hgctl
