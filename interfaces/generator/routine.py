"""A row of routines.py, and the properties that follow from the names in it."""

import dataclasses
import enum
import functools


class Kind(enum.Enum):
    CHOICE = "a letter of BLAS"
    SIZE = "a size"
    LEADING = "a leading dimension"
    SCALAR = "a scalar"
    MATRIX = "a matrix"
    VECTOR = "a vector"
    INCREMENT = "the increment of a vector"
    RESULT = "the result, of the elements' type or the corresponding real type"
    INDEX = "the result, a position of an element"
    PIVOTS = "pivots"
    TAU = "the scalar factors of reflectors, contiguous"
    COUNT = "an integer that the routine returns in an argument"
    WORK = "memory that hg does not use"
    LENGTH = "the length of that memory"


KINDS = {
    **dict.fromkeys(["transa", "transb", "trans", "side", "uplo", "diag"], Kind.CHOICE),
    **dict.fromkeys(["m", "n", "k", "nrhs"], Kind.SIZE),
    **dict.fromkeys(["lda", "ldb", "ldc", "ldx"], Kind.LEADING),
    **dict.fromkeys(["alpha", "beta", "c", "s"], Kind.SCALAR),
    **dict.fromkeys(["A", "B", "C", "X"], Kind.MATRIX),
    **dict.fromkeys(["x", "y"], Kind.VECTOR),
    **dict.fromkeys(["incx", "incy"], Kind.INCREMENT),
    "result": Kind.RESULT,
    "index": Kind.INDEX,
    "ipiv": Kind.PIVOTS,
    "tau": Kind.TAU,
    "iter": Kind.COUNT,
    **dict.fromkeys(["work", "swork", "rwork"], Kind.WORK),
    "lwork": Kind.LENGTH,
}

# The accesses that each kind may have. An argument without a suffix has "in".
ACCESS = {
    Kind.MATRIX: {"in", "inout", "factors", "out"},
    Kind.VECTOR: {"in", "inout", "out"},
    Kind.RESULT: {"out"},
    Kind.INDEX: {"out"},
    Kind.PIVOTS: {"in", "out"},
    Kind.TAU: {"in", "out"},
    Kind.COUNT: {"out"},
}


class TableError(Exception):
    """A faulty row; the message says why."""


@dataclasses.dataclass(frozen=True)
class Element:
    """The element type that a letter of BLAS stands for."""
    c: str        # its name in C++, and in C if it is real
    fortran: str
    words: str    # description, following "hg_dgemm() in"
    in_c: str = ""  # its name in hg.h, if that differs

    @property
    def header(self):
        """The name in declarations for both C and C++."""
        return self.in_c or self.c

    def work(self, name):
        """The element type of one of LAPACK's work arrays."""
        kinds = {"work": self.c, "swork": self.c.replace("double", "float"), "rwork": self.real.c}
        return kinds[name]

    @property
    def is_complex(self):
        return self.c.startswith("std::complex")

    @property
    def type(self):
        """The enumerator of ElementType."""
        return ("c" if self.is_complex else "f") + ("64" if "double" in self.c else "32")

    @property
    def low(self):
        """The corresponding type in single precision."""
        return ELEMENTS["c" if self.is_complex else "s"]

    @property
    def real(self):
        """The corresponding real type, for scalars that are real even if elements are complex."""
        return ELEMENTS["d" if "double" in self.c else "s"]


ELEMENTS = {"d": Element("double", "real(hg_double)", "double precision"),
            "s": Element("float", "real(hg_single)", "single precision"),
            "z": Element("std::complex<double>", "complex(hg_double)", "complex numbers",
                         "hg_double_complex"),
            "c": Element("std::complex<float>", "complex(hg_single)", "complex numbers of single precision",
                         "hg_float_complex")}


def element_of(letters):
    """The element type of a variant. Of two letters, as in dznrm2 and zdscal, the complex one counts."""
    return ELEMENTS[min(letters, key=lambda letter: not ELEMENTS[letter].in_c)]


@dataclasses.dataclass(frozen=True)
class Argument:
    name: str
    access: str

    @property
    def kind(self):
        return KINDS[self.name]

    @property
    def is_read(self):
        return self.access != "out"

    @property
    def is_written(self):
        return self.access != "in"

    @property
    def lower(self):
        """The name in Fortran's argument lists."""
        return self.name.lower()

    @property
    def choice(self):
        """The function that converts the letter to a C++ value is <choice>_of()."""
        return "op" if self.name.startswith("trans") else self.name


@dataclasses.dataclass(frozen=True)
class Routine:
    """One row. `types` contains the letters of the variants: "d s" stands for dgemm and sgemm, and "ds" for
    dsgesv, which works in both precisions. `complex_types` does the same for complex elements: "zc" stands
    for zcgesv, and "dz" for dznrm2."""
    layer: str
    room: str                  # the folder in its layer that contains <files>_call.hpp
    name: str
    types: str
    does: str
    arguments: str
    files: str = ""            # the stem of its files, which routines may share; default: its name
    # shapes of matrices and other arrays: "C: m, n" or C++ expressions, separated by ;
    shapes: str = ""
    # the conditions under which it touches a matrix or vector, if not the default
    uses: dict = dataclasses.field(default_factory=dict)
    # upper limits of sizes: an expression, and words
    limits: dict = dataclasses.field(default_factory=dict)
    flops: str = ""            # its flops, counted as if elements were real
    product: str = ""          # the product of equal cost: a GemmEquivalent
    of_row: str = ""           # the row whose struct of arguments it shares
    variant: str = ""          # its last template argument of that struct
    header: str = ""           # its public header in its layer; default: its name
    options: str = ""          # the type of a last argument that only C++ has
    asynchronous: bool = True  # whether it has asynchronous forms
    lapacke: bool = True       # whether the drop-in has LAPACKE's names in addition to LAPACK's
    complex_types: str = ""    # the letters of its variants for complex elements
    real_scalars: str = ""     # the scalars, or `result`, that are real even if elements are complex
    # its other name in BLAS, if a library may have one, both or none of them: gemmtr for gemmt
    synonym: str = ""
    # the name of its arguments, if another routine has the same name in C++: real_scal
    alias: str = ""
    conjugates: bool = True    # whether trans may be both 'T' and 'C'; false: only the adjoint's letter

    @property
    def is_mixed(self):
        return len(self.types or self.complex_types) == 2

    @property
    def family(self):
        """The name in C++ that all variants share."""
        return (self.types or self.complex_types) + self.name if self.is_mixed else self.name

    @property
    def member(self):
        """The name in tables, which is unique."""
        return self.alias or self.family

    @property
    def type_name(self):
        return "".join(word.capitalize() for word in self.member.split("_"))

    @property
    def stem(self):
        """The stem of its files."""
        return self.files or self.family

    @property
    def form_header(self):
        """The header in hg/forms that its public header includes."""
        return f"{self.layer}/{self.public.rpartition('/')[2]}.hpp"

    @property
    def call_header(self):
        """The header with the struct of its call."""
        return f"{self.layer}/{self.room}/{self.stem}_call.hpp"

    @property
    def updates(self):
        """Whether op(A) is multiplied by its own transpose or adjoint. For complex elements, only one of the
        two makes sense."""
        return self.variant.startswith("Symmetry") and "trans" in self.arguments.split()

    def shape_of(self, argument):
        """The shape of a matrix, or the number of elements of another array, as a C++ expression."""
        shapes = dict(shape.strip().split(": ") for shape in self.shapes.split(";") if shape)
        words = shapes.get(argument.name, "n" if argument.kind == Kind.VECTOR else "")
        return words if argument.kind != Kind.MATRIX or words.endswith(")") else f"Shape{{{words}}}"

    @property
    def cpu_member(self):
        """The routine's name in the table of CPU routines, where unmqr is ormqr for complex elements."""
        return self.of_row if self.of_row and not self.variant else self.member

    @property
    def public(self):
        """The public header in its layer, without .hpp."""
        return self.header or self.family

    @property
    def variants(self):
        """(name, element) of each BLAS or LAPACK routine of this row. In iamax, the type's letter comes
        second."""
        return self.named(f"{self.types} {self.complex_types}")

    @property
    def symbols(self):
        """The variants, with both names if the routine has a synonym."""
        return self.variants + (dataclasses.replace(self, name=self.synonym).variants if self.synonym else [])

    def is_real(self, argument):
        """Whether the argument is a scalar or a result that is real even if elements are complex."""
        return argument.name in self.real_scalars.split()

    def named(self, types):
        before, after = ("i", self.name[1:]) if self.of(Kind.INDEX) else ("", self.name)
        return [(before + letters + after, element_of(letters)) for letters in types.split()]

    @functools.cached_property
    def parsed(self):
        """All arguments in Fortran's order, without info."""
        words = (word.partition(":") for word in self.arguments.split())
        return [Argument(name, access or "in") for name, _, access in words]

    @property
    def without_work(self):
        return [argument for argument in self.parsed if argument.kind not in (Kind.WORK, Kind.LENGTH)]

    @property
    def work_length(self):
        """(1-based number, name) of the argument that is the length of work, or None."""
        return next(((number, argument.name) for number, argument in enumerate(self.parsed, 1)
                     if argument.kind == Kind.LENGTH), None)

    @property
    def lengths(self):
        """The arguments on which the least length of work depends: letters and sizes."""
        return self.of(Kind.CHOICE, Kind.SIZE)

    @property
    def has_layout(self):
        """Whether a layout is the first argument in C++ and, for BLAS, in CBLAS."""
        return bool(self.matrices)

    @property
    def result(self):
        """The argument that functions return if they do not return info, or None."""
        return next(iter(self.of(Kind.RESULT, Kind.INDEX)), None)

    @property
    def returns_complex(self):
        """Whether the result is complex. CBLAS then takes its address, and the name ends in _sub."""
        return bool(self.complex_types and self.of(Kind.RESULT)) and not self.is_real(self.result)

    @property
    def may_conjugate(self):
        """Whether row-major calls may need the conjugate of the stored matrix (row_major.hpp)."""
        return self.level == 2 and bool(self.complex_types)

    @property
    def without_result(self):
        return [argument for argument in self.without_work if argument is not self.result]

    @property
    def level(self):
        """The BLAS level; 3 for LAPACK."""
        return 3 if not self.of(Kind.VECTOR) else 2 if self.matrices else 1

    @property
    def checked(self):
        """The arguments that the C++ check of arguments takes. It does not check the values of pivots."""
        return [argument for argument in self.without_work
                if argument.kind != Kind.PIVOTS or argument.is_written]

    def of(self, *kinds):
        return [argument for argument in self.parsed if argument.kind in kinds]

    @property
    def matrices(self):
        """(matrix, leading dimension, 1-based number of the argument) of each matrix."""
        pairs = zip(self.parsed, self.parsed[1:], range(1, len(self.parsed)))
        return [(matrix, leading, number) for matrix, leading, number in pairs if matrix.kind == Kind.MATRIX]

    @property
    def has_info(self):
        return self.layer == "lapack"

    @property
    def returns_info(self):
        """Whether the C++ function returns info. Functions that solve with given factors do not."""
        return bool(self.factors or self.of(Kind.TAU))

    @property
    def pivots(self):
        return next(iter(self.of(Kind.PIVOTS)), None)

    @property
    def factors(self):
        return next((matrix for matrix, _, _ in self.matrices if matrix.access == "factors"), None)

    def pivot_count(self, of=lambda name: name):
        """The number of pivots, as a C++ expression; of() names a size. A call with nothing to do reads no
        pivots."""
        sizes = [argument.name for argument in self.of(Kind.SIZE)]
        if self.pivots.is_written:
            return f"std::min({of('m')}, {of('n')})" if "m" in sizes else of("n")
        others = " || ".join(f"{of(name)} == 0" for name in sizes if name != "n")
        return f"{others} ? 0 : {of('n')}" if others else of("n")


def inherit(routines):
    """The rows; those with `of_row` inherit shapes and costs from that row."""
    rows = {routine.member: routine for routine in routines}
    alike = ("shapes", "uses", "limits", "flops", "product")
    return [dataclasses.replace(routine, **{name: getattr(rows[routine.of_row], name) for name in alike})
            if routine.of_row
            else routine for routine in routines]


def check(routines):
    """Raises TableError if a row is faulty."""
    names = [name for routine in routines for name, _ in (check_row(routine) or routine.variants)]
    twice = {name for name in names if names.count(name) > 1}
    require(not twice, f"{', '.join(sorted(twice))}: occurs in the table twice")
    members = [routine.member for routine in routines]
    alike = {member for member in members if members.count(member) > 1}
    require(not alike,
            f"{', '.join(sorted(alike))}: the arguments of two routines have this name; give one of them an "
            "alias")


def require(condition, text):
    if not condition:
        raise TableError(text)


def check_row(routine):
    where = f"{routine.types} {routine.name}"
    require(routine.layer in ("blas", "lapack"), f"{where}: layer is {routine.layer!r}; it is blas or lapack")
    types = routine.types + routine.complex_types
    require(types and set(types) <= {*ELEMENTS, " "},
            f"{where}: types must be letters of {', '.join(ELEMENTS)}")
    for name in routine.real_scalars.split():
        require(KINDS.get(name) in (Kind.SCALAR, Kind.RESULT)
                and name in (word.partition(":")[0] for word in routine.arguments.split()),
                f"{where}: {name} in real_scalars is not a scalar of the routine")
    require(routine.room, f"{where}: room is missing, the folder that contains {routine.family}_call.hpp")
    require(routine.does, f"{where}: does is missing, the description of the routine")
    require(routine.flops and routine.product, f"{where}: flops or product is missing")
    for word in routine.arguments.split():
        require(word.partition(":")[0] in KINDS, f"{where}: {word} is not a known argument")
    names = [argument.name for argument in routine.parsed]
    require(len(set(names)) == len(names), f"{where}: an argument occurs twice")
    for argument, following in zip(routine.parsed, [*names[1:], ""]):
        if argument.kind == Kind.VECTOR:
            require(following == "inc" + argument.name,
                    f"{where}: inc{argument.name} must follow {argument.name}")
        if argument.kind == Kind.LENGTH:
            require(names[names.index(argument.name) - 1] == "work", f"{where}: lwork must follow work")
        if argument.kind == Kind.INCREMENT:
            require(argument.name[3:] in names, f"{where}: {argument.name} has no vector")
        if argument.kind in (Kind.RESULT, Kind.INDEX):
            require(not following, f"{where}: {argument.name} must be the last argument")
        allowed = ACCESS.get(argument.kind, {"in"})
        require(argument.access in allowed, f"{where}: {argument.name} can't be {argument.access!r}")
        if argument.kind == Kind.MATRIX:
            require(following == "ld" + argument.lower,
                    f"{where}: ld{argument.lower} must follow {argument.name}")
        if argument.kind == Kind.LEADING:
            require(argument.name[2].upper() in names, f"{where}: {argument.name} has no matrix")
    require(any(argument.is_written for argument in routine.parsed), f"{where}: writes nothing")
    if routine.layer == "blas":
        require(routine.parsed[0].kind in (Kind.CHOICE, Kind.SIZE),
                f"{where}: the first argument must be a letter or a size, so that a wrong layout of CBLAS "
                "can make it wrong")
        require(not routine.of(Kind.PIVOTS, Kind.TAU, Kind.COUNT, Kind.WORK),
                f"{where}: only LAPACK has pivots, tau, iter and work")
    else:
        require(not routine.of(Kind.VECTOR, Kind.RESULT, Kind.INDEX),
                f"{where}: only BLAS has vectors and results")
    require(not (routine.lapacke
                 and (routine.of(Kind.COUNT) or (routine.of(Kind.WORK) and not routine.work_length))),
            f"{where}: LAPACKE has no iter, and no work without lwork; lapacke=False omits its names")
    shaped = [argument for argument in routine.parsed
              if argument.kind in (Kind.MATRIX, Kind.PIVOTS, Kind.TAU, Kind.COUNT)]
    for argument in shaped:
        require(routine.shape_of(argument) not in ("", "Shape{}"),
                f"{where}: the shape of {argument.name} is missing")
