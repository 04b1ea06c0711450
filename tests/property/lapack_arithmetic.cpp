#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "host_blas/element_arithmetic.hpp"
#include "lapack/ldl/ldl_call.hpp"
#include "support/fast_gpus.hpp"
#include <hg/blas/gemm_program.hpp>
#include <hg/blas/rank_k_program.hpp>
#include <hg/blas/trmm_program.hpp>
#include <hg/blas/trsm_program.hpp>
#include <hg/lapack/getrf_program.hpp>
#include <hg/lapack/potrf_program.hpp>
#include <hg/lapack/qr_programs.hpp>
#include <hg/runtime/program/text.hpp>

namespace hg {
namespace {

/// The key of a routine's problem and the text of its program.
using Made = std::pair<std::string, std::string>;
struct RoutineUnderTest {
    const char* name;
    std::function<Made(ElementType, Arithmetic, const Target&)> make;
};

template <class Problem, class BuildProgram>
RoutineUnderTest routine(const char* name, Problem problem, BuildProgram build) {
    return {name, [=](ElementType type, Arithmetic arithmetic, const Target& target) mutable {
                problem.type = type;
                problem.arithmetic = arithmetic;
                return Made{problem.key(), print(build(problem, target, kernels::Database::shipped()))};
            }};
}

using BuildProgram = decltype([](const auto& problem, const Target& target,
                                 const kernels::Database& database) {
    using Problem = std::remove_cvref_t<decltype(problem)>;
    if constexpr (std::is_same_v<Problem, GemmProblem>) return gemm_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, RankKProblem>) return rank_k_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, TrmmProblem>) return trmm_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, TrsmProblem>) return trsm_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, LuProblem>) return getrf_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, CholeskyProblem>) return potrf_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, LdlProblem>) return sytrf_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, QrProblem>) return geqrf_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, QProductProblem>) return ormqr_program(problem, target, database);
    if constexpr (std::is_same_v<Problem, QColumnsProblem>) return orgqr_program(problem, target, database);
});

std::vector<RoutineUnderTest> routines(std::int64_t n) {
    const BuildProgram build;
    return {
        routine("gemm", GemmProblem{.m = n, .n = n, .k = n}, build),
        routine("symm", GemmProblem{.m = n, .n = n, .k = n, .symmetric_a = Uplo::lower}, build),
        routine("syrk", RankKProblem{.n = n, .k = n}, build),
        routine("syr2k", RankKProblem{.n = n, .k = n, .rank_2k = true}, build),
        routine("trmm", TrmmProblem{.m = n, .n = n}, build),
        routine("trsm", TrsmProblem{.m = n, .n = n}, build),
        routine("getrf", LuProblem{.m = n, .n = n}, build),
        routine("gesv", LuProblem{.m = n, .n = n, .nrhs = n}, build),
        routine("potrf", CholeskyProblem{.n = n}, build),
        routine("sytrf", LdlProblem{.n = n}, build),
        routine("geqrf", QrProblem{.m = n, .n = n}, build),
        routine("gels", QrProblem{.m = n, .n = n / 2, .nrhs = n}, build),
        routine("ormqr", QProductProblem{.m = n, .n = n, .k = n}, build),
        routine("orgqr", QColumnsProblem{.m = n, .n = n, .k = n}, build),
    };
}

/// Emulated products have a bound for rows and columns, none for elements: nobody gets them without asking.
TEST(AutomaticArithmetic, IsThatOfNativeProgramsForEveryRoutine) {
    const Target target = test::one_h200();  // emulated products are faster there than native ones
    for (const auto& [name, make] : routines(4096))
        for (const ElementType type : kFloatingTypes) {
            const Made native = make(type, Arithmetic::native, target);
            const std::string what = std::string(name) + " " + std::string(hg::name(type));
            EXPECT_TRUE(make(type, Arithmetic::automatic, target) == native) << what;
            EXPECT_FALSE(make(type, Arithmetic::emulated, target) == native) << what;
        }
}

}  // namespace
}  // namespace hg
