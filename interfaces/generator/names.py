"""The symbols by which programs call a routine, with the integer type of each: 32-bit, or 64-bit if the name
has a "64". Names with "scipy_" are those of the BLAS in NumPy's and SciPy's wheels."""

import json

NARROW, WIDE = "int", "std::int64_t"
FORTRAN = {"{}_": NARROW, "{}_64_": WIDE, "scipy_{}_": NARROW, "scipy_{}_64_": WIDE}
CBLAS = {"cblas_{}": NARROW, "cblas_{}_64": WIDE, "cblas_{}64_": WIDE,
         "scipy_cblas_{}": NARROW, "scipy_cblas_{}64_": WIDE}
LAPACKE = {"LAPACKE_{}": NARROW, "LAPACKE_{}_64": WIDE, "LAPACKE_{}64_": WIDE}
LAPACKE_WORK = {"LAPACKE_{}_work": NARROW, "LAPACKE_{}_work_64": WIDE, "LAPACKE_{}_work64_": WIDE}


def families(routine):
    """The drop-in's names of a routine by family, as patterns."""
    found = {"fortran": FORTRAN}
    if routine.returns_complex:
        found["cblas"] = {pattern.replace("{}", "{}_sub"): integer for pattern, integer in CBLAS.items()}
    elif routine.layer == "blas":
        found["cblas"] = CBLAS
    elif routine.lapacke and routine.work_length:
        # The functions of the second family take work and its length.
        found.update(lapacke=LAPACKE, lapacke_work=LAPACKE_WORK)
    elif routine.lapacke:
        found["lapacke"] = LAPACKE | LAPACKE_WORK
    return found


def names(routine, family):
    """(name, element, integer) of each name of a family."""
    return [(pattern.format(variant), element, integer)
            for variant, element in routine.symbols for pattern, integer in families(routine)[family].items()]


def export_map(routines):
    """The linker's map of the symbols that libhgblas.so exports."""
    lines = ["# The symbols of libhgblas.so: BLAS and LAPACK routines, and one by which hg recognizes it.",
             "{",
             "    global:"]
    for routine in routines:
        for family in families(routine):
            lines += [f"        {name};" for name, _, _ in names(routine, family)]
    return "\n".join([*lines, "        hgblas_version;", "    local:", "        *;", "};", ""])


def list_for_tests(routines):
    """For tests: for each routine and family, the number of bits of the integers of each name."""
    return json.dumps({
        variant: {family: {name: 64 if integer == WIDE else 32
                           for name, its, integer in names(routine, family) if its == element}
                  for family in families(routine)}
        for routine in routines for variant, element in routine.variants}, indent=4) + "\n"
