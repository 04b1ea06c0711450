"""Finds libhg_lapack.so and makes Python functions from the declarations that the library contains."""

from __future__ import annotations

import contextlib
import ctypes
import os
import pathlib
import re
import threading
import types
from collections.abc import Iterator
from typing import Any

from ._errors import Error, LinAlgError

NAME = "libhg_lapack.so.0"
DECLARATION = re.compile(r"int64_t (\w+)\((.*)\);")


def complex_type(part: type) -> type:
    """The ctypes type of a C complex number; functions accept any Python number for it."""

    class Complex(ctypes.Structure):
        _fields_ = [("real", part), ("imag", part)]

        @classmethod
        def from_param(cls, value: complex) -> Complex:
            number = complex(value)
            return cls(number.real, number.imag)

    return Complex


TYPES = {"char": ctypes.c_char, "int64_t": ctypes.c_int64, "double": ctypes.c_double, "float": ctypes.c_float,
         "hg_double_complex": complex_type(ctypes.c_double), "hg_float_complex": complex_type(ctypes.c_float)}

# Result and parameters of the functions that are not BLAS or LAPACK routines.
INFO, TEXT, POINTER = ctypes.c_int64, ctypes.c_char_p, ctypes.c_void_p
OTHERS: dict[str, list[Any]] = {
    "hg_last_error": [TEXT], "hg_version": [TEXT], "hg_functions": [TEXT], "hg_trim": [INFO],
    "hg_set_arithmetic": [INFO, TEXT],
    "hg_wait": [INFO, POINTER],
    "hg_devices": [INFO, POINTER, POINTER],
    "hg_fall_backs": [INFO, POINTER, POINTER],
    "hg_copy_matrix": [INFO, TEXT, ctypes.c_char, ctypes.c_char, *[ctypes.c_int64] * 2,
                       *[POINTER, ctypes.c_int64] * 2],
    "hg_all_finite": [INFO, TEXT, *[ctypes.c_int64] * 2, POINTER, ctypes.c_int64, POINTER],
    "hg_program_build": [INFO, TEXT, TEXT, TEXT, POINTER, ctypes.c_int64, POINTER],
    "hg_program_verify": [INFO, POINTER],
    "hg_program_run": [INFO, POINTER, POINTER, ctypes.c_int64, POINTER, ctypes.c_int64],
    "hg_program_text": [TEXT, POINTER],
    "hg_program_size": [ctypes.c_int64, POINTER],
    "hg_program_matrices": [POINTER, POINTER, POINTER],
    "hg_program_scalars": [POINTER, POINTER, POINTER],
    "hg_program_free": [None, POINTER],
}


def places() -> list[pathlib.Path]:
    """The paths to try: in a wheel, next to this package, in the library folder that contains python/hg, in
    the source tree, and in the build tree that contains python/hg."""
    package = pathlib.Path(__file__).resolve().parent
    return [package / "lib" / NAME, package / NAME, package.parents[1] / NAME,
            package.parents[2] / "build/release/lapack" / NAME,
            package.parents[1] / "lapack" / NAME]


def load() -> ctypes.CDLL:
    """Loads the library that HG_LIBRARY names; if it is not set, the first one that exists in places(), or
    the one on the loader's path."""
    named = os.environ.get("HG_LIBRARY")
    found = [named] if named else [str(path) for path in places() if path.exists()]
    try:
        return ctypes.CDLL(found[0] if found else NAME)
    except OSError as error:
        if named:
            raise ImportError(f"hg: cannot load {named}, which HG_LIBRARY names: {error}") from error
        if found:
            raise ImportError(f"hg: cannot load {found[0]}: {error}") from error
        looked = "".join(f"\n    {path}" for path in places())
        raise ImportError(
            f"hg: {NAME} was not found. Looked for:{looked}\n    {NAME} on the loader's path: {error}\n"
            "Build hg with `./hg build`, or set HG_LIBRARY to the path of the library.") from error


def type_of(parameter: str) -> type:
    """The ctypes type of a parameter such as "const double* A"; pointers are void pointers."""
    if "*" in parameter:
        return ctypes.c_void_p
    return TYPES[parameter.split()[0]]


def declared(library: ctypes.CDLL, declarations: dict[str, list[Any]]) -> dict[str, Any]:
    """The library's functions by name, with the given types of results and parameters."""
    found = {}
    for name, (result, *parameters) in declarations.items():
        function = found[name] = getattr(library, name)
        function.restype, function.argtypes = result, parameters
    return found


def functions(library: ctypes.CDLL) -> types.SimpleNamespace:
    """The functions of <hg/hg.h> by name. The library itself declares those of BLAS and LAPACK routines."""
    found = declared(library, OTHERS)
    for declaration in library.hg_functions().decode().splitlines():
        name, parameters = DECLARATION.findall(declaration)[0]
        function = getattr(library, name)
        function.restype = ctypes.c_int64
        function.argtypes = [type_of(parameter) for parameter in parameters.split(", ")]
        function.__doc__ = declaration
        found[name] = function
        with contextlib.suppress(AttributeError):  # routines of levels 1 and 2 have no such form
            later = getattr(library, f"{name}_async")
            later.restype, later.argtypes = INFO, [*function.argtypes, POINTER]
            found[later.__name__] = later
    return types.SimpleNamespace(**found)


_loaded = load()
PATH: str = _loaded._name  # a bare name if it was found on the loader's path
c = functions(_loaded)
VERSION: str = c.hg_version().decode()


def call(name: str, *arguments: object) -> int:
    """Calls a C function. Returns its info if that is 0 or more, and raises Error otherwise."""
    info: int = getattr(c, name)(*arguments)
    if info < 0:
        raise Error(last_error(), info)
    return info


def last_error() -> str:
    """The message of this thread's last error."""
    return str(c.hg_last_error(), errors="replace")


def require_regular(info: int) -> None:
    """Raises LinAlgError if a pivot is zero."""
    if info > 0:
        raise LinAlgError(f"matrix is singular: pivot {info} (1-based) is zero", info)


def require_definite(info: int) -> None:
    """Raises LinAlgError if a leading minor is not positive definite."""
    if info > 0:
        raise LinAlgError(f"matrix is not positive definite: its leading minor of order {info} is not", info)


def require_nonzero(info: int) -> None:
    """Raises LinAlgError if a diagonal element of the factor is zero."""
    if info > 0:
        raise LinAlgError(
            f"matrix is singular: diagonal element {info} of its factor (1-based) is zero", info)


def require_full_rank(info: int) -> None:
    """Raises LinAlgError if a diagonal element of the triangular factor is zero."""
    if info > 0:
        raise LinAlgError(
            f"matrix does not have full rank: diagonal element {info} (1-based) of its triangular factor is "
            "zero", info)


_wanted = threading.local()  # the arithmetic of the innermost `with`; None: the process's


@contextlib.contextmanager
def arithmetic(name: str) -> Iterator[None]:
    """Sets how devices compute the products of this thread's calls in a `with` block

    - "native"
    - "emulated": exact integer products; errors are bounded for rows and columns, not for each element
    - "automatic": the same as native

    >>> with hg.arithmetic("emulated"):
    ...     hg.gemm(np.eye(2), np.ones((2, 2)))
    array([[1., 1.],
           [1., 1.]])
    """
    before = getattr(_wanted, "name", None)
    if c.hg_set_arithmetic(name.encode()) != 0:
        raise ValueError(last_error())
    _wanted.name = name
    try:
        yield
    finally:
        _wanted.name = before
        c.hg_set_arithmetic(None if before is None else before.encode())


def wanted_arithmetic() -> str | None:
    """What the innermost arithmetic() of this thread wants."""
    return getattr(_wanted, "name", None)


def trim() -> None:
    """Releases all device memory that no call uses, so that other processes can use it.

    >>> hg.trim()
    """
    call("hg_trim")
