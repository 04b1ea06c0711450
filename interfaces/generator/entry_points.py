"""The symbols of libhgblas.so, in the calling conventions of Fortran, CBLAS and LAPACKE."""

from generator.cpp import real_type
from generator.cpp import describe
from generator.engine import bound
from generator.names import families, names
from generator.routine import Kind
from generator.text import Items, blocks, each, fill, indented, place

# The structs of calls, for the templates in interfaces/dropin/entry_points.

CALLS = """
#pragma once

#include <array>
#include <optional>
#include <tuple>

#include "blas/call/letters.hpp"
#include "interfaces/dropin/entry_points/call.hpp"
#include "interfaces/dropin/entry_points/narrow_pivots.hpp"
#include "interfaces/dropin/entry_points/numbers.hpp"
#include "interfaces/dropin/entry_points/sizes.hpp"
#include "interfaces/dropin/entry_points/work.hpp"
@mixed@
#include "interfaces/dropin/shapes.hpp"
#include "host_blas/by_address.hpp"

namespace hg::dropin {

@calls@

}  // namespace hg::dropin
"""

CALL = """
@does@
template <class T>
struct @Type@Call {
    @routine@
    static constexpr ElementType kWorksIn = @element@;
    @tau@
    @members@

    [[nodiscard]] auto sizes() const noexcept {
        const @binding@
        return std::array{@sizes@};
    }

    template <class Arguments>
    static auto matrices_of(@unused@Arguments& arguments) noexcept {
        @matrix_binding@
        @shapes@
        @matrices@
    }

    [[nodiscard]] Outcome run(const Engine& engine, Place place) const noexcept {
        @run_by_rows@
        return engine.@engine_routine@(place, arguments);
    }

    void run_on(const CpuBlas& cpu) const {
        @run_on_cpu@
    }
};
"""

# For routines with work in LAPACK's argument list.
WORK = """
T* work = nullptr;  ///< null if the caller's argument list has no work
std::int64_t lwork = 0;

[[nodiscard]] std::int64_t least_work() const noexcept {
    const @binding@
    return interfaces::@family@_work(@lengths@);
}
"""

# For row-major calls of routines with complex matrices, see row_major.hpp.
BY_ROWS = """
/// The row-major call, if `arguments` describes the conjugate of the stored matrix.
std::optional<@Type@Arguments<T>> by_rows{};
"""

RUN_BY_ROWS = """
if constexpr (ComplexElement<T>)
    if (by_rows) return engine.routines<T>().@member@_by_rows(place, *by_rows);
"""

RUN_ON_CPU = """
const @binding@
@make_pivots@
@read@
@make_result@
@call@
@write@
@give_back@
"""


def run_on_cpu(routine):
    """A call of the CPU's routine in Fortran's calling convention."""
    if routine.is_mixed:
        return f"mixed_{routine.name}_on_cpu(*this, cpu);"
    pivots = routine.pivots
    given = {Kind.CHOICE: "letter_of({})", Kind.SIZE: "narrow({})", Kind.LEADING: "narrow({})",
             Kind.INCREMENT: "narrow({})", Kind.PIVOTS: "pivots.data()", Kind.WORK: "memory",
             Kind.LENGTH: "length"}
    values = [given.get(argument.kind, "{}").format(argument.name)
              for argument in routine.parsed if argument is not routine.result]
    result = ["&result"] if routine.has_info else []
    sets = f"*{routine.result.name} = " if routine.result else ""
    counted = " - 1" if routine.of(Kind.INDEX) else ""
    made = fill(f"{sets}by_address(", [f"cpu.routines<T>().{routine.cpu_member}", *values, *result],
                f"){counted};", room=8)
    if routine.work_length:
        made = f"with_work(*this, [&](T* memory, int length) {{\n{indented(made)}\n}});"
    return place(
        RUN_ON_CPU, binding=bound(routine),
        make_pivots="NarrowPivots pivots(ipiv, is_valid_call(*this) ? arguments.pivot_count() : 0);"
        if pivots else "",
        read="" if not pivots or not pivots.is_read else
        "if (!asks_for_work(*this)) pivots.read();" if routine.work_length else "pivots.read();",
        make_result="int result = 0;" if result else "",
        call=made,
        write="pivots.write();" if pivots and pivots.is_written else "",
        give_back="*info = result;" if result else "")


def work(routine):
    return "\n" + place(WORK, binding=bound(routine), family=routine.family,
                        lengths=", ".join(argument.name
                                          for argument in routine.lengths)) if routine.work_length else ""


def by_rows(routine):
    return "\n" + place(BY_ROWS, Type=routine.type_name) if routine.may_conjugate else ""


def call_struct(routine):
    matrices = [f"matrix<Access::{matrix.access}>({number}, shape[{i}], {matrix.name}, {leading.name})"
                for i, (matrix, leading, number) in enumerate(routine.matrices)]
    binding = bound(routine)
    return place(
        CALL, does=describe(routine), Type=routine.type_name, binding=binding,
        matrix_binding=binding if matrices else "",
        shapes="const auto shape = shapes(arguments);" if matrices else "",
        unused="" if matrices else "[[maybe_unused]] ",
        routine=Items("static constexpr Routine kRoutine = variant_of<",
                      ["T", *(f"Routine::{name}" for name, _ in routine.variants)], ">();"),
        element=f"ElementType::{routine.variants[0][1].low.type}" if routine.is_mixed
        else "element_type_of<T>()",
        tau="\n".join(f"static constexpr int kTau = {number};  ///< 1-based number of the argument tau"
                      for number, argument in enumerate(routine.parsed, 1)
                      if argument.kind == Kind.TAU and not argument.is_written),
        members=f"{routine.type_name}Arguments<T> arguments;" + by_rows(routine) + work(routine),
        sizes=", ".join(argument.name for argument in routine.of(Kind.SIZE)),
        matrices=Items("return std::tuple{", matrices, "};") if matrices else "return std::tuple<>{};",
        engine_routine=("mixed." if routine.is_mixed else "routines<T>().") + routine.member,
        run_by_rows=place(RUN_BY_ROWS, member=routine.member) if routine.may_conjugate else "",
        run_on_cpu=run_on_cpu(routine))


def calls(routines):
    mixed = [f'#include "interfaces/dropin/entry_points/mixed_{routine.name}_on_cpu.hpp"'
             for routine in routines if routine.is_mixed]
    return place(CALLS, mixed=each(mixed), calls=blocks(*map(call_struct, routines))) + "\n"


# The symbols.

SOURCE = """
// The functions ignore the lengths of character arguments that Fortran compilers append, because C callers
// omit them.
#include "interfaces/dropin/entry_points/lapacke.hpp"
#include "interfaces/dropin/entry_points/numbers.hpp"
#include "interfaces/dropin/entry_points/on_cpu.hpp"
#include "interfaces/dropin/entry_points/serve.hpp"
#include "interfaces/dropin/next_symbol.hpp"
#include "interfaces/generated/calls.hpp"
#include "host_blas/by_address.hpp"

namespace hg::dropin {
namespace {

@functions@

}  // namespace
}  // namespace hg::dropin

using namespace hg::dropin;

extern "C" {

@symbols@

}  // extern "C"
"""

# Functions that all names of a family share. A wrong layout of CBLAS is reported as another wrong argument.

FORTRAN_BLAS = """
template <class T, class Int, class Next>
@head@
    @make_result@
    @call@
    serve<Int>(call, [&] {
        serve_on_cpu(symbol, call, [&](Next* next) {
            @next@
        });
    });
    @give_back@
}
"""

FORTRAN_LAPACK = """
template <class T, class Int, class Next>
@head@
    std::int64_t result = 0;
    @make_count@
    @call@
    const auto give_back = [&] {
        @give_count@
        *info = static_cast<Int>(result);
    };
    const bool by_devices = serve<Int>(call, [&] {
        const bool by_next = serve_on_cpu(symbol, call, [&](Next* next) {
            @next@
        });
        if (!by_next) give_back();
    });
    if (by_devices) give_back();
}
"""

CBLAS = """
template <class T, class Int, class Next>
@head@
    @make_result@
    @call@
    @transpose@
    serve<Int>(call, [&] {
        serve_on_cpu(symbol, call, [&](Next* next) {
            @next@
        });
    });
    @give_back@
}
"""

LAPACKE = """
template <class T, class Int, class Next>
@head@
    std::int64_t result = 0;
    @call@
    @serve@
}
"""

SYMBOL = """
@head@
    static constinit NextSymbol<@kind@> next("@name@");
    @direct@
    @call@
}
"""


def scalar_type(routine, argument, element):
    return real_type(element) if routine.is_real(argument) else element


def by_address(routine, argument, element, integer):
    if argument.kind == Kind.WORK and routine.is_mixed:
        element = routine.variants[0][1].work(argument.name)
    types = {Kind.CHOICE: "const char*", Kind.SIZE: f"const {integer}*", Kind.LEADING: f"const {integer}*",
             Kind.INCREMENT: f"const {integer}*",
             Kind.SCALAR: f"const {scalar_type(routine, argument, element)}*",
             Kind.MATRIX: f"{element}*" if argument.is_written else f"const {element}*",
             Kind.VECTOR: f"{element}*" if argument.is_written else f"const {element}*",
             Kind.TAU: f"{element}*" if argument.is_written else f"const {element}*",
             Kind.PIVOTS: f"{integer}*" if argument.is_written else f"const {integer}*",
             Kind.COUNT: f"{integer}*",
             Kind.LENGTH: f"const {integer}*",
             Kind.WORK: f"{element}*", Kind.RESULT: f"{element}*"}
    return f"{types[argument.kind]} {argument.lower}"


def cblas_scalar(routine, argument, element):
    """CBLAS passes real scalars by value and complex ones by address."""
    scalar = scalar_type(routine, argument, element)
    return "CblasScalar<T>" if scalar == "T" else f"const {scalar}*" if "complex" in scalar else scalar


def by_value(routine, argument, element, integer, choice):
    types = {Kind.CHOICE: choice, Kind.SIZE: "Slot", Kind.LEADING: "Slot", Kind.INCREMENT: "Slot",
             Kind.LENGTH: "Slot", Kind.SCALAR: cblas_scalar(routine, argument, element)}
    return f"{types[argument.kind]} {argument.lower}" if argument.kind in types \
        else by_address(routine, argument, element, integer)


LAPACKE_FAMILIES = ("lapacke", "lapacke_work")


def has_work(routine, family):
    """Whether the functions take work and its length."""
    return bool(routine.work_length) and family != "lapacke"


def listed(routine, family):
    """The arguments in the function's list."""
    arguments = routine.parsed if family == "fortran" or has_work(routine, family) else routine.without_work
    return arguments if takes_address(routine, family) else [argument for argument in arguments
                                                             if argument is not routine.result]


def has_layout(routine, family):
    return family in LAPACKE_FAMILIES or (family == "cblas" and routine.has_layout)


def returned_by(routine, family, element):
    """The return type. Indices are returned as a whole register, so that no bits are lost if the CPU BLAS has
    64-bit integers."""
    if family in LAPACKE_FAMILIES:
        return "Slot"
    if not routine.result or takes_address(routine, family):
        return "void"
    return scalar_type(routine, routine.result, element) if routine.result.kind == Kind.RESULT else "Slot"


def takes_address(routine, family):
    """Whether the function writes its result to an address instead of returning it."""
    return family == "cblas" and routine.returns_complex


def parameters(routine, family, element="T", integer="Int"):
    if family == "fortran":
        info = [f"{integer}* info"] if routine.has_info else []
        return [by_address(routine, argument, element, integer)
                for argument in listed(routine, family)] + info
    choice = "int" if family == "cblas" else "char"
    layout = ["int layout"] if has_layout(routine, family) else []
    return layout + [by_value(routine, argument, element, integer, choice)
                     for argument in listed(routine, family)]


def passed(routine, family):
    """The parameters as arguments of another call."""
    values = [argument.lower for argument in listed(routine, family)]
    if family == "fortran":
        return values + (["info"] if routine.has_info else [])
    return ["layout", *values] if has_layout(routine, family) else values


def call_members(routine, family):
    """The initializers of the arguments in a call's struct."""
    star = "*" if family == "fortran" else ""
    number = "{}" if family == "fortran" else "size<Int>({})"
    scalar = "{}" if family == "fortran" else "scalar_of({})"
    values = []
    for argument in routine.without_work:
        name = argument.lower
        values.append({
            Kind.CHOICE: f"{argument.choice}_of({star}{name})", Kind.SIZE: number.format(star + name),
            Kind.LEADING: number.format(star + name), Kind.INCREMENT: number.format(star + name), 
            Kind.SCALAR: scalar.format(star + name),
            Kind.VECTOR: name, Kind.RESULT: "result" if takes_address(routine, family) else "&result",
            Kind.INDEX: "&result", Kind.PIVOTS: f"interfaces::pivots_of({name})", Kind.COUNT: "&count",
            Kind.MATRIX: name, Kind.TAU: name}[argument.kind])
    if family == "cblas" and routine.has_layout:
        values[0] = f"if_layout(layout, {values[0]})"
    return values + (["&result"] if routine.has_info else [])


def result_parts(routine, family):
    """For a function that returns no info: the code that declares the result, sets it from the next symbol's
    return value (before and after that call), and returns it. Within calls, indices are 0-based, and -1 means
    none."""
    if not routine.result or takes_address(routine, family):
        return "", "", "", ""
    if routine.result.kind == Kind.RESULT:
        return returned_by(routine, family, "T") + " result{};", "result = ", "", "return result;"
    if family == "fortran":
        return "std::int64_t result = -1;", "result = ", " - 1", "return result + 1;"
    return "std::int64_t result = -1;", "result = ", "", "return std::max<Slot>(result, 0);"


def function(routine, family):
    template = {"fortran": FORTRAN_LAPACK if routine.has_info else FORTRAN_BLAS, "cblas": CBLAS,
                "lapacke": LAPACKE,
                "lapacke_work": LAPACKE}
    returned = returned_by(routine, family, "T")
    option = ["bool looks_for_nan"] if family in LAPACKE_FAMILIES else []
    transposes = family == "cblas" and routine.has_layout
    constant = "" if transposes else "const "
    make_result, back, shift, give_back = result_parts(routine, family)
    lengths = ["1"] * len(routine.of(Kind.CHOICE)) if family == "fortran" else []
    counts = routine.of(Kind.COUNT)
    length = "*lwork" if family == "fortran" else "size<Int>(lwork)"
    work = f", work, {length}" if has_work(routine, family) else ""
    return place(
        template[family],
        head=fill(f"{returned} {family}_{routine.member}(",
                  ["NextSymbol<Next>& symbol", *option, *parameters(routine, family)], ") noexcept {"),
        call=Items(f"{constant}{routine.type_name}Call<T> call{{{{", call_members(routine, family),
                   f"}}{work}}};"),
        make_result=make_result, give_back=give_back,
        transpose="if (layout == kRowMajor) make_column_major(call);" if transposes else "",
        next=Items(f"{back}next(", [*passed(routine, family), *lengths], f"){shift};"),
        serve=Items("return serve_lapacke<Int>(",
                    ["symbol", "looks_for_nan", "call", *passed(routine, family)], ");"),
        make_count="std::int64_t count = 0;" if counts else "",
        give_count="\n".join(f"*{count.lower} = static_cast<Int>(count);" for count in counts))


def direct_call(routine, family):
    """A direct call of the next symbol, for routines whose smallest calls take no longer than their dispatch
    would."""
    lengths = ["1"] * len(routine.of(Kind.CHOICE)) if family == "fortran" else []
    return fill("if (auto* const direct = next.direct()) [[likely]] return direct(",
                [*passed(routine, family), *lengths], ");", indent=8)


def symbol(routine, family, name, element, integer):
    """An exported function, which contains the pointer to the next symbol of its name."""
    returned = returned_by(routine, family, element.c)
    back = "" if returned == "void" else "return "
    # LAPACKE's functions with "work" in their names do not check for NaN.
    option = ["false" if "_work" in name else "true"] if family in LAPACKE_FAMILIES else []
    return place(
        SYMBOL, name=name,
        head=fill(f"{returned} {name}(", parameters(routine, family, element.c, integer), ") {"),
        direct=direct_call(routine, family) if routine.level < 3 else "",
        kind=f"hg::WithLengths<decltype({name})>" if family == "fortran" else f"decltype({name})",
        call=Items(f"{back}{family}_{routine.member}<{element.c}, {integer}>(",
                   ["next", *option, *passed(routine, family)], ");"))


def source(routines):
    kinds = [(routine, family) for routine in routines for family in families(routine)]
    symbols = [symbol(*kind, *name) for kind in kinds for name in names(*kind)]
    return place(SOURCE, functions=blocks(*(function(*kind) for kind in kinds)),
                 symbols=blocks(*symbols)) + "\n"
