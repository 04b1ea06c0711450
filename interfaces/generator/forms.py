"""The other forms of a routine, which follow from the template on a session in its public header: on the
process-wide session, with the names of BLAS and LAPACK, and asynchronous."""

from generator import cpp
from generator.text import blocks, each, fill, place

HEADER = """
#pragma once

#include <complex>
#include <cstdint>

@includes@

namespace hg {

@declarations@

}  // namespace hg
"""

DECLARATION = """
/// @comment@
@before@
@head@
"""


def head(routine, returned, name, suffix, element, session=()):
    """A declaration."""
    defaults = {"options": " = {}"}
    before = "[[nodiscard]] " if suffix else ""
    return fill(f"{before}{returned} {name}{suffix}(",
                [*session, *(f"{kind} {argument}{defaults.get(argument, '')}"
                             for kind, argument in cpp.public_parameters(routine, element))], ");")


def declaration(routine, returned, suffix, comment, session=()):
    """The declaration of the template, or of the function if the routine works in two precisions."""
    element = cpp.template_element(routine)
    return place(DECLARATION, comment=comment,
                 before="" if routine.is_mixed else f"template <{cpp.concept(routine)} T>",
                 head=head(routine, returned(element), routine.family, suffix, element, session))


def named(routine, returned, suffix):
    """Declarations with the names of BLAS and LAPACK; none if the routine itself has that name."""
    real = " with real scalars" if routine.alias else ""
    return [] if routine.is_mixed else [
        place(DECLARATION, before="",
              comment=f"{routine.family}{suffix}<{element.c}> on the process-wide session{real}.",
              head=head(routine, returned(element.c), name, suffix, element.c))
        for name, element in routine.variants]


def waiting(routine):
    (returned, suffix), *_ = cpp.forms(routine)
    return [declaration(routine, returned, suffix, f"{routine.family}() on the process-wide session."),
            *named(routine, returned, suffix)]


def submitting(routine):
    _, (returned, suffix) = cpp.forms(routine)
    return [declaration(routine, returned, suffix, f"Asynchronous form of {routine.family}().",
                        ["Session& session"]),
            declaration(routine, returned, suffix, "The same on the process-wide session."),
            *named(routine, returned, suffix)]


def header(routines, declarations, includes, session=""):
    needed = [f"#include <hg/{routine.layer}/lu_options.hpp>" for routine in routines if routine.options]
    return place(HEADER, includes=each([*sorted({*includes, "#include <hg/blas/types.hpp>", *needed})]),
                 declarations=blocks(session, *sum(map(declarations, routines), []))) + "\n"


def headers(routines):
    """(name, text) of each header: one for each public header, and one per layer for asynchronous calls."""
    by_header = {}
    for routine in routines:
        by_header.setdefault(routine.form_header, []).append(routine)
    for name, its_routines in by_header.items():
        yield name, header(its_routines, waiting, [])
    for layer in ("blas", "lapack"):
        its_routines = [routine for routine in routines if routine.layer == layer and routine.asynchronous]
        yield (f"{layer}/async.hpp",
               header(its_routines, submitting, ["#include <hg/blas/call.hpp>"], "class Session;"))
