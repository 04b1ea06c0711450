#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include <hg/runtime/program/builder.hpp>

namespace hg {

/// What operands of emulated products have become: residues of their lines, kept until an operand is written.
/// Lines are rows or columns of a register or window; a window of lines that have residues takes its part of
/// these. For one builder.
class OperandResidues {
  public:
    struct Integers {
        RegisterId residues{};
        RegisterId exponents{};  ///< by which powers of two the lines are multiplied
        RegisterId refused{};    ///< 1 if an element is not finite
    };

    OperandResidues(ElementType type, int moduli) : type_(type), moduli_(moduli) {}

    /// How an operand is taken.
    struct Form {
        bool lines_are_rows = false;
        bool conjugated = false;

        friend auto operator<=>(const Form&, const Form&) = default;
    };

    /// The residues of an operand as it is now. Appends what makes them, unless they are there.
    Integers of(ProgramBuilder& builder, RegisterId operand, const Form& form);

  private:
    /// The lines and the elements along k of an operand, in the register that it is a part of.
    struct Place {
        std::int64_t line = 0, lines = 0, first = 0, depth = 0;
    };
    struct Known {
        Place place;
        std::size_t made = 0;  ///< commands before
        Integers integers;
    };
    using Key = std::tuple<RegisterId, Form>;  ///< whole register, and how it is taken

    static Place place_of(const Register& operand, bool lines_are_rows);
    [[nodiscard]] Integers part_of(ProgramBuilder& builder, const Known& known, const Place& place) const;
    [[nodiscard]] Integers make(ProgramBuilder& builder, RegisterId operand, const Form& form,
                                const Place& place) const;

    ElementType type_;
    int moduli_;
    std::map<Key, std::vector<Known>> known_{};
};

}  // namespace hg
