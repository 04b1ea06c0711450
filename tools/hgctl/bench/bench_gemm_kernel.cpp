#include "tools/hgctl/bench/bench_gemm_kernel.hpp"

#include <algorithm>
#include <limits>
#include <span>

#include "blas/level3/product/gemm_arguments.hpp"
#include "tools/hgctl/bench/resident_emulation.hpp"
#include "tools/workload/operands/element_types.hpp"
#include "tools/workload/operands/gemm_words.hpp"
#include "tools/workload/operands/listed_call.hpp"
#include "tools/workload/operands/random_matrix.hpp"
#include "tools/workload/resident/resident_gemm.hpp"
#include "tools/workload/rule/call_verdict.hpp"
#include "tools/workload/rule/routines/gemm.hpp"
#include "tools/workload/timing/chain_length.hpp"
#include <hg/blas/registers/gemm.hpp>

namespace hgctl {
namespace {

std::int64_t leading_dimension(const KernelBenchCase& bench, std::int64_t rows) {
    return bench.gap < 0 ? hg::padded_ld(rows, bench.parameters.type) : rows + bench.gap;
}

ResidentShape shape_of(const KernelBenchCase& bench) {
    return {.m = bench.m,
            .n = bench.n,
            .k = bench.k,
            .lda = leading_dimension(bench, bench.parameters.transpose_a ? bench.k : bench.m),
            .ldb = leading_dimension(bench, bench.parameters.transpose_b ? bench.n : bench.k),
            .ldc = leading_dimension(bench, bench.m)};
}

template <class T>
std::vector<T> random_elements(std::int64_t count, std::uint64_t seed) {
    std::vector<T> elements(static_cast<std::size_t>(count));
    fill_random(elements.data(), count, seed);
    return elements;
}

/// A product by one kernel.
class NativeProduct {
  public:
    NativeProduct(ResidentDevice& device, const KernelBenchCase& bench)
        : gemm_(device, bench.parameters, shape_of(bench)), beta_(bench.beta) {}

    [[nodiscard]] hg::LiveRegister a() const { return gemm_.a().live(); }
    [[nodiscard]] hg::LiveRegister b() const { return gemm_.b().live(); }
    [[nodiscard]] hg::LiveRegister c() const { return gemm_.c().live(); }
    ChainTimes multiply(int times) { return gemm_.multiply(1, beta_, times); }
    [[nodiscard]] std::span<const ResidentStep> parts() const { return {}; }

  private:
    ResidentGemm gemm_;
    double beta_;
};

/// An emulated one.
class EmulatedProduct : public ResidentEmulation {
  public:
    EmulatedProduct(ResidentDevice& device, const KernelBenchCase& bench)
        : ResidentEmulation(device, *bench.database, *bench.emulated_on, bench.parameters, shape_of(bench),
                            bench.beta) {}
    [[nodiscard]] std::span<const ResidentStep> parts() const { return steps().steps(); }
};

template <class T, class Product>
class KernelBench {
  public:
    KernelBench(ResidentDevice& device, const KernelBenchCase& bench)
        : device_(device),
          bench_(bench),
          product_(device, bench),
          a_(random_elements<T>(bench.m * bench.k, 1)),
          b_(random_elements<T>(bench.k * bench.n, 2)),
          c_(static_cast<std::size_t>(bench.m * bench.n), not_a_number<T>()) {
        if (bench.beta != 0) c0_ = random_elements<T>(bench.m * bench.n, 3);
        device.load(product_.a(), a_.data());
        device.load(product_.b(), b_.data());
    }

    /// The error of one product.
    double check() {
        device_.load(product_.c(), c0_.empty() ? c_.data() : c0_.data());
        product_.multiply(1);
        device_.store(product_.c(), c_.data());
        return error_of_c();
    }
    ChainTimes run(int chain) { return product_.multiply(chain); }

    [[nodiscard]] std::vector<KernelPart> parts() {
        std::vector<KernelPart> parts;
        for (const ResidentStep& step : product_.parts()) {
            KernelPart part{step.instruction->name, std::numeric_limits<double>::infinity()};
            for (int run = 0; run < bench_.runs; ++run) {
                const ChainTimes times = device_.run({&step, 1});
                part.seconds = std::min(part.seconds, times.device > 0 ? times.device : times.wall);
            }
            parts.push_back(part);
        }
        return parts;
    }

    ListedCall peer_call() {
        const std::string name = hg::traits_of(bench_.parameters.type).letter + std::string("gemm");
        return listed_call(name, arguments());
    }
    /// C as it is before a peer's turn.
    void restore_c() {
        if (bench_.beta != 0) std::copy(c0_.begin(), c0_.end(), c_.begin());
    }
    /// Of what the last check or peer left in C.
    double error_of_c() {
        const hg::GemmArguments<T> call = arguments();
        const StoredMatrix<T> c0{c0_.data(), call.m, call.n, call.ldc};
        return call_error_estimate(call, operands_before(call, c0), operands_of(hg::Layout::col_major, call));
    }

  private:
    hg::GemmArguments<T> arguments() {
        return {.op_a = op_of_a(bench_.parameters),
                .op_b = op_of_b(bench_.parameters),
                .m = bench_.m,
                .n = bench_.n,
                .k = bench_.k,
                .alpha = T{1},
                .A = a_.data(),
                .lda = bench_.parameters.transpose_a ? bench_.k : bench_.m,
                .B = b_.data(),
                .ldb = bench_.parameters.transpose_b ? bench_.n : bench_.k,
                .beta = element_of<T>(bench_.beta),
                .C = c_.data(),
                .ldc = bench_.m};
    }

    ResidentDevice& device_;
    KernelBenchCase bench_;
    Product product_;
    std::vector<T> a_, b_, c_;
    std::vector<T> c0_;
};

template <class T, class Product>
KernelBenchResult run_bench(ResidentDevice& device, const KernelBenchCase& bench,
                            const std::vector<std::unique_ptr<Peer>>& peers) {
    KernelBench<T, Product> kernel(device, bench);
    KernelBenchResult result;
    result.error = kernel.check();
    result.chain = bench.chain > 0 ? bench.chain : chain_length(kernel.run(2).wall / 2);
    std::vector<std::unique_ptr<PeerTurns>> turns;
    for (const auto& peer : peers)
        turns.push_back(std::make_unique<PeerTurns>(*peer, 1, [&](Peer& theirs, std::size_t variant) {
            kernel.restore_c();
            return theirs.run(kernel.peer_call(), variant);
        }));
    for (int round = -bench.warm_up; round < bench.runs; ++round) {
        const ChainTimes times = kernel.run(result.chain);
        if (round >= 0) {
            result.wall.seconds.push_back(times.wall / result.chain);
            result.device.seconds.push_back((times.device > 0 ? times.device : times.wall) / result.chain);
        }
        for (const auto& turn : turns) {
            turn->take(round >= 0);
            if (round == bench.runs - 1 && turn->succeeded()) turn->set_error(kernel.error_of_c());
        }
    }
    for (const auto& turn : turns) result.peers.push_back(turn->result());
    result.parts = kernel.parts();
    return result;
}

template <class T>
KernelBenchResult run_bench(ResidentDevice& device, const KernelBenchCase& bench,
                            const std::vector<std::unique_ptr<Peer>>& peers) {
    return bench.emulated_on != nullptr ? run_bench<T, EmulatedProduct>(device, bench, peers)
                                        : run_bench<T, NativeProduct>(device, bench, peers);
}

}  // namespace

KernelBenchResult bench_gemm_kernel(ResidentDevice& device, const KernelBenchCase& bench,
                                    const std::vector<std::unique_ptr<Peer>>& peers) {
    return with_floating_type(bench.parameters.type,
                              [&]<class T>() { return run_bench<T>(device, bench, peers); });
}

}  // namespace hgctl
