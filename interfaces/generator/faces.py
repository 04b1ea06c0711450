"""The symbols of libhgblas.so: calls as Fortran, CBLAS and LAPACKE make them."""

from generator.engine import CLOSE, ONCE, OPEN, bound, describe
from generator.names import families, names
from generator.routine import Kind
from generator.text import blocks, fill, indented


# A call, as the templates of interfaces/dropin/faces see it.

def matrices(routine):
    made = [f"matrix<Access::{matrix.access}>({number}, shape[{i}], {matrix.name}, {leading.name})"
            for i, (matrix, leading, number) in enumerate(routine.matrices)]
    return ("template <class Arguments>\nstatic auto matrices_of(Arguments& arguments) noexcept {\n"
            f"    {bound(routine)}\n    const auto shape = shapes(arguments);\n"
            + indented(fill("return std::tuple{", made, "};", room=8)) + "\n}")


def run_on_cpu(routine):
    """By Fortran's calling convention."""
    head = "void run_on(const kernels::CpuBlas& cpu) const {\n"
    if routine.is_mixed:
        return f"{head}    {routine.family}_on_cpu(*this, cpu);\n}}"
    given = {Kind.CHOICE: "letter_of({})", Kind.SIZE: "narrow({})", Kind.LEADING: "narrow({})",
             Kind.PIVOTS: "pivots.data()"}
    values = [given.get(argument.kind, "{}").format(argument.name) for argument in routine.parsed]
    if routine.has_info:
        values.append("&result")
    lines = [f"const {bound(routine)}"]
    if routine.pivots:
        lines.append("NarrowPivots pivots(ipiv, is_valid_call(*this) ? arguments.pivot_count() : 0);")
        if routine.pivots.is_read:
            lines.append("pivots.read();")
    if routine.has_info:
        lines.append("int result = 0;")
    lines.append(fill("by_address(", [f"cpu.routines<T>().{routine.family}", *values], ");", room=8))
    if routine.pivots and routine.pivots.is_written:
        lines.append("pivots.write();")
    if routine.has_info:
        lines.append("*info = result;")
    return head + indented("\n".join(lines)) + "\n}"


def call_struct(routine):
    *others, (last, _) = routine.variants
    one = "".join(f"std::is_same_v<T, {element.c}> ? Routine::{name} : " for name, element in others) + f"Routine::{last}"
    element = "ElementType::f32" if routine.is_mixed else "element_type_of<T>()"
    engine = f"engine.mixed.{routine.family}" if routine.is_mixed else f"engine.routines<T>().{routine.family}"
    choices = [argument.name for argument in routine.of(Kind.CHOICE)]
    sizes = [argument.name for argument in routine.of(Kind.SIZE)]
    valid = " && ".join(f"is_valid({name})" for name in choices)
    binding = f"    const {bound(routine)}\n"
    parts = [
        f"static constexpr Routine kRoutine = {one};\nstatic constexpr ElementType kWorksIn = {element};\n"
        f"{routine.type_name}Arguments<T> arguments;",
        "[[nodiscard]] bool has_valid_choices() const noexcept {\n"
        + (f"{binding}    return {valid};\n}}" if choices else "    return true;\n}"),
        f"[[nodiscard]] auto sizes() const noexcept {{\n{binding}    return std::array{{{', '.join(sizes)}}};\n}}",
        matrices(routine),
        f"[[nodiscard]] Outcome run(const Engine& engine, Place place) const noexcept {{\n"
        f"    return {engine}(place, arguments);\n}}",
        run_on_cpu(routine),
    ]
    return f"{describe(routine)}\ntemplate <class T>\nstruct {routine.type_name}Call {{\n" + indented(blocks(*parts)) + "\n};"


def calls_header(routines):
    used = ["by_address", "call", "narrow_pivots", "sizes"]
    used += [f"{routine.family}_on_cpu" for routine in routines if routine.is_mixed]
    return ONCE + blocks(
        '#include <array>\n#include <tuple>\n#include <type_traits>\n\n#include "blas/call/letters.hpp"\n'
        + "".join(f'#include "interfaces/dropin/faces/{header}.hpp"\n' for header in sorted(used))
        + '#include "interfaces/dropin/shapes.hpp"', OPEN, *map(call_struct, routines), CLOSE)


# Parameters of the symbols.

def by_address(argument, element, integer):
    types = {Kind.CHOICE: "const char*", Kind.SIZE: f"const {integer}*", Kind.LEADING: f"const {integer}*",
             Kind.SCALAR: f"const {element}*", Kind.MATRIX: f"{element}*" if argument.is_written else f"const {element}*",
             Kind.PIVOTS: f"{integer}*" if argument.is_written else f"const {integer}*", Kind.COUNT: f"{integer}*",
             Kind.WORK: "float*" if argument.name == "swork" else f"{element}*"}
    return f"{types[argument.kind]} {argument.lower}"


def by_value(argument, element, integer, choice):
    types = {Kind.CHOICE: choice, Kind.SIZE: "Slot", Kind.LEADING: "Slot", Kind.SCALAR: element}
    return f"{types[argument.kind]} {argument.lower}" if argument.kind in types \
        else by_address(argument, element, integer)


def parameters(routine, family, element="T", integer="Int"):
    if family == "fortran":
        info = [f"{integer}* info"] if routine.has_info else []
        return [by_address(argument, element, integer) for argument in routine.parsed] + info
    choice = "int" if family == "cblas" else "char"
    return ["int layout"] + [by_value(argument, element, integer, choice) for argument in routine.parsed]


def passed(routine, family):
    """The same as arguments."""
    names_of_all = [argument.lower for argument in routine.parsed]
    if family == "fortran":
        return names_of_all + (["info"] if routine.has_info else [])
    return ["layout", *names_of_all]


def members(routine, family):
    """What a call's struct is made of."""
    star = "*" if family == "fortran" else ""
    number = "{}" if family == "fortran" else "size<Int>({})"
    values = []
    for argument in routine.without_work:
        name = argument.lower
        values.append({
            Kind.CHOICE: f"{argument.choice}_of({star}{name})", Kind.SIZE: number.format(star + name),
            Kind.LEADING: number.format(star + name), Kind.SCALAR: star + name,
            Kind.PIVOTS: f"interfaces::pivots_of({name})", Kind.COUNT: "&count", Kind.MATRIX: name}[argument.kind])
    if family == "cblas":  # what is wrong with the layout is found by a wrong argument
        values[0] = f"if_layout(layout, {values[0]})"
    return values + (["&result"] if routine.has_info else [])


# Functions for all names of a family.

def head(routine, family, returned):
    option = ["bool looks_for_nan"] if family == "lapacke" else []
    return "template <class T, class Int, class Next>\n" + fill(
        f"{returned} {family}_{routine.family}(",
        ["NextSymbol<Next>& symbol", *option, *parameters(routine, family)], ") noexcept {")


def call_of(routine, family, constant="const "):
    return fill(f"{constant}{routine.type_name}Call<T> call{{{{", members(routine, family), "}};", room=4)


def next_call(routine, family, before=""):
    lengths = ["1"] * len(routine.of(Kind.CHOICE)) if family == "fortran" else []
    return fill(f"{before}next(", [*passed(routine, family), *lengths], ");", room=12)


def plain_body(routine, family, transposed):
    return [call_of(routine, family, "" if transposed else "const "), *transposed,
            "serve<Int>(call, [&] {", "    if (auto* const next = symbol.get())",
            indented(next_call(routine, family), 8), "    else", "        without_next(call);", "});"]


def fortran(routine):
    if not routine.has_info:
        body = plain_body(routine, "fortran", [])
    else:
        counts = routine.of(Kind.COUNT)
        returned = indented(next_call(routine, "fortran", "return "), 8)
        body = [
            "std::int64_t result = 0;", *["std::int64_t count = 0;" for _ in counts], call_of(routine, "fortran"),
            "const auto give_back = [&] {", *[f"    *{each.name} = static_cast<Int>(count);" for each in counts],
            "    *info = static_cast<Int>(result);", "};",
            "const bool by_devices = serve<Int>(call, [&] {", "    if (auto* const next = symbol.get())", returned,
            "    without_next(call);", "    give_back();", "});", "if (by_devices) give_back();"]
    return head(routine, "fortran", "void") + "\n" + indented("\n".join(body)) + "\n}"


def cblas(routine):
    transposed = ["if (layout == kRowMajor) call.arguments = transposed(call.arguments);"]
    return (head(routine, "cblas", "void") + "\n" + indented("\n".join(plain_body(routine, "cblas", transposed)))
            + "\n}")


def lapacke(routine):
    body = ["std::int64_t result = 0;", call_of(routine, "lapacke"),
            fill("return serve_lapacke<Int>(", ["symbol", "looks_for_nan", "call", *passed(routine, "lapacke")], ");",
                 room=4)]
    return head(routine, "lapacke", "Slot") + "\n" + indented("\n".join(body)) + "\n}"


FACES = {"fortran": fortran, "cblas": cblas, "lapacke": lapacke}


# The symbols.

def symbol(routine, family, name, element, integer):
    """One exported function, which holds the next one of its name."""
    returned = "Slot" if family == "lapacke" else "void"
    kind = f"WithLengths<decltype({name})>" if family == "fortran" else f"decltype({name})"
    # What has "work" in its name does not look for NaN.
    option = ["false" if "_work" in name else "true"] if family == "lapacke" else []
    call = fill(f"{'return ' if family == 'lapacke' else ''}{family}_{routine.family}<{element.c}, {integer}>(",
                ["next", *option, *passed(routine, family)], ");", room=4)
    return (fill(f"{returned} {name}(", parameters(routine, family, element.c, integer), ") {") + "\n"
            f'    static constinit NextSymbol<{kind}> next("{name}");\n' + indented(call) + "\n}")


def source(routines):
    templates = [FACES[family](routine) for routine in routines for family in families(routine)]
    symbols = [symbol(routine, family, *name) for routine in routines for family in families(routine)
               for name in names(routine, family)]
    headers = ("by_address", "lapacke", "serve", "without_next")
    return blocks(
        "// Lengths of character arguments, which Fortran's compilers append, are not looked at: C's callers leave\n"
        "// them out.\n"
        + "\n".join(f'#include "interfaces/dropin/faces/{header}.hpp"' for header in headers)
        + '\n#include "interfaces/dropin/next_symbol.hpp"\n#include "interfaces/generated/calls.hpp"',
        "namespace hg::dropin {\nnamespace {", *templates, "}  // namespace\n}  // namespace hg::dropin",
        "using namespace hg::dropin;", 'extern "C" {', *symbols, '}  // extern "C"') + "\n"
