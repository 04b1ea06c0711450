#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <thread>

#include "tools/hgctl/bench/routines/bench_routine.hpp"
#include "tools/hgctl/bench/routines/level3_memory.hpp"
#include "tools/workload/rule/product_error.hpp"

namespace hgctl {

/// A level-3 routine on operands of random elements. Routine<T> has static functions:
///
///     void run(session, bench, memory)               the call
///     ProductRule<T> rule(bench, memory)             what the result must be, if it is a sum of products
///     BenchError error(bench, memory)                else, how right it is
///     PeerTime run(peer, variant, bench, memory)     a peer's call, if peers have the routine
///
/// or, in the place of the last one, kPeer: which PeerLevel3 it is. `memory` is a Level3Memory<T>.
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
        else if constexpr (requires { Routine<T>::kPeer; })
            return peer.compute(memory_.peer_call(Routine<T>::kPeer, bench_), variant);
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
template <template <class> class Routine, class Types = RealTypes>
BenchRoutine level3_bench(BenchRoutine description) {
    description.types = Types::list();
    description.make = [](hg::Session& session, const BenchCase& bench) {
        std::unique_ptr<BenchProblem> problem;
        Types::with(bench.routine->type,
                    [&]<class T>() { problem = std::make_unique<Level3Bench<T, Routine>>(session, bench); });
        return problem;
    };
    return description;
}

/// --beta, and what it is in reports.
void add_beta_option(Command& command, BenchCase& bench);
Json beta_setting(const BenchCase& bench);

// --side, --uplo, --op and --diag with BLAS's letters, which are in reports too.
void add_side_option(Command& command, BenchCase& bench);
void add_uplo_option(Command& command, BenchCase& bench);
void add_op_option(Command& command, BenchCase& bench);  ///< C too, if elements are complex
void add_diag_option(Command& command, BenchCase& bench);
template <class Letter>
std::string letter(Letter choice) {
    return {static_cast<char>(choice)};
}

/// "", "^T" or "^H", as it stands behind a matrix in titles.
std::string power_of(hg::Op op);
/// "^T", or "^H" if elements are complex.
std::string adjoint_power(const BenchCase& bench);

// Routines with a matrix A on one side: its order, and what of A and of the other factor a device needs.
bool is_left(const BenchCase& bench);
std::int64_t order_of_a(const BenchCase& bench);
std::int64_t vectors(const BenchCase& bench);  ///< columns or rows of the other factor
Needed needed_of_a(const BenchCase& bench);
Needed needed_of_b(const BenchCase& bench);

// Routines that update a triangle of C, of order n, by factors with k columns. C is symmetric or hermitian.
BenchOperand update_factor(const BenchCase& bench);
BenchOperand updated_triangle(const BenchCase& bench, bool is_hermitian);
void add_update_options(Command& command, BenchCase& bench);
void add_hermitian_update_options(Command& command, BenchCase& bench);
Json update_settings(const BenchCase& bench);

/// "C := A A^T + beta C" for the product "A A^T"; without the addend if beta is 0.
std::string updated(const std::string& product, const BenchCase& bench);

}  // namespace hgctl
