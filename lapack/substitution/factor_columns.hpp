#pragma once

#include <cstddef>
#include <map>
#include <vector>

#include "lapack/common/substitution_steps.hpp"
#include "lapack/substitution/resident_triangles.hpp"
#include "lapack/substitution/substitution_layout.hpp"
#include <hg/runtime/program/builder.hpp>

namespace hg {

/// A block column of a triangle on its device.
struct FactorColumn {
    Op op = Op::none;  ///< that the triangle is taken with
    DeviceIndex device = 0;
    Span rows{};                             ///< of the block on the diagonal
    SubstitutionSteps::Triangle diagonal{};  ///< the triangle of that block
    Span rest_rows{};                        ///< above or below that block
    RegisterId rest = kNoRegister;           ///< none if there are no such rows
};

/// The factors of a matrix, whose block columns come from host memory in the order in which both
/// substitutions need them.
class FactorColumns {
  public:
    /// Declares the program's matrix parameter `A`. All arguments must outlive the object.
    FactorColumns(ProgramBuilder& builder, const SubstitutionProblem& problem,
                  const SubstitutionLayout& layout, const SubstitutionSteps& steps);

    /// Block columns of both substitutions.
    [[nodiscard]] std::size_t count() const noexcept { return 2 * layout_.blocks(); }
    /// The i-th of them, one after the other from 0 on; appends its load.
    FactorColumn next(std::size_t i);

  private:
    /// Which block column of which triangle.
    struct Place {
        bool again;  ///< in the second substitution
        std::size_t k;
    };
    [[nodiscard]] Place place_of(std::size_t i) const noexcept;
    void load(std::size_t i);
    /// Rows of A in host memory, on a device.
    RegisterId load_rows(std::size_t k, const Span& rows);
    SubstitutionSteps::Triangle diagonal_of(const Place& place, RegisterId block);

    ProgramBuilder& builder_;
    const SubstitutionLayout& layout_;
    const SubstitutionSteps& steps_;
    std::array<Substitution, 2> substitutions_;
    ElementType type_;
    ParameterId A_;
    std::size_t ahead_;  ///< loads that are appended before they are needed
    /// What has been loaded and is still needed.
    struct Loaded {
        RegisterId diagonal = kNoRegister;
        RegisterId rest = kNoRegister;
    };
    std::map<std::size_t, Loaded> loaded_;
    std::size_t loads_ = 0;
    ResidentTriangles kept_;  ///< for the second substitution
};

}  // namespace hg
