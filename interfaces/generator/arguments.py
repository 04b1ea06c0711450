"""The structs of the routines' arguments, with the list() of each and the cost of a call."""

import re

from generator import cpp
from generator.routine import Kind
from generator.text import blocks, each, place

HEADER = """
#pragma once

#include <cstdint>
#include <string_view>

@headers@

namespace hg {

// The arguments of the @layer@ routines, from interfaces/routines.py. ArgumentList describes list().

@structs@

}  // namespace hg
"""

STRUCT = """
@describe@
template <class T@parameter@>
struct @Name@Arguments {
    using Element = T;
    @coefficient@
    static constexpr std::string_view kName = @name@;
    @output@
    @adds@

    @members@

    @order@
    @costs@

    @lists@
};
"""

COSTS = """
[[nodiscard]] constexpr double flops() const noexcept { return @flops@; }
[[nodiscard]] constexpr GemmEquivalent gemm_equivalent() const noexcept { return @product@; }
"""

LISTS = """
template <class Self, class List>
static void list(Self& c, List& list) {
    @list@
}
"""

ORDER = """
[[nodiscard]] constexpr std::int64_t order() const noexcept { return side == Side::left ? m : n; }
/// The number of columns or rows to which the matrix of that order is applied.
[[nodiscard]] constexpr std::int64_t vectors() const noexcept { return side == Side::left ? n : m; }
"""

ALIAS = "template <class T>\nusing {}Arguments = {}Arguments<T, {}>;"

# The last template parameter of a struct that several routines share. Its default stands for the first of
# them.
PARAMETERS = {"Symmetry": "Symmetry kSymmetry", "Pairing": "Pairing kPairing", "T": "class Scalar"}


def names(routine):
    """The names of arguments in C++: op instead of trans or transa, and op_a and op_b if there are two."""
    ops = [argument.name for argument in routine.of(Kind.CHOICE) if argument.choice == "op"]
    return {argument.name: argument.name if argument.name not in ops
            else argument.name.replace("trans", "op_") if len(ops) > 1 else "op"
            for argument in routine.without_work}


class Struct:
    """The struct of a routine's arguments, shared by routines whose structs differ only in a template
    argument. `members` are the arguments' names in the struct, if they differ from those in C++. The struct
    is then that of a call of LAPACK itself, which accepts only the letter of the adjoint, even for real
    elements."""

    def __init__(self, routine, group=None, members=None):
        self.routine = routine
        self.group = group or [routine]
        self.names = names(routine)
        self.members = members or self.names
        self.alpha = next((argument for argument in routine.of(Kind.SCALAR) if argument.name == "alpha"),
                          None)

    @property
    def parameter(self):
        return PARAMETERS[self.routine.variant.partition("::")[0]] if self.routine.variant else ""

    def type_of(self, argument):
        if self.routine.is_real(argument) or not any(its.is_real(argument) for its in self.group):
            number = "RealOf<T>" if self.routine.is_real(argument) else "T"
            results = {Kind.RESULT: f"{number}*", Kind.INDEX: "std::int64_t*"}
            return results.get(argument.kind) or cpp.cpp_type(self.routine, argument, "T")
        return "Scalar" if self.parameter == "class Scalar" else "Coefficient"

    def in_list(self, expression):
        """An expression from the row, on the arguments of the call that is listed."""
        ours = {name: self.members[row] for row, name in self.names.items()} | {
            "order": "order", "options": "options"}
        return re.sub(r"\b[a-z_]+\b", lambda found: f"c.{ours[found[0]]}" if found[0] in ours else found[0],
                      expression)

    def shape(self, argument):
        return self.in_list(self.routine.shape_of(argument))

    @property
    def reads(self):
        """The condition under which the call reads its inputs: alpha is not 0, and there is something to
        write."""
        written = [argument for argument in self.routine.of(Kind.MATRIX, Kind.VECTOR) if argument.is_written]
        shape = self.routine.shape_of(written[-1]) if written else ""
        sizes = [size.name for size in self.routine.of(Kind.SIZE) if re.search(rf"\b{size.name}\b", shape)]
        alpha = [f"c.alpha != {self.type_of(self.alpha)}{{0}}"] if self.alpha else []
        return " && ".join(alpha + [f"c.{size} > 0" for size in sizes])

    @property
    def adds(self):
        """Whether the call adds alpha times something to its output, which is unchanged if alpha is 0."""
        reads = [argument for argument in self.routine.of(Kind.MATRIX, Kind.VECTOR)
                 if not argument.is_written]
        return bool(self.routine.layer == "blas" and self.routine.level < 3 and self.alpha and reads
                    and "beta" not in self.names)

    def use(self, argument):
        """The last argument for a matrix or a vector in the list: whether the call touches it."""
        if argument.name in self.routine.uses:
            return ", " + self.in_list(self.routine.uses[argument.name])
        added_to = self.adds and argument.kind == Kind.MATRIX
        return ", reads" if self.reads and (not argument.is_written or added_to) else ""

    def listed(self, argument):
        """The statement that lists an argument; empty if the statement of another argument includes it."""
        routine, name = self.routine, self.names[argument.name]
        ours = f"c.{self.members[argument.name]}"
        if argument.kind == Kind.CHOICE and name == "op" and (routine.updates or not routine.conjugates):
            if self.members is not self.names:
                return f'list.op("{name}", {ours}, ComplexElement<T> ? Op::conj_trans : Op::trans);'
            return (f"list_update_op<T>(list, {'kSymmetry' if routine.updates else 'Symmetry::hermitian'}, "
                    f"{ours});")
        if argument.kind == Kind.CHOICE:
            return f'list.op("{name}", {ours});' if argument.choice == "op" else f"list.{name}({ours});"
        if argument.kind == Kind.SIZE and name in routine.limits:
            most, words = routine.limits[name]
            return (f'list.size_up_to("{name}", {ours}, {self.in_list(most)}, '
                    f'"must not be negative or more than {words}");')
        if argument.kind in (Kind.SIZE, Kind.SCALAR):
            return f'list.{argument.kind.name.lower()}("{name}", {ours});'
        if argument.kind == Kind.MATRIX:
            return (f'list.matrix("{name}", {ours}, c.ld{argument.lower}, '
                    f'{self.shape(argument)}{self.use(argument)});')
        if argument.kind == Kind.VECTOR:
            forward = "_forward" if len(routine.of(Kind.VECTOR)) == 1 and routine.level == 1 else ""
            return (f'list.strided{forward}("{name}", {ours}, c.inc{name}, '
                    f'{self.shape(argument)}{self.use(argument)});')
        if argument.kind in (Kind.RESULT, Kind.INDEX):
            return f'list.result("{name}", {ours});'
        if argument.kind in (Kind.PIVOTS, Kind.TAU, Kind.COUNT):
            return f'list.vector("{name}", {ours}, {self.shape(argument)}{self.use(argument)});'
        return ""

    def lists(self, left_out=()):
        """list() without arguments of the kinds in `left_out`."""
        statements, known = [], False
        for argument in self.routine.without_work:
            if argument.kind in left_out or not (statement := self.listed(argument)):
                continue
            if ", reads)" in statement and not known:
                statements.append(f"const bool reads = {self.reads};")
                known = True
            statements.append(statement)
        if self.routine.options and Kind.PIVOTS not in left_out:
            statements.append(
                'list.choice("options.pivoting", c.options.pivoting, "must be partial, tournament or none");')
        return place(LISTS, list="\n".join(statements))

    def costs(self):
        flops = self.routine.flops
        if "numbers<" not in flops:
            flops = f"real_operations(element_type_of<T>()) * {flops}"
        product = self.routine.product
        return place(COSTS, flops=flops, product=product if re.fullmatch(r"\w+\(.*\)", product)
                     else f"{{{product}}}")

    def order(self):
        return ORDER.strip("\n") if "side" in self.names else ""

    def name(self):
        """The routine's name in error messages: its name without the letter of the element type."""
        base, *others = [f'"{its.family[1:] if its.is_mixed else its.member}"' for its in self.group]
        which = {"Symmetry kSymmetry": "kSymmetry == {}", "Pairing kPairing": "kPairing == {}",
                 "class Scalar": "!std::is_same_v<Scalar, T>", "": "ComplexElement<T>"}[self.parameter]
        return "".join(f"{which.format(its.variant)} ? {name} : "
                       for its, name in zip(self.group[1:], others)) + base

    def text(self):
        routine = self.routine
        written = next((argument for argument in routine.of(Kind.MATRIX) if argument.is_written), None)
        members = [f"{self.type_of(argument)} {self.names[argument.name]};"
                   for argument in routine.without_work]
        coefficient = any(member.startswith("Coefficient ") for member in members)
        return place(
            STRUCT, describe=cpp.describe(routine), Name=routine.type_name, name=self.name(),
            lists=self.lists(), parameter=f", {self.parameter} = {routine.variant}" if self.parameter else "",
            coefficient="using Coefficient = CoefficientOf<T, kSymmetry>;" if coefficient else "",
            output=f'static constexpr std::string_view kOutput = "{written.name}";' if written else "",
            adds="static constexpr bool kAdds = true;  ///< adds alpha times something to the output"
            if self.adds else "",
            members="\n".join(members + [f"{routine.options} options;"] * bool(routine.options)),
            order=self.order(), costs=self.costs())


def structs(routines):
    """Each struct, followed by the aliases for the other routines that share it."""
    for routine in routines:
        if routine.of_row:
            continue
        group = [routine] + [other for other in routines if other.of_row == routine.member]
        yield Struct(routine, group).text()
        yield from (ALIAS.format(other.type_name, routine.type_name, other.variant) for other in group[1:]
                    if other.variant)


def header(routines, layer):
    headers = ["blas/call/letters.hpp", "blas/call/shape.hpp", "blas/cost/flops.hpp",
               "blas/cost/gemm_equivalent.hpp", "blas/level1/pairing.hpp",
               "blas/level3/symmetric/symmetry.hpp"]
    public = ["hg/blas/types.hpp", *(f"hg/lapack/{name}.hpp" for name in ["lu_options"] if layer == "lapack")]
    return place(HEADER, layer="BLAS" if layer == "blas" else "LAPACK", structs=blocks(*structs(routines)),
                 headers=each([f'#include "{name}"' for name in headers]
                              + [f"#include <{name}>" for name in public])) + "\n"
