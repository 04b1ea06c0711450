#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <thread>

#include "tools/hgctl/bench/routines/bench_routine.hpp"
#include "tools/hgctl/bench/routines/level3_memory.hpp"
#include "tools/hgctl/check/product_error.hpp"

namespace hgctl {

/// A level-3 routine on operands of random elements. Routine<T> has static functions:
///
///     void run(session, bench, memory)               the call
///     ProductRule<T> rule(bench, memory)             what the result must be, if it is a sum of products
///     BenchError error(bench, memory)                else, how right it is
///     PeerTime run(peer, variant, bench, memory)     a peer's call, if peers have the routine
///
/// `memory` is a Level3Memory<T>.
template <class T, template <class> class Routine>
class Level3Bench final : public BenchProblem {
  public:
    using Memory = Level3Memory<T>;

    Level3Bench(hg::Session& session, const BenchCase& bench)
        : session_(session),
          bench_(bench),
          memory_(session.machine(), bench.pinned, bench.routine->operands(bench)) {}

    void restore() override { memory_.restore(); }
    void run() override { Routine<T>::run(session_, bench_, memory_); }
    PeerTime run(Peer& peer, std::size_t variant) override {
        if constexpr (requires { Routine<T>::run(peer, variant, bench_, memory_); })
            return Routine<T>::run(peer, variant, bench_, memory_);
        else
            return BenchProblem::run(peer, variant);
    }
    [[nodiscard]] BenchError error() const override {
        if constexpr (requires { Routine<T>::rule(bench_, memory_); })
            return {
                product_error_estimate(Routine<T>::rule(bench_, memory_), memory_.result(), memory_.before(),
                                       std::max(1U, std::thread::hardware_concurrency())),
                {}};
        else
            return Routine<T>::error(bench_, memory_);
    }
    [[nodiscard]] std::uint64_t fingerprint() const override { return memory_.fingerprint(); }

  private:
    hg::Session& session_;
    BenchCase bench_;
    Memory memory_;
};

/// The description of a routine with what times it.
template <template <class> class Routine>
BenchRoutine level3_bench(BenchRoutine description) {
    description.make = [](hg::Session& session, const BenchCase& bench) -> std::unique_ptr<BenchProblem> {
        if (bench.routine->type == hg::ElementType::f64)
            return std::make_unique<Level3Bench<double, Routine>>(session, bench);
        return std::make_unique<Level3Bench<float, Routine>>(session, bench);
    };
    return description;
}

/// --beta, and what it is in reports.
void add_beta_option(Command& command, BenchCase& bench);
Json beta_setting(const BenchCase& bench);

}  // namespace hgctl
