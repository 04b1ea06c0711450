// A device that fails in the midst of a factorization or a solve: the call ends in its result, or in an error
// that says what the operands hold. The next call is right.
#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "support/losses.hpp"

namespace hg {
namespace {

using test::Given;
using test::Loss;

class LostDeviceOfLapack : public test::LostDeviceTest {};

TEST_P(LostDeviceOfLapack, AnywhereInACall) {
    fail_everywhere();
}

constexpr std::string_view kNoFactors = "A holds neither the matrix nor its factors";
constexpr std::string_view kNoFactor = "A holds neither the matrix nor its factor";
constexpr std::string_view kAllIsOld = "the caller's matrices are unchanged";
constexpr std::string_view kNoInverse = "A is between its factor and its inverse";
constexpr std::string_view kNoGeneralInverse = "A is between its factors and its inverse";
const std::vector<ErrorCode> kAnyCode{ErrorCode::device_lost, ErrorCode::device_failed};
const std::vector<ErrorCode> kNoMemory{ErrorCode::out_of_memory};

/// Before anything is stored, other devices begin again, and if there is no other the CPU does what it can.
INSTANTIATE_TEST_SUITE_P(Factorizations, LostDeviceOfLapack,
                         testing::Values(Loss{.name = "Lu",
                                              .routine = "getrf",
                                              .given = {.m = 300, .n = 300, .gap = 3},
                                              .codes = kAnyCode,
                                              .most = 0,
                                              .parts = 2,
                                              .error = kNoFactors},
                                         Loss{.name = "RowMajorLu",
                                              .routine = "getrf",
                                              .given = {.layout = Layout::row_major, .m = 300, .n = 300},
                                              .codes = kAnyCode,
                                              .most = 0,
                                              .parts = 2,
                                              .error = kAllIsOld,
                                              .kept = "A",
                                              .all_is_old = true},
                                         Loss{.name = "LuByTheCpu",
                                              .routine = "getrf",
                                              .given = {.m = 300, .n = 300, .gap = 3},
                                              .devices = 1,
                                              .failing = 1,
                                              .codes = kNoMemory,
                                              .parts = 3,
                                              .error = kNoFactors,
                                              .cpu_finishes = true},
                                         Loss{.name = "ComplexLu",
                                              .routine = "getrf",
                                              .given = {.m = 200, .n = 200, .gap = 1},
                                              .most = 1e-10,
                                              .parts = 2,
                                              .error = kNoFactors,
                                              .type = ElementType::c64},
                                         Loss{.name = "Cholesky",
                                              .routine = "potrf",
                                              .given = {.n = 300, .gap = 3},
                                              .parts = 3,
                                              .error = kNoFactor},
                                         Loss{.name = "ComplexCholesky",
                                              .routine = "potrf",
                                              .given = {.n = 200, .gap = 1},
                                              .most = 1e-10,
                                              .parts = 2,
                                              .error = kNoFactor,
                                              .type = ElementType::c64},
                                         Loss{.name = "Inverse",
                                              .routine = "potri",
                                              .given = {.n = 300, .gap = 3},
                                              .parts = 3,
                                              .error = kNoInverse},
                                         Loss{.name = "InverseWithoutMemory",
                                              .routine = "potri",
                                              .given = {.n = 200, .gap = 3},
                                              .devices = 1,
                                              .failing = 1,
                                              .codes = kNoMemory,
                                              .parts = 4,
                                              .error = kNoInverse},
                                         Loss{.name = "UpperInverseWithoutMemory",
                                              .routine = "potri",
                                              .given = {.uplo = Uplo::upper, .n = 200, .gap = 3},
                                              .devices = 1,
                                              .failing = 1,
                                              .codes = kNoMemory,
                                              .parts = 4,
                                              .error = kNoInverse},
                                         Loss{.name = "GeneralInverse",
                                              .routine = "getri",
                                              .given = {.n = 300, .gap = 3},
                                              .parts = 3,
                                              .error = kNoGeneralInverse},
                                         Loss{.name = "GeneralInverseWithoutMemory",
                                              .routine = "getri",
                                              .given = {.n = 200, .gap = 3},
                                              .devices = 1,
                                              .failing = 1,
                                              .codes = kNoMemory,
                                              .parts = 4,
                                              .error = kNoGeneralInverse},
                                         Loss{.name = "Indefinite",
                                              .routine = "sytrf",
                                              .given = {.n = 300, .gap = 3},
                                              .parts = 3,
                                              .error = kNoFactors},
                                         Loss{.name = "IndefiniteByTheCpu",
                                              .routine = "sytrf",
                                              .given = {.uplo = Uplo::upper, .n = 200, .gap = 3},
                                              .devices = 1,
                                              .failing = 1,
                                              .codes = kNoMemory,
                                              .parts = 3,
                                              .error = kNoFactors,
                                              .cpu_finishes = true},
                                         Loss{.name = "ComplexIndefinite",
                                              .routine = "hetrf",
                                              .given = {.n = 200, .gap = 1},
                                              .most = 1e-10,
                                              .parts = 2,
                                              .error = kNoFactors,
                                              .type = ElementType::c64},
                                         Loss{.name = "Qr",
                                              .routine = "geqrf",
                                              .given = {.m = 320, .n = 300, .gap = 1},
                                              .parts = 3,
                                              .error = kNoFactors},
                                         Loss{.name = "ComplexQr",
                                              .routine = "geqrf",
                                              .given = {.m = 170, .n = 150, .gap = 1},
                                              .parts = 3,
                                              .error = kNoFactors,
                                              .type = ElementType::c64}),
                         test::name_of_loss);

INSTANTIATE_TEST_SUITE_P(LeastSquares, LostDeviceOfLapack,
                         testing::Values(Loss{.name = "Real",
                                              .routine = "gels",
                                              .given = {.m = 320, .n = 300, .gap = 1},
                                              .most = 1e-10,
                                              .parts = 3,
                                              .error = kNoFactors,
                                              .kept = "B"},
                                         Loss{.name = "Complex",
                                              .routine = "gels",
                                              .given = {.m = 170, .n = 150, .gap = 1},
                                              .most = 1e-10,
                                              .parts = 3,
                                              .error = kNoFactors,
                                              .kept = "B",
                                              .type = ElementType::c64}),
                         test::name_of_loss);

/// B is as it was until A is factored; from then on the solve ends in its result.
INSTANTIATE_TEST_SUITE_P(IndefiniteSystems, LostDeviceOfLapack,
                         testing::Values(Loss{.name = "Real",
                                              .routine = "sysv",
                                              .given = {.n = 300, .nrhs = 7, .gap = 1},
                                              .most = 1e-9,
                                              .parts = 3,
                                              .error = kNoFactors,
                                              .kept = "B"},
                                         Loss{.name = "Complex",
                                              .routine = "hesv",
                                              .given = {.uplo = Uplo::upper, .n = 150, .nrhs = 3, .gap = 1},
                                              .most = 1e-9,
                                              .parts = 3,
                                              .error = kNoFactors,
                                              .kept = "B",
                                              .type = ElementType::c64}),
                         test::name_of_loss);

/// Once getrs has begun it ends, whoever wants what: B is never between before and after, wherever a device
/// fails and whatever for. In one program, and with many right-hand sides as two triangular solves. X is
/// stored at the end alone.
std::vector<Loss> losses_of_getrs() {
    std::vector<Loss> losses;
    for (const Op op : {Op::none, Op::trans})
        for (const std::int64_t nrhs : {1, 40, 260}) {
            Loss loss{.name = std::to_string(nrhs) + static_cast<char>(op), .routine = "getrs"};
            loss.given = {.op = op, .n = 200, .nrhs = nrhs, .gap = 3};
            loss.memory = 3 << 20, loss.devices = loss.failing = 1, loss.parts = 2;
            loss.codes = kNoMemory;
            if (op == Op::none) loss.codes.push_back(ErrorCode::device_lost);
            losses.push_back(loss);
        }
    losses.push_back({.name = "OthersSolveAgain",
                      .routine = "getrs",
                      .given = {.n = 200, .nrhs = 7, .gap = 3},
                      .failing = 1,
                      .most = 0,
                      .parts = 1});
    return losses;
}
INSTANTIATE_TEST_SUITE_P(Solves, LostDeviceOfLapack, testing::ValuesIn(losses_of_getrs()),
                         test::name_of_loss);

}  // namespace
}  // namespace hg
