#pragma once

#include <cstdint>
#include <deque>
#include <string_view>
#include <vector>

#include "tools/hgctl/bench/host_operand.hpp"
#include "tools/hgctl/bench/routines/bench_routine.hpp"
#include "tools/workload/rule/operands.hpp"

namespace hgctl {

/// The operands of a bench's call, of random elements. They do not depend on the routine, so that all
/// routines share their code.
template <class T>
class BenchOperands {
  public:
    BenchOperands(hg::Session* session, const BenchCase& bench, const ListedCall& call);

    [[nodiscard]] void* data(std::string_view name);
    /// Makes written operands what they were before the call.
    void restore();
    /// Of the bits that the call wrote.
    [[nodiscard]] std::uint64_t fingerprint() const;
    /// The operands `now` as they were before the call. Vectors are made in `memory`.
    [[nodiscard]] Operands<T> before(const Operands<T>& now, std::deque<std::vector<T>>& memory) const;

  private:
    [[nodiscard]] std::size_t place_of(std::string_view name) const;

    std::vector<std::string_view> names_{};
    std::deque<HostOperand<T>> operands_{};
};

}  // namespace hgctl
