#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "lapack/common/substitution_steps.hpp"
#include "lapack/substitution/substitution_layout.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// Triangles of blocks on the diagonal that the first substitution meets and the second one needs. A device
/// inverts several of them together, since a launch for each takes longer than the arithmetic.
class ResidentTriangles {
  public:
    /// All arguments must outlive the object.
    ResidentTriangles(ProgramBuilder& builder, const SubstitutionLayout& layout,
                      const SubstitutionSteps& steps, const Substitution& second)
        : builder_(builder), layout_(layout), steps_(steps), second_(second) {}

    /// Keeps that of block column k, whose own register is not needed for it any more. Block columns come in
    /// order.
    void keep(std::size_t k, RegisterId block);
    /// Keeps a triangle that is ready.
    void set(std::size_t k, const SubstitutionSteps::Triangle& triangle) { ready_[k] = triangle; }
    [[nodiscard]] const SubstitutionSteps::Triangle& at(std::size_t k) const { return ready_.at(k); }

  private:
    /// Blocks of one device that wait for their inversion, side by side.
    struct Waiting {
        RegisterId blocks = kNoRegister;
        std::vector<std::size_t> columns;  ///< of A, in their order
    };
    /// Block columns of k's device, from k on, whose triangles fit into one register.
    [[nodiscard]] std::int64_t together_from(std::size_t k) const;
    void invert(const Waiting& waiting);

    ProgramBuilder& builder_;
    const SubstitutionLayout& layout_;
    const SubstitutionSteps& steps_;
    Substitution second_;
    std::map<DeviceIndex, Waiting> waiting_;
    std::map<std::size_t, SubstitutionSteps::Triangle> ready_;
};

}  // namespace hg
