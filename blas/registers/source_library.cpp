#include <array>
#include <concepts>
#include <map>
#include <string>
#include <type_traits>
#include <utility>

#include <hg/blas/registers/gemm.hpp>
#include <hg/blas/registers/gemv.hpp>
#include <hg/blas/registers/rank_update.hpp>
#include <hg/blas/registers/source_library.hpp>
#include <hg/blas/registers/symv.hpp>
#include <hg/blas/registers/trsm.hpp>
#include <hg/blas/registers/trsv.hpp>
#include <hg/blas/registers/vector.hpp>
#include <hg/kernels/library.hpp>
#include <hg/kernels/scale.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using Kind = RoutineArgument::Kind;
using kernels::Database;

/// The words for the values of an argument.
template <class Value>
struct Words;
template <>
struct Words<Op> {
    static constexpr std::array values{
        std::pair{"N", Op::none},       std::pair{"none", Op::none},
        std::pair{"T", Op::trans},      std::pair{"trans", Op::trans},
        std::pair{"C", Op::conj_trans}, std::pair{"conj_trans", Op::conj_trans}};
};
template <>
struct Words<Side> {
    static constexpr std::array values{std::pair{"L", Side::left}, std::pair{"left", Side::left},
                                       std::pair{"R", Side::right}, std::pair{"right", Side::right}};
};
template <>
struct Words<Uplo> {
    static constexpr std::array values{std::pair{"L", Uplo::lower}, std::pair{"lower", Uplo::lower},
                                       std::pair{"U", Uplo::upper}, std::pair{"upper", Uplo::upper}};
};
template <>
struct Words<Diag> {
    static constexpr std::array values{std::pair{"N", Diag::non_unit}, std::pair{"non_unit", Diag::non_unit},
                                       std::pair{"U", Diag::unit}, std::pair{"unit", Diag::unit}};
};

/// Arguments one after the other, as the types that a routine takes.
class ArgumentReader {
  public:
    ArgumentReader(std::string_view routine, std::span<const RoutineArgument> arguments)
        : routine_(routine), arguments_(arguments) {}

    template <class Value>
    Value take() {
        const RoutineArgument& next = arguments_[taken_++];
        if constexpr (std::same_as<Value, RegisterId>) {
            if (next.kind == Kind::reg) return next.reg;
            fail("a register");
        } else if constexpr (std::same_as<Value, Scalar>) {
            if (is_number(next)) return next.scalar;
            fail("a number or a scalar");
        } else if constexpr (std::same_as<Value, Coefficient>) {
            if (is_number(next)) return next.scalar;
            if (next.kind == Kind::reg) return next.reg;
            fail("a number, a scalar or a register");
        } else {
            return word<Value>(next);
        }
    }

  private:
    static bool is_number(const RoutineArgument& argument) {
        return argument.kind == Kind::scalar || argument.kind == Kind::integer;
    }
    template <class Value>
    Value word(const RoutineArgument& argument) const {
        std::string all;
        for (const auto& [text, value] : Words<Value>::values) {
            if (argument.kind == Kind::word && argument.word == text) return value;
            all += (all.empty() ? "" : ", ") + std::string(text);
        }
        fail("one of " + all);
    }
    [[noreturn]] void fail(const std::string& what) const {
        throw Error(ErrorCode::invalid_argument,
                    "hg." + std::string(routine_) + ": argument " + std::to_string(taken_) + " is " + what);
    }

    std::string_view routine_;
    std::span<const RoutineArgument> arguments_;
    std::size_t taken_ = 0;
};

using Arguments = std::span<const RoutineArgument>;
using Routine = std::function<void(ProgramBuilder&, const Database&, std::string_view, Arguments)>;

/// A function with the arguments of a routine, as one that reads them.
template <class... Values>
Routine routine(void (*append)(ProgramBuilder&, const Database&, Values...)) {
    return
        [append](ProgramBuilder& builder, const Database& database, std::string_view name, Arguments given) {
            if (given.size() != sizeof...(Values))
                throw Error(ErrorCode::invalid_argument,
                            "hg." + std::string(name) + " takes " + std::to_string(sizeof...(Values)) +
                                " arguments, not " + std::to_string(given.size()));
            ArgumentReader reader(name, given);
            // Braces keep the order.
            std::apply([&](const auto&... values) { append(builder, database, values...); },
                       std::tuple<Values...>{reader.template take<Values>()...});
        };
}

/// B := alpha op(A)^-1 B, or alpha B op(A)^-1. With alpha = 0 the triangle is not read.
void append_trsm(ProgramBuilder& b, const Database& database, Side side, Uplo uplo, Op op, Diag diag,
                 Scalar alpha, RegisterId A, RegisterId B) {
    if (alpha != Scalar(1.0)) b.exec(kernels::scale(b.reg(B).type), {B}, {alpha});
    if (alpha != Scalar(0.0)) solve(b, side, op, invert(b, uplo, diag, A, op), B, true, database);
}

using Builder = ProgramBuilder;
using Reg = RegisterId;
using Factor = Coefficient;

std::map<std::string_view, Routine> matrix_routines() {
    return {
        {"gemm", routine(+[](Builder& b, const Database& d, Op op_a, Op op_b, Scalar alpha, Reg A, Reg B,
                             Scalar beta, Reg C) { gemm(b, op_a, op_b, alpha, A, B, beta, C, d); })},
        {"trsm", routine(append_trsm)},
        {"gemv", routine(+[](Builder& b, const Database& d, Op op, Factor alpha, Reg A, Reg x, Factor beta,
                             Reg y) { gemv(b, op, alpha, A, x, beta, y, {.database = &d}); })},
        {"trmv", routine(+[](Builder& b, const Database& d, Uplo uplo, Op op, Diag diag, Reg A, Reg x) {
             trmv(b, uplo, op, diag, A, x, {.database = &d});
         })},
        {"symv", routine(+[](Builder& b, const Database& d, Uplo uplo, Factor alpha, Reg A, Reg x,
                             Factor beta, Reg y) { symv(b, uplo, alpha, A, x, beta, y, {.database = &d}); })},
        {"hemv", routine(+[](Builder& b, const Database& d, Uplo uplo, Factor alpha, Reg A, Reg x,
                             Factor beta, Reg y) { hemv(b, uplo, alpha, A, x, beta, y, {.database = &d}); })},
        {"trsv", routine(+[](Builder& b, const Database& d, Uplo uplo, Op op, Diag diag, Reg A, Reg x) {
             trsv(b, uplo, op, diag, A, x, {.database = &d});
         })}};
}

std::map<std::string_view, Routine> update_routines() {
    return {{"ger", routine(+[](Builder& b, const Database& d, Factor alpha, Reg x, Reg y, Reg A) {
                 ger(b, alpha, x, y, A, {.database = &d});
             })},
            {"gerc", routine(+[](Builder& b, const Database& d, Factor alpha, Reg x, Reg y, Reg A) {
                 gerc(b, alpha, x, y, A, {.database = &d});
             })},
            {"syr", routine(+[](Builder& b, const Database& d, Uplo uplo, Factor alpha, Reg x, Reg A) {
                 syr(b, uplo, alpha, x, A, {.database = &d});
             })},
            {"her", routine(+[](Builder& b, const Database& d, Uplo uplo, Factor alpha, Reg x, Reg A) {
                 her(b, uplo, alpha, x, A, {.database = &d});
             })},
            {"syr2", routine(+[](Builder& b, const Database& d, Uplo uplo, Factor alpha, Reg x, Reg y,
                                 Reg A) { syr2(b, uplo, alpha, x, y, A, {.database = &d}); })},
            {"her2", routine(+[](Builder& b, const Database& d, Uplo uplo, Factor alpha, Reg x, Reg y,
                                 Reg A) { her2(b, uplo, alpha, x, y, A, {.database = &d}); })}};
}

std::map<std::string_view, Routine> vector_routines() {
    return {{"copy",
             routine(+[](Builder& b, const Database& d, Reg x, Reg y) { copy(b, x, y, {.database = &d}); })},
            {"swap",
             routine(+[](Builder& b, const Database& d, Reg x, Reg y) { swap(b, x, y, {.database = &d}); })},
            {"scal", routine(+[](Builder& b, const Database& d, Factor alpha, Reg x) {
                 scal(b, alpha, x, {.database = &d});
             })},
            {"real_scal", routine(+[](Builder& b, const Database& d, Factor alpha, Reg x) {
                 real_scal(b, alpha, x, {.database = &d});
             })},
            {"axpy", routine(+[](Builder& b, const Database& d, Factor alpha, Reg x, Reg y) {
                 axpy(b, alpha, x, y, {.database = &d});
             })},
            {"rot", routine(+[](Builder& b, const Database& d, Reg x, Reg y, Factor c, Factor s) {
                 rot(b, x, y, c, s, {.database = &d});
             })},
            {"dot", routine(+[](Builder& b, const Database& d, Reg x, Reg y, Reg r) {
                 dot(b, x, y, r, {.database = &d});
             })},
            {"dotc", routine(+[](Builder& b, const Database& d, Reg x, Reg y, Reg r) {
                 dotc(b, x, y, r, {.database = &d});
             })},
            {"nrm2",
             routine(+[](Builder& b, const Database& d, Reg x, Reg r) { nrm2(b, x, r, {.database = &d}); })},
            {"asum",
             routine(+[](Builder& b, const Database& d, Reg x, Reg r) { asum(b, x, r, {.database = &d}); })},
            {"iamax", routine(+[](Builder& b, const Database& d, Reg x, Reg r) {
                 iamax(b, x, r, {.database = &d});
             })}};
}

}  // namespace

SourceLibrary source_library(const Database& database) {
    std::map<std::string_view, Routine> routines = matrix_routines();
    routines.merge(update_routines());
    routines.merge(vector_routines());
    SourceLibrary library;
    library.instruction = kernels::find;
    library.routine = [routines = std::move(routines), &database](
                          ProgramBuilder& builder, std::string_view name, Arguments arguments) {
        const auto found = routines.find(name);
        if (found != routines.end()) found->second(builder, database, name, arguments);
        return found != routines.end();
    };
    return library;
}

}  // namespace hg
