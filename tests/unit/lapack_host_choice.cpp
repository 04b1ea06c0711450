// Whether the CPU or a device does a call, against the rooflines of both, routine by routine.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "blas/cost/host_choice.hpp"
#include "blas/generated/arguments.hpp"
#include "lapack/cholesky/potrf_call.hpp"
#include "lapack/lu/getrf_call.hpp"
#include "lapack/qr/geqrf_call.hpp"
#include "lapack/solve/getrs_call.hpp"
#include "lapack/solve/potrs_call.hpp"
#include "lapack/solve/substitution_call.hpp"
#include <hg/runtime/machine/machine_model.hpp>

namespace hg {
namespace {

/// A call on a matrix of order n with `thin` columns, rows or steps: what it computes and moves, and what the
/// library says.
struct CallOnMatrices {
    std::string routine;
    double flops, in, out, host;  ///< elements; the CPU's memory moves `host`
    GemmEquivalent weight;
    bool by_one_core = false;  ///< by the CPU's BLAS
};

/// The weight of a call whose sizes set() sets.
template <class Call, class Set>
GemmEquivalent gemm_equivalent_of(const Set& set) {
    Call call{};
    if constexpr (requires { call.alpha; }) call.alpha = 1;
    if constexpr (requires { call.beta; }) call.beta = 1;
    set(call);
    return call.gemm_equivalent();
}

/// Of a product of m x k by k x n.
GemmEquivalent gemm_weight(std::int64_t m, std::int64_t n, std::int64_t k) {
    return gemm_equivalent_of<GemmArguments<double>>([&](auto& c) {
        c.m = m;
        c.n = n;
        c.k = k;
    });
}

/// Of a call with a matrix of this order at a side.
template <class Call>
GemmEquivalent side_weight(Side side, std::int64_t order, std::int64_t thin) {
    return gemm_equivalent_of<Call>([&](auto& c) {
        c.side = side;
        c.m = side == Side::left ? order : thin;
        c.n = side == Side::left ? thin : order;
    });
}

template <class Call>
GemmEquivalent update_weight(std::int64_t n, std::int64_t k) {
    return gemm_equivalent_of<Call>([&](auto& c) {
        c.n = n;
        c.k = k;
    });
}

template <class Solve>
GemmEquivalent solve_weight(std::int64_t n, std::int64_t nrhs) {
    Solve solve{};
    solve.n = n;
    solve.nrhs = nrhs;
    if constexpr (requires { solve.uplo; }) solve.uplo = Uplo::lower;
    return SubstitutionCall<Solve>{solve}.gemm_equivalent();
}

template <class Call>
GemmEquivalent square_weight(std::int64_t n) {
    return gemm_equivalent_of<Call>([&](auto& c) {
        if constexpr (requires { c.m; }) c.m = n;
        c.n = n;
    });
}

std::vector<CallOnMatrices> calls_on_matrices(std::int64_t order, std::int64_t thin) {
    const auto n = static_cast<double>(order);
    const auto t = static_cast<double>(thin);
    const double square = n * n, half = n * n / 2, strip = n * t, flops = 2 * n * n * t;
    std::vector<CallOnMatrices> all{
        {"gemm with a thin C", flops, square + 2 * strip, strip, square + 3 * strip,
         gemm_weight(order, thin, order)},
        {"gemm with a flat C", flops, square + 2 * strip, strip, square + 3 * strip,
         gemm_weight(thin, order, order)},
        {"gemm of low rank", flops, square + 2 * strip, square, 2 * square + 2 * strip,
         gemm_weight(order, order, thin)},
        {"syrk", flops / 2, half + strip, half, square + strip,
         update_weight<SyrkArguments<double>>(order, thin)},
        {"syr2k", flops, half + 2 * strip, half, square + 2 * strip,
         update_weight<Syr2kArguments<double>>(order, thin)},
        {"getrs", flops, square + strip, strip, square + 4 * strip,
         solve_weight<GetrsCall<double>>(order, thin), true},
        {"potrs", flops, half + strip, strip, square + 4 * strip,
         solve_weight<PotrsCall<double>>(order, thin), true},
    };
    for (const Side side : {Side::left, Side::right}) {
        all.push_back({"symm", flops, half + 2 * strip, strip, square + 3 * strip,
                       side_weight<SymmArguments<double>>(side, order, thin)});
        all.push_back({"trsm", flops / 2, half + strip, strip, half + 2 * strip,
                       side_weight<TrsmArguments<double>>(side, order, thin), true});
        all.push_back({"trmm", flops / 2, half + strip, strip, half + 2 * strip,
                       side_weight<TrmmArguments<double>>(side, order, thin), true});
    }
    return all;
}

/// A host and a GPU whose figures are known.
struct KnownMachine {
    explicit KnownMachine(double link, double memory) {
        model.host = {600e9, 1200e9, 0, {{1, memory}, {4, 0.9 * memory}, {16, 0.6 * memory}}};
        model.host.thin.push_back({64, std::min(0.6 * memory, 600e9 / 16)});
        model.host.thin_f32 = model.host.thin;
        DeviceRates rates;
        rates.link = {link, link, 1.6 * link};
        rates.call = {60e-6, 12e9, 1.6 * link};
        model.devices = {rates};
        device.rate_f64 = 58e12;
        device.rate_f32 = 50e12;
    }

    [[nodiscard]] HostChoice choice() const { return {model, {device}}; }

    [[nodiscard]] double cpu_seconds(const CallOnMatrices& call) const {
        // Two flops for eight bytes and each column.
        const double columns = 4 * call.flops / (8 * call.host);
        const double rate = rate_at(model.host.thin, columns);
        return std::max(call.flops / model.host.f64,
                        8 * call.host / (call.by_one_core ? std::min(rate, 10e9) : rate));
    }
    /// The least, which no call is faster than.
    [[nodiscard]] double device_seconds(const CallOnMatrices& call) const {
        const LinkRates& link = model.devices[0].link;
        return std::max({8 * call.in / link.in, 8 * call.out / link.out, 8 * (call.in + call.out) / link.both,
                         call.flops / device.rate_f64});
    }

    /// What a call costs before its transfers overlap.
    [[nodiscard]] double most_of_a_call() const {
        const CallCost& call = model.devices[0].call;
        return call.seconds + CallCost::kFirstBytes / call.rate;
    }

    MachineModel model;
    DeviceModel device;
};

constexpr std::int64_t kThin[] = {1, 2, 4, 8, 16, 64, 512};

TEST(ThinCalls, AreNeverSlowerThanTheCpuByMoreThanATwentieth) {
    for (const double link : {12e9, 54e9, 400e9})
        for (const double memory : {20e9, 160e9, 300e9}) {
            const KnownMachine machine(link, memory);
            const HostChoice choice = machine.choice();
            for (const std::int64_t n : {512, 2048, 8192, 16384, 32768})
                for (const std::int64_t thin : kThin)
                    for (const CallOnMatrices& call : calls_on_matrices(n, thin)) {
                        const std::string what = call.routine + ", n = " + std::to_string(n) + ", " +
                                                 std::to_string(thin) + ", link " + std::to_string(link) +
                                                 ", memory " + std::to_string(memory);
                        const double cpu = machine.cpu_seconds(call), device = machine.device_seconds(call);
                        EXPECT_NEAR(choice.host_seconds(ElementType::f64, call.weight), cpu, 0.05 * cpu)
                            << what;
                        if (!choice.runs_on_cpu(ElementType::f64, call.weight)) {
                            EXPECT_LE(device, 1.05 * cpu) << what;
                        } else {
                            // A device has to be faster by a quarter.
                            EXPECT_LE(cpu, 1.36 * (device + machine.most_of_a_call())) << what;
                        }
                    }
        }
}

/// A link of 54 GB/s and a memory of 160: what an H200 and its host have.
TEST(ThinCalls, OfALargeMatrixAreTheCpusIfAllItsCoresWork) {
    const KnownMachine machine(54e9, 160e9);
    const HostChoice choice = machine.choice();
    for (const std::int64_t thin : {1, 2, 4, 8, 16}) {
        for (const CallOnMatrices& call : calls_on_matrices(16384, thin))
            EXPECT_NE(choice.runs_on_cpu(ElementType::f64, call.weight), call.by_one_core)
                << call.routine << ' ' << thin;
        for (const CallOnMatrices& call : calls_on_matrices(32768, thin))
            EXPECT_NE(choice.runs_on_cpu(ElementType::f32, call.weight), call.by_one_core)
                << call.routine << ' ' << thin;
    }
    for (const CallOnMatrices& call : calls_on_matrices(16384, 512))
        EXPECT_FALSE(choice.runs_on_cpu(ElementType::f64, call.weight)) << call.routine;
}

/// A device whose link is faster than the CPU's memory.
TEST(ThinCalls, GoOverAFastLink) {
    const HostChoice choice = KnownMachine(400e9, 160e9).choice();
    for (const CallOnMatrices& call : calls_on_matrices(16384, 4))
        EXPECT_FALSE(choice.runs_on_cpu(ElementType::f64, call.weight)) << call.routine;
}

TEST(ThinCalls, AreTheCpusIfLinksAreGuessed) {
    DeviceModel device;
    device.rate_f64 = 58e12;
    MachineModel model;
    model.host = {600e9, 1200e9, 100e9};
    const HostChoice choice(model, {device});
    for (const CallOnMatrices& call : calls_on_matrices(16384, 4))
        if (!call.by_one_core) {
            EXPECT_TRUE(choice.runs_on_cpu(ElementType::f64, call.weight)) << call.routine;
        }
}

TEST(ThinCalls, FactorizationsOfSquareMatricesAreTheDevices) {
    const HostChoice choice = KnownMachine(54e9, 160e9).choice();
    const std::int64_t n = 8192;
    for (const GemmEquivalent& weight :
         {square_weight<GetrfCall<double>>(n), square_weight<PotrfCall<double>>(n),
          square_weight<GeqrfCall<double>>(n), getri_product(n), potri_product(n),
          ormqr_product(true, n, n, n), orgqr_product(n, n, n), gels_product(n, n, 1)})
        EXPECT_FALSE(choice.runs_on_cpu(ElementType::f64, weight));
}

}  // namespace
}  // namespace hg
