#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "lapack/common/substitution_steps.hpp"
#include "lapack/substitution/substitution_definition.hpp"
#include "lapack/substitution/substitution_layout.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// The triangles on the diagonal of a factored matrix, as solves with them need them. What the second
/// substitution needs is made ready with the first one, while that waits for the link. A device inverts
/// several triangles for it together, since a launch for each takes longer than the arithmetic.
class DiagonalTriangles {
  public:
    /// All arguments must outlive the object.
    DiagonalTriangles(ProgramBuilder& builder, const SubstitutionProblem& problem,
                      const SubstitutionLayout& layout, const SubstitutionSteps& steps)
        : builder_(builder), layout_(layout), steps_(steps), substitutions_(substitutions_of(problem)) {}

    /// Whether the triangle of the block at this column is ready for the first or the second substitution.
    [[nodiscard]] bool are_ready(bool second, std::int64_t column) const {
        return ready_.contains({second, column});
    }
    /// Makes it ready, and what devices keep for the second substitution. Blocks come in order.
    void prepare(bool second, std::int64_t column, RegisterId block);
    [[nodiscard]] const SubstitutionSteps::Triangle& at(bool second, std::int64_t column) const {
        return ready_.at({second, column});
    }

  private:
    /// Blocks of one device that wait for their inversion, side by side.
    struct Waiting {
        RegisterId blocks = kNoRegister;
        std::vector<std::int64_t> columns{};
    };
    [[nodiscard]] SubstitutionSteps::Triangle prepared(bool second, RegisterId block) const;
    /// Keeps a block for the second substitution, whose own register is not needed for it any more.
    void keep(std::int64_t column, RegisterId block);
    /// Blocks of a device, from this column on, whose triangles are inverted together.
    [[nodiscard]] std::int64_t together_from(std::int64_t column) const noexcept;

    ProgramBuilder& builder_;
    const SubstitutionLayout& layout_;
    const SubstitutionSteps& steps_;
    std::array<Substitution, 2> substitutions_;
    std::map<DeviceIndex, Waiting> waiting_{};
    std::map<std::pair<bool, std::int64_t>, SubstitutionSteps::Triangle> ready_{};
};

}  // namespace hg
