// A device that fails in the midst of a call whose output stands in pinned memory, which it stores to itself.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>

#include "interfaces/generated/blas_routines.hpp"
#include "support/expected_error.hpp"
#include "support/faulty_session.hpp"
#include "support/problems.hpp"
#include <hg/blas/host_buffer.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::data_of;
using test::Given;
using test::Problem;

/// Several tiles of each device or, of a triangular solve, several strips of several blocks.
constexpr std::int64_t kMemoryOfTiles = 300 << 10, kMemoryOfColumns = 3 << 20;

struct PinnedSession : test::FaultySession<2> {
    PinnedSession(std::size_t devices, std::int64_t memory)
        : test::FaultySession<2>([&] {
              MachineOptions options = test::first_test_devices(devices);
              options.memory_limit = memory;
              return options;
          }()) {}
};

/// Makes the call of a problem with another output.
using CallInto = void (*)(Session&, const Given&, const double* A, std::int64_t lda, const double* B,
                          std::int64_t ldb, double* C, std::int64_t ldc);
struct PinnedRoutine {
    const char* name;
    Given given;
    CallInto call;
    const char* output = "C";
};
void PrintTo(const PinnedRoutine& routine, std::ostream* out) {
    *out << routine.name;
}

template <class Row>
void make(Session& session, const Row& /*row*/, const typename Row::template Arguments<double>& arguments) {
    Row::template call<double>(session, Layout::col_major, arguments);
}

/// Whether a call is right whose output stands in pinned memory, what it reads not.
testing::AssertionResult works_pinned(Session& session, const PinnedRoutine& routine, const Given& given) {
    const auto problem = test::make_problem(routine.name, ElementType::f64, given);
    auto* const output = data_of<double>(*problem, routine.output);
    const std::int64_t ld = problem->ld(routine.output);
    HostBuffer<double> pinned(session, ld * given.n);
    std::copy_n(output, ld * given.n, pinned.begin());
    const bool has_b = routine.output[0] == 'C' && std::string(routine.name) != "syrk";
    routine.call(session, given, data_of<double>(*problem, "A"), problem->ld("A"),
                 has_b ? data_of<double>(*problem, "B") : nullptr, has_b ? problem->ld("B") : 1,
                 pinned.data(), ld);
    std::copy_n(pinned.begin(), ld * given.n, output);
    return test::is_right(*problem);
}

const PinnedRoutine kWithBeta[]{
    {"gemm",
     {.op = Op::trans},
     [](auto& s, auto& g, auto A, auto lda, auto B, auto ldb, auto C, auto ldc) {
         make(s, routines::Gemm{},
              {g.op, Op::none, g.m, g.n, g.k, 1.5, A, lda, B, ldb, g.beta.real(), C, ldc});
     }},
    {"symm",
     {},
     [](auto& s, auto& g, auto A, auto lda, auto B, auto ldb, auto C, auto ldc) {
         make(s, routines::Symm{}, {g.side, g.uplo, g.m, g.n, 1.5, A, lda, B, ldb, g.beta.real(), C, ldc});
     }},
    {"syrk",
     {.uplo = Uplo::upper},
     [](auto& s, auto& g, auto A, auto lda, auto, auto, auto C, auto ldc) {
         make(s, routines::Syrk{}, {g.uplo, g.op, g.n, g.k, 1.5, A, lda, g.beta.real(), C, ldc});
     }},
    {"syr2k", {.op = Op::trans}, [](auto& s, auto& g, auto A, auto lda, auto B, auto ldb, auto C, auto ldc) {
         make(s, routines::Syr2k{}, {g.uplo, g.op, g.n, g.k, 1.5, A, lda, B, ldb, g.beta.real(), C, ldc});
     }}};

class PinnedOutputOfALostDevice : public testing::TestWithParam<PinnedRoutine> {};

TEST_P(PinnedOutputOfALostDevice, IsAnErrorIfItIsReadAndStoredHalfway) {
    PinnedSession x(2, kMemoryOfTiles);
    Given given = GetParam().given;
    given.m = 210, given.n = 150, given.k = 90, given.alpha = 1.5, given.beta = 0.75;
    x.plans[1].stored_before = 500 * 8;
    x.plans[1].recovers = true;
    // Of a triangle, which the host copies, is known what is stored: the first tile of an update is one.
    const bool updates = std::string(GetParam().name).starts_with("syr");
    x.fail(1, Operation::store, updates ? 1 : 0);
    test::expect_error(ErrorCode::device_lost, {"pinned memory"},
                       [&] { EXPECT_TRUE(works_pinned(x.session, GetParam(), given)); });
    x.fail(1, Operation::exec, 1);
    EXPECT_TRUE(works_pinned(x.session, GetParam(), given)) << "no store was in flight on the lost device";
    EXPECT_EQ(x.failed_runs(), 2U);
    given.beta = 0;
    x.fail(1, Operation::store, 0);
    EXPECT_TRUE(works_pinned(x.session, GetParam(), given)) << "C is not read: its tile is computed again";
    EXPECT_EQ(x.failed_runs(), 3U);
}

INSTANTIATE_TEST_SUITE_P(All, PinnedOutputOfALostDevice, testing::ValuesIn(kWithBeta),
                         [](const auto& routine) { return std::string(routine.param.name); });

TEST(PinnedOutputs, OfSolutionsThatAreStoredHalfway) {
    PinnedSession x(1, kMemoryOfColumns);
    const PinnedRoutine trsm{
        "trsm",
        {},
        [](auto& s, auto& g, auto A, auto lda, auto, auto, auto B, auto ldb) {
            make(s, routines::Trsm{}, {g.side, g.uplo, g.op, g.diag, g.m, g.n, -1.5, A, lda, B, ldb});
        },
        "B"};
    x.plans[0].stored_before = 500 * 8;
    x.fail(0, Operation::store, 0);
    try {
        static_cast<void>(works_pinned(x.session, trsm, {.m = 300, .n = 260, .alpha = -1.5}));
        EXPECT_TRUE(test::on_host()) << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::device_lost);
        EXPECT_NE(error.message().find("pinned memory"), std::string::npos) << error.what();
    }
}

}  // namespace
}  // namespace hg
