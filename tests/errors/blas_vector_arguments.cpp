#include <gtest/gtest.h>

#include <complex>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "support/test_devices.hpp"
#include <hg/blas/level1.hpp>
#include <hg/blas/level2.hpp>
#include <hg/blas/session.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using C64 = std::complex<double>;

constexpr std::int64_t kSmallestInt = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLargestInt = std::numeric_limits<std::int64_t>::max();

/// The arguments of good calls, of which each routine takes its own; to be partially_written one at a time.
struct GoodCall {
    Layout layout = Layout::col_major;
    Uplo uplo = Uplo::lower;
    Op op = Op::none;
    Diag diag = Diag::non_unit;
    std::int64_t m = 4, n = 5, incx = 1, incy = -2, lda = 5;
    double* A = nullptr;
    double* x = nullptr;
    double* y = nullptr;

    // Of complex routines.
    [[nodiscard]] C64* zA() const { return reinterpret_cast<C64*>(A); }
    [[nodiscard]] C64* zx() const { return reinterpret_cast<C64*>(x); }
    [[nodiscard]] C64* zy() const { return reinterpret_cast<C64*>(y); }
};

using CallRoutine = void(Session&, const GoodCall&);

struct NamedRoutine {
    const char* name;
    CallRoutine* call;
};

const NamedRoutine kLevel1[] = {
    {"dcopy", [](Session& s, const GoodCall& a) { copy<double>(s, a.n, a.x, a.incx, a.y, a.incy); }},
    {"dswap", [](Session& s, const GoodCall& a) { swap<double>(s, a.n, a.x, a.incx, a.y, a.incy); }},
    {"dscal", [](Session& s, const GoodCall& a) { scal<double>(s, a.n, 2, a.x, a.incx); }},
    {"daxpy", [](Session& s, const GoodCall& a) { axpy<double>(s, a.n, 2, a.x, a.incx, a.y, a.incy); }},
    {"drot", [](Session& s, const GoodCall& a) { rot<double>(s, a.n, a.x, a.incx, a.y, a.incy, 1, 2); }},
    {"ddot", [](Session& s, const GoodCall& a) { (void)dot<double>(s, a.n, a.x, a.incx, a.y, a.incy); }},
    {"dnrm2", [](Session& s, const GoodCall& a) { (void)nrm2<double>(s, a.n, a.x, a.incx); }},
    {"dasum", [](Session& s, const GoodCall& a) { (void)asum<double>(s, a.n, a.x, a.incx); }},
    {"idamax", [](Session& s, const GoodCall& a) { (void)iamax<double>(s, a.n, a.x, a.incx); }},
};

const NamedRoutine kLevel2[] = {
    {"dgemv",
     [](Session& s, const GoodCall& a) {
         gemv<double>(s, a.layout, a.op, a.m, a.n, 2, a.A, a.lda, a.x, a.incx, 3, a.y, a.incy);
     }},
    {"dger",
     [](Session& s, const GoodCall& a) {
         ger<double>(s, a.layout, a.m, a.n, 2, a.x, a.incx, a.y, a.incy, a.A, a.lda);
     }},
    {"dsymv",
     [](Session& s, const GoodCall& a) {
         symv<double>(s, a.layout, a.uplo, a.n, 2, a.A, a.lda, a.x, a.incx, 3, a.y, a.incy);
     }},
    {"dsyr", [](Session& s,
                const GoodCall& a) { syr<double>(s, a.layout, a.uplo, a.n, 2, a.x, a.incx, a.A, a.lda); }},
    {"dsyr2",
     [](Session& s, const GoodCall& a) {
         syr2<double>(s, a.layout, a.uplo, a.n, 2, a.x, a.incx, a.y, a.incy, a.A, a.lda);
     }},
    {"dtrmv",
     [](Session& s, const GoodCall& a) {
         trmv<double>(s, a.layout, a.uplo, a.op, a.diag, a.n, a.A, a.lda, a.x, a.incx);
     }},
    {"dtrsv",
     [](Session& s, const GoodCall& a) {
         trsv<double>(s, a.layout, a.uplo, a.op, a.diag, a.n, a.A, a.lda, a.x, a.incx);
     }},
};

/// Complex routines whose arguments are those of the real ones at the same place.
const NamedRoutine kComplexLevel1[] = {
    {"zcopy", [](Session& s, const GoodCall& a) { copy(s, a.n, a.zx(), a.incx, a.zy(), a.incy); }},
    {"zswap", [](Session& s, const GoodCall& a) { swap(s, a.n, a.zx(), a.incx, a.zy(), a.incy); }},
    {"zscal", [](Session& s, const GoodCall& a) { scal(s, a.n, C64(2), a.zx(), a.incx); }},
    {"zaxpy", [](Session& s, const GoodCall& a) { axpy(s, a.n, C64(2), a.zx(), a.incx, a.zy(), a.incy); }},
    {"zdrot", [](Session& s, const GoodCall& a) { rot(s, a.n, a.zx(), a.incx, a.zy(), a.incy, 1, 2); }},
    {"zdotc", [](Session& s, const GoodCall& a) { (void)dotc(s, a.n, a.zx(), a.incx, a.zy(), a.incy); }},
    {"dznrm2", [](Session& s, const GoodCall& a) { (void)nrm2(s, a.n, a.zx(), a.incx); }},
    {"dzasum", [](Session& s, const GoodCall& a) { (void)asum(s, a.n, a.zx(), a.incx); }},
    {"izamax", [](Session& s, const GoodCall& a) { (void)iamax(s, a.n, a.zx(), a.incx); }},
};

const NamedRoutine kComplexLevel2[] = {
    {"zgemv",
     [](Session& s, const GoodCall& a) {
         gemv<C64>(s, a.layout, a.op, a.m, a.n, 2, a.zA(), a.lda, a.zx(), a.incx, 3, a.zy(), a.incy);
     }},
    {"zgerc",
     [](Session& s, const GoodCall& a) {
         gerc<C64>(s, a.layout, a.m, a.n, 2, a.zx(), a.incx, a.zy(), a.incy, a.zA(), a.lda);
     }},
    {"zhemv",
     [](Session& s, const GoodCall& a) {
         hemv<C64>(s, a.layout, a.uplo, a.n, 2, a.zA(), a.lda, a.zx(), a.incx, 3, a.zy(), a.incy);
     }},
    {"zher", [](Session& s,
                const GoodCall& a) { her<C64>(s, a.layout, a.uplo, a.n, 2, a.zx(), a.incx, a.zA(), a.lda); }},
    {"zher2",
     [](Session& s, const GoodCall& a) {
         her2<C64>(s, a.layout, a.uplo, a.n, 2, a.zx(), a.incx, a.zy(), a.incy, a.zA(), a.lda);
     }},
    {"ztrmv",
     [](Session& s, const GoodCall& a) {
         trmv<C64>(s, a.layout, a.uplo, a.op, a.diag, a.n, a.zA(), a.lda, a.zx(), a.incx);
     }},
    {"ztrsv",
     [](Session& s, const GoodCall& a) {
         trsv<C64>(s, a.layout, a.uplo, a.op, a.diag, a.n, a.zA(), a.lda, a.zx(), a.incx);
     }},
};

/// What is wrong, and the argument's number in each routine of a level; 0 if it has none.
struct WrongVectorArgument {
    const char* name;
    std::vector<int> numbers;
    void (*spoil)(GoodCall&);
};

const WrongVectorArgument kWrong1[] = {
    {"n", {1, 1, 1, 1, 1, 1, 1, 1, 1}, [](GoodCall& a) { a.n = -1; }},
    {"x", {2, 2, 3, 3, 2, 2, 2, 2, 2}, [](GoodCall& a) { a.x = nullptr; }},
    {"incx", {3, 3, 4, 4, 3, 3, 3, 3, 3}, [](GoodCall& a) { a.incx = 0; }},
    {"incx", {0, 0, 4, 0, 0, 0, 3, 3, 3}, [](GoodCall& a) { a.incx = -1; }},
    {"incx", {3, 3, 4, 4, 3, 3, 3, 3, 3}, [](GoodCall& a) { a.incx = kLargestInt / 16; }},
    {"incx", {3, 3, 4, 4, 3, 3, 3, 3, 3}, [](GoodCall& a) { a.n = 0, a.incx = kSmallestInt; }},
    {"y", {4, 4, 0, 5, 4, 4, 0, 0, 0}, [](GoodCall& a) { a.y = nullptr; }},
    {"incy", {5, 5, 0, 6, 5, 5, 0, 0, 0}, [](GoodCall& a) { a.incy = 0; }},
    {"incy", {5, 5, 0, 6, 5, 5, 0, 0, 0}, [](GoodCall& a) { a.incy = -kLargestInt / 16; }},
};

const WrongVectorArgument kWrong2[] = {
    {"layout", {1, 1, 1, 1, 1, 1, 1}, [](GoodCall& a) { a.layout = static_cast<Layout>('X'); }},
    {"uplo", {0, 0, 2, 2, 2, 2, 2}, [](GoodCall& a) { a.uplo = static_cast<Uplo>(0); }},
    {"op", {2, 0, 0, 0, 0, 3, 3}, [](GoodCall& a) { a.op = static_cast<Op>('n'); }},
    {"diag", {0, 0, 0, 0, 0, 4, 4}, [](GoodCall& a) { a.diag = static_cast<Diag>('V'); }},
    {"m", {3, 2, 0, 0, 0, 0, 0}, [](GoodCall& a) { a.m = -1; }},
    {"n", {4, 3, 3, 3, 3, 5, 5}, [](GoodCall& a) { a.n = kSmallestInt; }},
    {"A", {6, 9, 5, 7, 9, 6, 6}, [](GoodCall& a) { a.A = nullptr; }},
    {"lda", {7, 10, 6, 8, 10, 7, 7}, [](GoodCall& a) { a.lda = 3; }},
    {"lda", {7, 10, 0, 0, 0, 0, 0}, [](GoodCall& a) { a.layout = Layout::row_major, a.lda = 4; }},
    {"lda", {7, 10, 6, 8, 10, 7, 7}, [](GoodCall& a) { a.lda = kLargestInt / 4; }},
    {"x", {8, 5, 7, 5, 5, 8, 8}, [](GoodCall& a) { a.x = nullptr; }},
    {"incx", {9, 6, 8, 6, 6, 9, 9}, [](GoodCall& a) { a.incx = 0; }},
    {"y", {11, 7, 10, 0, 7, 0, 0}, [](GoodCall& a) { a.y = nullptr; }},
    {"incy", {12, 8, 11, 0, 8, 0, 0}, [](GoodCall& a) { a.incy = 0; }},
};

/// Sessions of which none may make a machine for wrong arguments.
Session& session_of_vectors() {
    static auto* const shared = std::make_unique<Session>(test::test_options()).release();
    return *shared;
}

void expect_fault(const NamedRoutine& routine, const WrongVectorArgument& wrong, int number) {
    std::vector<double> memory(400, 7);
    GoodCall arguments{.A = memory.data(), .x = memory.data() + 200, .y = memory.data() + 300};
    wrong.spoil(arguments);
    try {
        routine.call(session_of_vectors(), arguments);
        ADD_FAILURE() << routine.name << ": argument " << number << " (" << wrong.name << ") was accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_EQ(error.context().argument, number) << error.what();
        EXPECT_EQ(error.context().argument_name, wrong.name) << error.what();
        EXPECT_EQ(error.message().rfind(std::string(routine.name) + ": argument", 0), 0U) << error.message();
    }
    EXPECT_EQ(memory, std::vector<double>(400, 7)) << "nothing may be touched";
}

TEST(VectorArguments, WrongOnesAreNumberedAndNamed) {
    for (const WrongVectorArgument& wrong : kWrong1)
        for (std::size_t r = 0; r < std::size(kLevel1); ++r)
            if (wrong.numbers[r] != 0)
                for (const NamedRoutine& routine : {kLevel1[r], kComplexLevel1[r]})
                    expect_fault(routine, wrong, wrong.numbers[r]);
    for (const WrongVectorArgument& wrong : kWrong2)
        for (std::size_t r = 0; r < std::size(kLevel2); ++r)
            if (wrong.numbers[r] != 0)
                for (const NamedRoutine& routine : {kLevel2[r], kComplexLevel2[r]})
                    expect_fault(routine, wrong, wrong.numbers[r]);
}

/// Those whose names are made of two letters, or that differ from others in a flag alone.
TEST(VectorArguments, NamesOfComplexRoutines) {
    const NamedRoutine others[] = {
        {"zdscal", [](Session& s, const GoodCall& a) { scal(s, a.n, 2.0, a.zx(), a.incx); }},
        {"zdotu", [](Session& s, const GoodCall& a) { (void)dotu(s, a.n, a.zx(), 1, a.zy(), 1); }},
        {"zgeru",
         [](Session& s, const GoodCall& a) {
             geru<C64>(s, a.layout, a.m, a.n, 2, a.zx(), 1, a.zy(), 1, a.zA(), 9);
         }},
    };
    const int numbers[] = {1, 1, 3};
    for (std::size_t r = 0; r < std::size(others); ++r)
        expect_fault(others[r], {"n", {}, [](GoodCall& a) { a.n = -1; }}, numbers[r]);
}

TEST(VectorArguments, NothingIsLookedAtIfThereIsNothing) {
    const GoodCall empty{.m = 0, .n = 0, .incx = 1, .incy = 1};
    for (const std::span<const NamedRoutine> routines :
         {std::span<const NamedRoutine>(kLevel1), {kLevel2}, {kComplexLevel1}, {kComplexLevel2}})
        for (const NamedRoutine& routine : routines)
            EXPECT_NO_THROW(routine.call(session_of_vectors(), empty)) << routine.name;
}

}  // namespace
}  // namespace hg
