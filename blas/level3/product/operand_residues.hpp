#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include <hg/runtime/program/builder.hpp>

namespace hg {

/// A cache of the residues of operands of emulated products. An operand's residues are valid until it is
/// written. Residues belong to lines: rows or columns of a register or window. A window of lines that have
/// residues uses its part of them. For one builder.
class OperandResidues {
  public:
    struct Integers {
        RegisterId residues{};
        RegisterId exponents{};  ///< the powers of two by which the lines are scaled
        RegisterId refused{};    ///< 1 if an element is not finite
    };

    OperandResidues(ElementType type, int moduli) : type_(type), moduli_(moduli) {}

    /// The form in which a product uses an operand.
    struct Form {
        bool lines_are_rows = false;
        bool conjugated = false;

        friend auto operator<=>(const Form&, const Form&) = default;
    };

    /// Returns the residues of an operand's present contents. Appends the commands that compute them, unless
    /// they are cached.
    Integers of(ProgramBuilder& builder, RegisterId operand, const Form& form);

  private:
    /// The lines and the elements along k of an operand, in the register that contains it.
    struct Place {
        std::int64_t line = 0, lines = 0, first = 0, depth = 0;
    };
    struct Known {
        Place place;
        std::size_t made = 0;  ///< number of commands before they were computed
        Integers integers;
    };
    using Key = std::tuple<RegisterId, Form>;  ///< whole register, and the form of the operand

    static Place place_of(const Register& operand, bool lines_are_rows);
    [[nodiscard]] Integers part_of(ProgramBuilder& builder, const Known& known, const Place& place) const;
    [[nodiscard]] Integers make(ProgramBuilder& builder, RegisterId operand, const Form& form,
                                const Place& place) const;

    ElementType type_;
    int moduli_;
    std::map<Key, std::vector<Known>> known_{};
};

}  // namespace hg
