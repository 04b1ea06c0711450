#include <gtest/gtest.h>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "support/level3_calls.hpp"
#include "support/test_devices.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::Level3;

Session& level3_session() {
    static auto* const shared = std::make_unique<Session>(test::test_options()).release();
    return *shared;
}

/// A good call with m = 4, n = 5, k = 6, to be partially_written one argument at a time.
struct FailingCall : test::Level3Arguments<double> {
    explicit FailingCall(Level3 wanted) {
        routine = wanted;
        m = 4;
        n = 5;
        k = 6;
        beta = 0.5;
        A = B = elements.data();
        C = output.data();
        lda = has_side(routine) ? 4 : 5;
        ldb = updates_triangle(routine) ? 5 : 4;
        ldc = ldb;
    }
    FailingCall(const FailingCall&) = delete;
    FailingCall& operator=(const FailingCall&) = delete;

    const std::vector<double> elements = std::vector<double>(100, 1);
    std::vector<double> output = std::vector<double>(100, 7);
};

using Spoil = void(FailingCall&);

void expect_fault_of(const FailingCall& x, int number, const std::string& name) {
    try {
        x.call(level3_session());
        ADD_FAILURE() << test::name_of(x.routine) << ": argument " << number << " (" << name
                      << ") was accepted";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::invalid_argument);
        EXPECT_EQ(error.context().argument, number) << error.what();
        EXPECT_EQ(error.context().argument_name, name) << error.what();
        const std::string routine = "d" + test::name_of(x.routine);
        EXPECT_EQ(error.message().rfind(routine + ": argument", 0), 0U) << error.message();
    }
    EXPECT_THROW((void)x.submit(level3_session()), Error) << "at once, not when it is waited for";
    EXPECT_EQ(x.output, std::vector<double>(100, 7)) << "nothing may be touched";
}

/// What is wrong, and the argument's number in each of symm, syrk, syr2k and trmm; 0 if it has none.
struct WrongArgument {
    const char* name;
    int numbers[4];
    Spoil* spoil;
};

constexpr std::int64_t kSmallest = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();

const WrongArgument kWrong[] = {
    {"layout", {1, 1, 1, 1}, [](FailingCall& x) { x.layout = static_cast<Layout>('X'); }},
    {"side", {2, 0, 0, 2}, [](FailingCall& x) { x.side = static_cast<Side>('l'); }},
    {"uplo", {3, 2, 2, 3}, [](FailingCall& x) { x.uplo = static_cast<Uplo>(0); }},
    {"op", {0, 3, 3, 4}, [](FailingCall& x) { x.op = static_cast<Op>('n'); }},
    {"diag", {0, 0, 0, 5}, [](FailingCall& x) { x.diag = static_cast<Diag>('V'); }},
    {"m", {4, 0, 0, 6}, [](FailingCall& x) { x.m = -1; }},
    {"n", {5, 4, 4, 7}, [](FailingCall& x) { x.n = kSmallest; }},
    {"k", {0, 5, 5, 0}, [](FailingCall& x) { x.k = -1; }},
    {"A", {7, 7, 7, 9}, [](FailingCall& x) { x.A = nullptr; }},
    {"lda", {8, 8, 8, 10}, [](FailingCall& x) { x.lda = 3; }},
    {"B", {9, 0, 9, 0}, [](FailingCall& x) { x.B = nullptr; }},
    {"ldb", {10, 0, 10, 0}, [](FailingCall& x) { x.ldb = 3; }},
    {"C", {12, 10, 12, 11}, [](FailingCall& x) { x.C = nullptr; }},
    {"ldc", {13, 11, 13, 12}, [](FailingCall& x) { x.ldc = -4; }},
    // Leading dimensions follow layout, side and op.
    {"lda", {8, 0, 0, 10}, [](FailingCall& x) { x.side = Side::right; }},
    {"lda", {0, 8, 8, 0}, [](FailingCall& x) { x.op = Op::trans; }},
    {"lda", {0, 8, 8, 0}, [](FailingCall& x) { x.layout = Layout::row_major; }},
    {"ldb", {10, 0, 0, 0}, [](FailingCall& x) { x.layout = Layout::row_major; }},
    {"ldc", {0, 0, 0, 12}, [](FailingCall& x) { x.layout = Layout::row_major; }},
    {"ldb", {0, 0, 10, 0}, [](FailingCall& x) { x.op = Op::conj_trans, x.lda = 6; }},
    {"ldc", {13, 0, 0, 0}, [](FailingCall& x) { x.layout = Layout::row_major, x.ldb = 5; }},
    {"lda", {8, 8, 8, 10}, [](FailingCall& x) { x.m = x.n = 0, x.lda = 0; }},
    // Sizes beyond any memory.
    {"lda", {8, 8, 8, 10}, [](FailingCall& x) { x.lda = kLargest / 4; }},
    {"ldb", {10, 0, 10, 0}, [](FailingCall& x) { x.ldb = kLargest; }},
    {"ldc", {13, 11, 13, 12}, [](FailingCall& x) { x.ldc = std::int64_t{1} << 60; }},
};

TEST(Level3Arguments, WrongOnesAreNumberedAndNamed) {
    for (const WrongArgument& wrong : kWrong)
        for (std::size_t r = 0; r < test::kSymmetricAndTriangular.size(); ++r) {
            if (wrong.numbers[r] == 0) continue;
            FailingCall x(test::kSymmetricAndTriangular[r]);
            wrong.spoil(x);
            // What trmm writes is called B.
            std::string name = wrong.name;
            if (x.routine == Level3::trmm && name == "C") name = "B";
            if (x.routine == Level3::trmm && name == "ldc") name = "ldb";
            SCOPED_TRACE(test::name_of(x.routine) + " " + name);
            expect_fault_of(x, wrong.numbers[r], name);
        }
}

TEST(Level3Arguments, NullIsFineIfNothingIsTouched) {
    for (const Level3 routine : test::kSymmetricAndTriangular) {
        FailingCall clears(routine);
        clears.A = clears.B = nullptr;
        clears.alpha = 0;
        clears.beta = 0;
        clears.ldc = 8;
        clears.call(level3_session());
        const std::int64_t rows = updates_triangle(routine) ? 5 : 4;
        for (std::int64_t p = 0; p < 40; ++p) {
            const std::int64_t i = p % 8, j = p / 8;
            const bool cleared = i < rows && (!updates_triangle(routine) || i >= j);
            EXPECT_EQ(clears.output[static_cast<std::size_t>(p)], cleared ? 0 : 7) << i << ", " << j;
        }
        FailingCall empty(routine);
        empty.n = 0;
        empty.A = empty.B = nullptr;
        empty.C = nullptr;
        EXPECT_NO_THROW(empty.call(level3_session()));
        FailingCall same(routine);
        same.alpha = 0;
        same.beta = 1;
        same.A = same.B = nullptr;
        if (routine != Level3::trmm) same.call(level3_session());
        EXPECT_EQ(same.output, std::vector<double>(100, 7));
    }
}

TEST(Level3Arguments, ASumOfNothingScalesC) {
    for (const Level3 routine : {Level3::syrk, Level3::syr2k}) {
        FailingCall x(routine);
        x.k = 0;
        x.call(level3_session());
        for (std::size_t p = 0; p < 25; ++p) EXPECT_EQ(x.output[p], p % 5 >= p / 5 ? 3.5 : 7) << p;
    }
}

/// Empty matrices may be as long as 64 bits allow.
TEST(Level3Arguments, SizesMayExceed32Bits) {
    for (const Level3 routine : {Level3::symm, Level3::trmm}) {
        FailingCall x(routine);
        x.side = Side::right;
        x.n = 0;
        x.m = std::int64_t{1} << 40;
        x.ldb = x.ldc = x.m;
        EXPECT_NO_THROW(x.call(level3_session())) << test::name_of(routine);
    }
}

TEST(Level3Arguments, FloatCallsSayTheirName) {
    test::Level3Arguments<float> x{{.routine = Level3::syr2k}};
    x.k = -2;
    try {
        x.call(level3_session());
        FAIL() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.message(), "ssyr2k: argument 5 (k) must not be negative, but is -2");
    }
}

}  // namespace
}  // namespace hg
