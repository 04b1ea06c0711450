#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "tools/hgctl/bench/bench_routine.hpp"
#include "tools/hgctl/check/known_matrix.hpp"
#include "tools/hgctl/check/product_error.hpp"
#include "tools/hgctl/matrices/host_elements.hpp"

namespace hgctl {

/// The operands of one case, in host memory. The last one is what the routine writes.
template <class T>
class Level3Memory {
  public:
    Level3Memory(hg::Machine& machine, bool pinned, const BenchRoutine::Operands& operands)
        : operands_(operands) {
        for (const BenchOperand& operand : operands)
            elements_.emplace_back(machine, operand.rows * operand.cols, pinned);
        for (std::size_t i = 0; i < last(); ++i) fill(i);
    }

    /// An operand by its position.
    [[nodiscard]] T* data(std::size_t i) const { return elements_.at(i).data(); }
    [[nodiscard]] StoredMatrix<T> view(std::size_t i) const {
        const BenchOperand& x = operands_.at(i);
        return {data(i), x.rows, x.cols, x.rows, x.part};
    }
    /// The last one, and what it holds before a call that reads it.
    [[nodiscard]] StoredMatrix<T> result() const { return view(last()); }
    [[nodiscard]] SeededMatrix<T> before() const {
        const BenchOperand& x = operands_.back();
        return {{last() + 1}, x.rows, x.cols, x.rows, x.part};
    }
    [[nodiscard]] std::uint64_t fingerprint() const { return hash_of(elements_.back()); }

    void restore() {
        if (operands_.back().read)
            fill(last());
        else
            elements_.back().fill(std::numeric_limits<T>::quiet_NaN());
    }

  private:
    [[nodiscard]] std::size_t last() const { return operands_.size() - 1; }
    /// The seed of the first one is 1, that of the second 2.
    void fill(std::size_t i) {
        const BenchOperand& x = operands_[i];
        KnownMatrix<T>{i + 1, x.rows, x.cols, static_cast<T>(x.shift)}.copy_to(data(i));
    }

    BenchRoutine::Operands operands_;
    std::vector<HostElements<T>> elements_;
};

/// A level-3 routine on such operands. Routine<T> has static functions:
///
///     void run(session, bench, memory)                       the call
///     ProductRule<T> rule(bench, memory)                     what the result must be; or, if it is no product,
///     BenchError error(bench, memory)                        how right it is
///     PeerTime run(peer, variant, bench, memory)             a peer's call, if peers have the routine
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
