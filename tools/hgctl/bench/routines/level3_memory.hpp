#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "tools/hgctl/bench/routines/bench_routine.hpp"
#include "tools/workload/operands/host_elements.hpp"
#include "tools/workload/rule/known_matrix.hpp"

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
    /// A peer's call with these operands.
    [[nodiscard]] PeerLevel3 peer_call(PeerLevel3::Routine routine, const BenchCase& bench) const {
        PeerLevel3 call{.routine = routine,
                        .type = bench.routine->type,
                        .side = bench.side,
                        .uplo = bench.uplo,
                        .op = bench.op,
                        .m = bench.m,
                        .n = bench.n,
                        .k = bench.k,
                        .beta = bench.beta,
                        .operands = {},
                        .pinned = bench.pinned,
                        .devices = bench.devices};
        for (std::size_t i = 0; i < operands_.size(); ++i)
            call.operands.push_back({data(i), operands_[i].rows, operands_[i].cols, operands_[i].read});
        return call;
    }
    [[nodiscard]] std::uint64_t fingerprint() const { return hash_of(elements_.back()); }

    void restore() {
        if (operands_.back().read)
            fill(last());
        else
            elements_.back().fill(not_a_number<T>());
    }

  private:
    [[nodiscard]] std::size_t last() const { return operands_.size() - 1; }
    /// The seed of the first one is 1, that of the second 2.
    void fill(std::size_t i) {
        const BenchOperand& x = operands_[i];
        KnownMatrix<T>{i + 1, x.rows, x.cols, element_of<T>(x.shift)}.copy_to(data(i));
    }

    BenchRoutine::Operands operands_;
    std::vector<HostElements<T>> elements_;
};

}  // namespace hgctl
