#pragma once

#include <functional>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "support/gemm_samples.hpp"
#include "support/machine_test.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg::test {

/// One instruction on whole matrices, on a machine's first device: operands in order, then run().
class InstructionRun {
  public:
    /// Registers have `gap` elements under each column.
    explicit InstructionRun(Machine& machine, std::int64_t gap = 0)
        : machine_(machine), builder_(machine.target()), gap_(gap) {}

    /// The same for the operands that follow.
    InstructionRun& gap(std::int64_t gap) {
        gap_ = gap;
        return *this;
    }
    template <class T>
    InstructionRun& in(const Matrix<T>& x) {
        return operand(x, true, false);
    }
    template <class T>
    InstructionRun& out(Matrix<T>& x) {
        return operand(x, false, true);
    }
    template <class T>
    InstructionRun& in_out(Matrix<T>& x) {
        return operand(x, true, true);
    }

    void run(const InstructionPtr& instruction, const std::vector<Scalar>& scalars = {}) {
        builder_.exec(instruction, registers_, scalars);
        for (const auto& store : stores_) store();
        machine_.run(std::move(builder_).finish(), bindings_);
    }

  private:
    template <class M>
    InstructionRun& operand(M& x, bool read, bool written) {
        using T = std::remove_cvref_t<decltype(x.data[0])>;
        const std::string name = "X" + std::to_string(registers_.size());
        const ParameterId parameter = builder_.matrix(name, element_type_of<T>(), x.rows, x.cols);
        const RegisterId reg = builder_.reg(0, element_type_of<T>(), x.rows, x.cols, x.rows + gap_);
        if (read) builder_.load(reg, {parameter, 0, 0, x.rows, x.cols});
        if (written)
            stores_.push_back([this, reg, parameter, rows = x.rows, cols = x.cols] {
                builder_.store({parameter, 0, 0, rows, cols}, reg);
            });
        bindings_.matrix(name, x.data.data(), x.ld);
        registers_.push_back(reg);
        return *this;
    }

    Machine& machine_;
    ProgramBuilder builder_;
    std::int64_t gap_;
    Bindings bindings_;
    std::vector<RegisterId> registers_;
    std::vector<std::function<void()>> stores_;
};

/// The same by the host implementation, without gaps but those of the matrices.
template <class... M>
void run_on_host(const InstructionPtr& instruction, const std::vector<ScalarValue>& scalars, M&... matrices) {
    const std::vector<HostOperand> operands{
        {matrices.data.data(), matrices.rows, matrices.cols, matrices.ld}...};
    instruction->host({operands, scalars});
}

}  // namespace hg::test
