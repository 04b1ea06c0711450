#!/usr/bin/python3
"""Writes hg's language interfaces from the rows of routines.py.

    generate.py INCLUDE BUILD PACKAGE   writes
                                        - into INCLUDE: hg.h, hg.f90, and forms/*.hpp, which public headers
                                          include
                                        - into the folders LAYER/generated of BUILD: the C++ files behind
                                          them, those of the drop-in library, and the calls of the CPU BLAS
                                        - into the Python package PACKAGE: _routines.py
    generate.py --forms                 lists the headers that it writes into INCLUDE/forms
    generate.py --self-test             checks that planted errors in rows are found, and that an added
                                        routine appears in every interface
"""

import pathlib
import sys
from dataclasses import replace

from generator import arguments, c, cpp, cpu, engine, entry_points, forms, fortran, names, python, table
from generator.routine import Routine, TableError, check
from routines import ROUTINES

HERE = pathlib.Path(__file__).parent


def check_all(routines):
    check(routines)
    python.check(routines)


def by_layer(routines):
    return {layer: [routine for routine in routines if routine.layer == layer]
            for layer in ("blas", "lapack")}


def files(routines, include, build, package):
    """Yields (path, text) of each file."""
    source = build / "interfaces/generated"
    yield build / "host_blas/generated/cpu_routines.hpp", cpu.cpu_routines(routines)
    yield build / "host_blas/generated/linked_routines.hpp", cpu.linked_routines(routines)
    yield build / "blas/generated/cpu_calls.hpp", cpu.cpu_calls(by_layer(routines)["blas"])
    for layer, its_routines in by_layer(routines).items():
        yield build / layer / "generated/arguments.hpp", arguments.header(its_routines, layer)
    for layer, its_routines in by_layer(routines).items():
        yield source / f"{layer}_declared.hpp", cpp.declared(its_routines)
        yield source / f"{layer}_cpp.cpp", cpp.source(its_routines)
        yield source / f"{layer}_c.cpp", c.source(its_routines)
        yield source / f"{layer}_fortran.cpp", fortran.source(its_routines)
        yield source / f"{layer}_routines.hpp", table.header(its_routines)
    yield source / "lapack_checks.hpp", cpp.checks(by_layer(routines)["lapack"])
    yield source / "blas_calls.hpp", table.calls(by_layer(routines)["blas"])
    for name, text in forms.headers(routines):
        yield include / "forms" / name, text
    yield include / "hg.h", c.header(routines, (HERE / "c/hg.h.in").read_text(encoding="utf-8"))
    yield include / "hg.f90", fortran.module(routines,
                                             (HERE / "fortran/hg.f90.in").read_text(encoding="utf-8"))
    yield source / "declarations.hpp", c.declarations_as_text(routines)
    for layer, its_routines in by_layer(routines).items():
        yield source / f"{layer}_entry_points.cpp", entry_points.source(its_routines)
    yield source / "routine_names.hpp", engine.routine_names(routines)
    yield source / "engine_table.hpp", engine.engine_table(routines)
    yield source / "engine_calls.hpp", engine.engine_calls_header(routines)
    yield source / "engine_calls.cpp", engine.engine_calls(routines)
    yield source / "flops_of_order.cpp", engine.flops_of_order(routines)
    yield source / "calls.hpp", entry_points.calls(routines)
    yield source / "hgblas.map", names.export_map(routines)
    yield source / "hgblas_names.json", names.list_for_tests(routines)
    yield package / "_routines.py", python.module(routines, HERE / "python/examples")


def planted_rows():
    """A correct row, and rows with one fault each by words of the message that reports it."""
    good = Routine(layer="blas", room="level3/samples", name="sample", types="d s",
                   does="C := alpha A A^T + beta C", arguments="uplo trans n k alpha A lda beta C:inout ldc",
                   shapes="A: stored(op, n, k); C: triangle(uplo, n)", flops="syrk_flops(n, k)",
                   product="n, n, k")
    return good, {
        "it is blas or lapack": replace(good, layer="level3"),
        "room is missing": replace(good, room=""),
        "incx must follow x": replace(good, arguments="uplo n alpha x A:inout lda"),
        "incx has no vector": replace(good, arguments="uplo n alpha incx A:inout lda"),
        "must be the last argument": replace(good, arguments="n result:out x incx"),
        "only BLAS has vectors": replace(good, layer="lapack", arguments="n x:inout incx"),
        "types must be letters of": replace(good, types="d q"),
        "lda in real_scalars": replace(good, real_scalars="lda"),
        "does is missing": replace(good, does=""),
        "flops or product is missing": replace(good, flops=""),
        "the shape of C is missing": replace(good, shapes="A: n, k"),
        "gamma is not a known argument": replace(good, arguments=good.arguments.replace("beta", "gamma")),
        "an argument occurs twice": replace(good, arguments=good.arguments + " n"),
        "can't be 'written'": replace(good, arguments=good.arguments.replace("inout", "written")),
        "beta can't be 'out'": replace(good, arguments=good.arguments.replace("beta", "beta:out")),
        "lda must follow A": replace(good, arguments=good.arguments.replace("A lda", "lda A")),
        "ldb has no matrix": replace(good, arguments=good.arguments + " ldb"),
        "writes nothing": replace(good, arguments=good.arguments.replace(":inout", "")),
        "lwork must follow work": replace(good, layer="lapack", arguments="lwork " + good.arguments),
        "only LAPACK has": replace(good, arguments=good.arguments + " ipiv:out"),
        "must be a letter or a size": replace(good, arguments="alpha A lda C:inout ldc"),
        "no function of python/hg/_level3.py":
            replace(good, arguments=good.arguments.replace("uplo", "diag")),
        "lapacke=False": replace(good, layer="lapack", arguments=good.arguments + " work"),
    }


def self_test():
    check_all(ROUTINES)
    good, planted = planted_rows()
    check_all([*ROUTINES, good])
    pairs = {"occurs in the table twice": [good, good],
             "give one of them an alias": [
                 good, replace(good, types="", complex_types="zd cs", real_scalars="alpha")]}
    for words, rows in {**{words: [row] for words, row in planted.items()}, **pairs}.items():
        try:
            check_all(rows)
            sys.exit(f"self-test: not found: {words}")
        except TableError as error:
            if words not in str(error):
                sys.exit(f"self-test: expected {words!r}, found: {error}")
    made = list(files([*ROUTINES, replace(good, asynchronous=False)], HERE, HERE, HERE))
    texts = {path.name: text for path, text in made} | {path.relative_to(HERE).as_posix(): text
                                                        for path, text in made}
    expected = {
        "hg.h": "int64_t hg_dsample(char uplo, char trans, int64_t n",
        "declarations.hpp": "int64_t hg_ssample(char uplo, char trans, int64_t n",
        "cpu_routines.hpp": "void (*sample)(const char* uplo",
        "blas/generated/arguments.hpp": 'list.matrix("A", c.A, c.lda, stored(c.op, c.n, c.k), reads);',
        "cpu_calls.hpp": "void call_cpu(const SampleArguments<T>& call) noexcept {",
        "sample.hpp": "void dsample(Layout layout, Uplo uplo, Op op",
        "hg.f90": "procedure :: hg_dsample, hg_ssample, hg_dsample_int32",
        "blas_cpp.cpp": "routine_call(&session, layout, SampleCall<T>{{uplo, trans",
        "blas_fortran.cpp": "*info = hg_ssample_int32(",
        "blas_entry_points.cpp": "void cblas_dsample64_(int layout, int uplo",
        "engine_calls.cpp": "Outcome run_sample(",
        "blas_routines.hpp": "using Arguments = SampleArguments<T>;",
        "hgblas.map": " scipy_ssample_64_;",
        "_routines.py": '_level3.update("sample", a, lower=lower, alpha=alpha, beta=beta, out=out)',
    }
    for name, words in expected.items():
        if words not in texts[name]:
            sys.exit(f"self-test: {name} lacks {words!r}")
        if "sample_async" in texts[name]:
            sys.exit(f"self-test: {name} has an asynchronous form of a routine that has none")
    print(f"self-test: {len(planted) + len(pairs)} planted faults found; the added routine is in every "
          "interface")


def main():
    if sys.argv[1:] == ["--self-test"]:
        self_test()
        return
    if sys.argv[1:] == ["--forms"]:
        print(";".join(name for name, _ in forms.headers(ROUTINES)), end="")
        return
    try:
        check_all(ROUTINES)
    except TableError as error:
        sys.exit(f"interfaces/routines.py: {error}")
    for path, text in files(ROUTINES, *map(pathlib.Path, sys.argv[1:])):
        # An unchanged file keeps its time stamp and is not recompiled.
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.unlink(missing_ok=True)
            path.write_text(text, encoding="utf-8")


main()
