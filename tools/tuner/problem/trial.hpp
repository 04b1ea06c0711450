#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "kernels/real_type.hpp"
#include "tools/tuner/problem/host_operands.hpp"
#include "tools/tuner/tunable_routine.hpp"

namespace hg::kernels {

/// What a routine adds to trials of its kernels: what their results must be.
class Judge {
  public:
    Judge() = default;
    Judge(const Judge&) = delete;
    Judge& operator=(const Judge&) = delete;
    virtual ~Judge() = default;

    /// Makes of random operands those that the routine can take.
    virtual void prepare(HostOperands& /*operands*/) const {}
    /// Is shown the operands that results come from.
    virtual void see(const HostOperands& before) = 0;
    /// What is wrong with a result; empty: nothing. What kernels write is there before and after, and so is
    /// all of small operands.
    virtual std::string fault_of(const PreparedKernel& kernel, const HostOperands& before,
                                 const HostOperands& after) = 0;
};

/// The operands of a routine's example in a device's memory, random, with guards around them that hold NaN
/// and must stay as they are, as all that kernels only read. What they only write is NaN before. Unless
/// operands are aligned, vectors are rows, and columns of matrices begin on odd numbers of elements. Launches
/// take turns among several sets.
class Trial final : public TrialOperands {
  public:
    /// Throws Error{out_of_memory} if the device does not hold the operands.
    Trial(DeviceWork& work, const TuningProblem& problem, const OperandLayout& layout,
          std::unique_ptr<Judge> judge);

    std::string fault_of(const PreparedKernel& kernel) override;
    double seconds_of(const PreparedKernel& kernel, int times) override;

  private:
    struct Set {
        std::vector<GuardedRegister> registers;
        HostOperands before;  ///< of the first set what is looked at, of the others what is made fresh
    };

    [[nodiscard]] GuardedRegister made(const ExampleRegister& reg) const;
    void add_set(std::size_t number);
    [[nodiscard]] Storage random_elements(std::size_t number, std::size_t operand) const;
    void require_temporaries(const KernelExample& example);
    [[nodiscard]] bool is_small(std::size_t operand) const;
    [[nodiscard]] std::string fault_of_guards(const PreparedKernel& kernel, const KernelExample& example,
                                              const HostOperands& after) const;
    void add_calls(const PreparedKernel& kernel, const KernelExample& example, const Set& set,
                   std::vector<KernelCall>& calls) const;

    DeviceWork& work_;
    TuningProblem problem_;
    OperandLayout layout_;
    std::unique_ptr<Judge> judge_;
    std::vector<ExampleRegister> operands_;  ///< those of the routine's example that are not temporary
    std::vector<Access> access_;             ///< what kernels do to them
    bool has_matrix_ = false;                ///< beside which vectors are small
    std::vector<Set> sets_;
    std::vector<GuardedRegister> temporaries_;  ///< as the last kernel needed them
    std::size_t next_set_ = 0;
};

/// A trial with the judge of a real type, which is made of the problem.
template <template <class> class JudgeOf>
std::unique_ptr<TrialOperands> make_trial(DeviceWork& work, const TuningProblem& problem,
                                          const OperandLayout& layout) {
    return for_real_type(problem.type, [&](auto zero) -> std::unique_ptr<TrialOperands> {
        return std::make_unique<Trial>(work, problem, layout,
                                       std::make_unique<JudgeOf<decltype(zero)>>(problem));
    });
}

}  // namespace hg::kernels
