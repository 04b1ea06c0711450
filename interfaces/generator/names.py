"""The names by which programs know a routine, with the integers that each stands for: of 32 bits and, with
some "64", of 64. With "scipy_" those of the BLAS inside NumPy's and SciPy's wheels."""

import json

NARROW, WIDE = "int", "std::int64_t"
FORTRAN = {"{}_": NARROW, "{}_64_": WIDE, "scipy_{}_": NARROW, "scipy_{}_64_": WIDE}
CBLAS = {"cblas_{}": NARROW, "cblas_{}_64": WIDE, "cblas_{}64_": WIDE,
         "scipy_cblas_{}": NARROW, "scipy_cblas_{}64_": WIDE}
LAPACKE = {"LAPACKE_{}": NARROW, "LAPACKE_{}_64": WIDE, "LAPACKE_{}64_": WIDE}
LAPACKE_WORK = {"LAPACKE_{}_work": NARROW, "LAPACKE_{}_work_64": WIDE, "LAPACKE_{}_work64_": WIDE}


def families(routine):
    """The names that the drop-in has of a routine, as patterns, by whose they are."""
    found = {"fortran": FORTRAN}
    if routine.returns_complex:
        found["cblas"] = {pattern.replace("{}", "{}_sub"): integer for pattern, integer in CBLAS.items()}
    elif routine.layer == "blas":
        found["cblas"] = CBLAS
    elif routine.lapacke and routine.work_length:
        # The second ones have work and its length in their lists.
        found.update(lapacke=LAPACKE, lapacke_work=LAPACKE_WORK)
    elif routine.lapacke:
        found["lapacke"] = LAPACKE | LAPACKE_WORK
    return found


def names(routine, family):
    """(name, element, integer) of each name of a family."""
    return [(pattern.format(variant), element, integer)
            for variant, element in routine.symbols for pattern, integer in families(routine)[family].items()]


def export_map(routines):
    """What the linker exports of libhgblas.so."""
    lines = ["# What libhgblas.so exports: routines of BLAS and LAPACK, and the sign by which hg knows it.",
             "{",
             "    global:"]
    for routine in routines:
        for family in families(routine):
            lines += [f"        {name};" for name, _, _ in names(routine, family)]
    return "\n".join([*lines, "        hgblas_version;", "    local:", "        *;", "};", ""])


def list_for_tests(routines):
    """The same for tests: of each routine, by whose names they are, the bits of the integers of each name."""
    return json.dumps({
        variant: {family: {name: 64 if integer == WIDE else 32
                           for name, its, integer in names(routine, family) if its == element}
                  for family in families(routine)}
        for routine in routines for variant, element in routine.variants}, indent=4) + "\n"
