"""What a row of routines.py says, and what follows from the names in it."""

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
    RESULT = "a number of the type of the elements, which is the result"
    INDEX = "the place of an element, which is the result"
    PIVOTS = "pivots"
    TAU = "the factors of reflectors, without gaps"
    COUNT = "a number that the routine gives back"
    WORK = "memory that hg does not need"
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

# Which kinds may be followed by which access; "in" is what an argument without any has.
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
    """A row that makes no sense, in words."""


@dataclasses.dataclass(frozen=True)
class Element:
    """The elements of matrices that a letter of BLAS stands for."""
    c: str        # in C++, and in C if they are real
    fortran: str
    words: str    # what they are, beside those of double precision
    in_c: str = ""  # the name of hg.h, if it is another one

    @property
    def header(self):
        """In declarations that are C's and C++'s."""
        return self.in_c or self.c

    def work(self, name):
        """What LAPACK's work arrays hold."""
        kinds = {"work": self.c, "swork": self.c.replace("double", "float"), "rwork": self.real.c}
        return kinds[name]

    @property
    def is_complex(self):
        return self.c.startswith("std::complex")

    @property
    def type(self):
        """As ElementType has it."""
        return ("c" if self.is_complex else "f") + ("64" if "double" in self.c else "32")

    @property
    def low(self):
        """The same in single precision."""
        return ELEMENTS["c" if self.is_complex else "s"]

    @property
    def real(self):
        """What the scalars are that are real whatever the elements are."""
        return ELEMENTS["d" if "double" in self.c else "s"]


ELEMENTS = {"d": Element("double", "real(hg_double)", "double precision"),
            "s": Element("float", "real(hg_single)", "single precision"),
            "z": Element("std::complex<double>", "complex(hg_double)", "complex numbers",
                         "hg_double_complex"),
            "c": Element("std::complex<float>", "complex(hg_single)", "complex numbers of single precision",
                         "hg_float_complex")}


def element_of(letters):
    """The elements of a variant: complex ones if one of two letters is theirs, as in dznrm2 and zdscal."""
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
        """As Fortran's lists have it."""
        return self.name.lower()

    @property
    def choice(self):
        """What makes the letter a value of C++: op_of() and so on."""
        return "op" if self.name.startswith("trans") else self.name


@dataclasses.dataclass(frozen=True)
class Routine:
    """One row. `types` holds the letters of its variants: "d s" stands for dgemm and sgemm, and "ds" for one
    that LAPACK calls dsgesv, since it works in both precisions; so does zcgesv, of complex elements. In
    `complex_types` "dz" stands for dznrm2."""
    layer: str
    room: str                  # the folder of its layer with <files>_call.hpp
    name: str
    types: str
    does: str
    arguments: str
    files: str = ""            # what its files are called if not as itself: others may have the same
    # those of its matrices and of other arrays, each as "C: m, n" or an expression of C++, with ; between
    shapes: str = ""
    # whether it touches a matrix or vector, if not as all others do
    uses: dict = dataclasses.field(default_factory=dict)
    # what a size may be at most: an expression, and in words
    limits: dict = dataclasses.field(default_factory=dict)
    flops: str = ""            # its flops, counted as if elements were real
    product: str = ""          # the product that costs as much: a GemmEquivalent
    of_row: str = ""           # the row whose struct of arguments is its own, too
    variant: str = ""          # the last argument of that template for this row, and for the first one
    header: str = ""           # its public header in its layer if not named as itself
    options: str = ""          # the type of a last argument that C++ alone has
    asynchronous: bool = True  # whether there are forms that return at once
    lapacke: bool = True       # whether the drop-in has LAPACKE's names, beside LAPACK's own
    complex_types: str = ""    # the letters of its variants for complex elements
    real_scalars: str = ""     # the scalars that are real if elements are complex, `result` among them
    # its other name in BLAS, if libraries have one of the two or none: gemmtr of gemmt
    synonym: str = ""
    # what its arguments are called if another routine has its name in C++, too: real_scal
    alias: str = ""
    conjugates: bool = True    # whether LAPACK takes both 'T' and 'C' for trans, not only the adjoint's

    @property
    def is_mixed(self):
        return len(self.types or self.complex_types) == 2

    @property
    def family(self):
        """Its name in C++, as all variants have it."""
        return (self.types or self.complex_types) + self.name if self.is_mixed else self.name

    @property
    def member(self):
        """Its name in tables: no two have the same."""
        return self.alias or self.family

    @property
    def type_name(self):
        return "".join(word.capitalize() for word in self.member.split("_"))

    @property
    def stem(self):
        """What its files are called."""
        return self.files or self.family

    @property
    def form_header(self):
        """The header that its public one includes, in hg/forms."""
        return f"{self.layer}/{self.public.rpartition('/')[2]}.hpp"

    @property
    def call_header(self):
        """Where the struct of its call stands."""
        return f"{self.layer}/{self.room}/{self.stem}_call.hpp"

    @property
    def updates(self):
        """Whether op(A) is multiplied by its own transpose or adjoint: of complex elements only one of both
        can be meant."""
        return self.variant.startswith("Symmetry") and "trans" in self.arguments.split()

    def shape_of(self, argument):
        """Of a matrix, or the number of elements of another array: an expression of C++."""
        shapes = dict(shape.strip().split(": ") for shape in self.shapes.split(";") if shape)
        words = shapes.get(argument.name, "n" if argument.kind == Kind.VECTOR else "")
        return words if argument.kind != Kind.MATRIX or words.endswith(")") else f"Shape{{{words}}}"

    @property
    def cpu_member(self):
        """What the CPU's routine is called in its table: unmqr is there as ormqr of complex elements."""
        return self.of_row if self.of_row and not self.variant else self.member

    @property
    def public(self):
        """Its public header in its layer, without .hpp."""
        return self.header or self.family

    @property
    def variants(self):
        """(name, element) of each routine of BLAS or LAPACK. The letter of iamax comes after its first
        one."""
        return self.named(f"{self.types} {self.complex_types}")

    @property
    def symbols(self):
        """The same by both of its names in BLAS."""
        return self.variants + (dataclasses.replace(self, name=self.synonym).variants if self.synonym else [])

    def is_real(self, argument):
        """Whether it is a scalar, or the result, that is real whatever the elements are."""
        return argument.name in self.real_scalars.split()

    def named(self, types):
        before, after = ("i", self.name[1:]) if self.of(Kind.INDEX) else ("", self.name)
        return [(before + letters + after, element_of(letters)) for letters in types.split()]

    @functools.cached_property
    def parsed(self):
        """All arguments, as in Fortran but for info."""
        words = (word.partition(":") for word in self.arguments.split())
        return [Argument(name, access or "in") for name, _, access in words]

    @property
    def without_work(self):
        return [argument for argument in self.parsed if argument.kind not in (Kind.WORK, Kind.LENGTH)]

    @property
    def work_length(self):
        """(number, name) of the argument that is the length of work, counted from 1; None if there is
        none."""
        return next(((number, argument.name) for number, argument in enumerate(self.parsed, 1)
                     if argument.kind == Kind.LENGTH), None)

    @property
    def lengths(self):
        """What the least length of work depends on: letters and sizes."""
        return self.of(Kind.CHOICE, Kind.SIZE)

    @property
    def has_layout(self):
        """Whether C++ and CBLAS have a layout as the first argument."""
        return self.layer == "blas" and bool(self.matrices)

    @property
    def result(self):
        """What functions return that do not return info."""
        return next(iter(self.of(Kind.RESULT, Kind.INDEX)), None)

    @property
    def returns_complex(self):
        """Whether its result is complex: CBLAS then takes an address for it, and has _sub behind the name."""
        return bool(self.complex_types and self.of(Kind.RESULT)) and not self.is_real(self.result)

    @property
    def may_conjugate(self):
        """Whether row-major calls may need a conjugate of the matrix as it is stored (row_major.hpp)."""
        return self.level == 2 and bool(self.complex_types)

    @property
    def without_result(self):
        return [argument for argument in self.without_work if argument is not self.result]

    @property
    def level(self):
        """Of BLAS; 3 for LAPACK, too."""
        return 3 if not self.of(Kind.VECTOR) else 2 if self.matrices else 1

    @property
    def checked(self):
        """What C++'s check of the arguments gets; what pivots hold is not looked at."""
        return [argument for argument in self.without_work
                if argument.kind != Kind.PIVOTS or argument.is_written]

    def of(self, *kinds):
        return [argument for argument in self.parsed if argument.kind in kinds]

    @property
    def matrices(self):
        """Each with its leading dimension and the number of its argument, counted from 1."""
        pairs = zip(self.parsed, self.parsed[1:], range(1, len(self.parsed)))
        return [(matrix, leading, number) for matrix, leading, number in pairs if matrix.kind == Kind.MATRIX]

    @property
    def has_info(self):
        return self.layer == "lapack"

    @property
    def returns_info(self):
        """Whether C++ returns info: what solves with factors returns nothing."""
        return bool(self.factors or self.of(Kind.TAU))

    @property
    def pivots(self):
        return next(iter(self.of(Kind.PIVOTS)), None)

    @property
    def factors(self):
        return next((matrix for matrix, _, _ in self.matrices if matrix.access == "factors"), None)

    def pivot_count(self, of=lambda name: name):
        """How many pivots there are, in C++; of() names a size. None are read if there is nothing to do."""
        sizes = [argument.name for argument in self.of(Kind.SIZE)]
        if self.pivots.is_written:
            return f"std::min({of('m')}, {of('n')})" if "m" in sizes else of("n")
        others = " || ".join(f"{of(name)} == 0" for name in sizes if name != "n")
        return f"{others} ? 0 : {of('n')}"


def inherit(routines):
    """The rows, of which those with `of_row` get what it says of shapes and costs."""
    rows = {routine.member: routine for routine in routines}
    alike = ("shapes", "uses", "limits", "flops", "product")
    return [dataclasses.replace(routine, **{name: getattr(rows[routine.of_row], name) for name in alike})
            if routine.of_row
            else routine for routine in routines]


def check(routines):
    """Raises TableError unless each row makes sense."""
    names = [name for routine in routines for name, _ in (check_row(routine) or routine.variants)]
    twice = {name for name in names if names.count(name) > 1}
    require(not twice, f"{', '.join(sorted(twice))}: stands in the table twice")
    members = [routine.member for routine in routines]
    alike = {member for member in members if members.count(member) > 1}
    require(not alike,
            f"{', '.join(sorted(alike))}: arguments of two routines have this name; an alias tells them "
            "apart")


def require(condition, text):
    if not condition:
        raise TableError(text)


def check_row(routine):
    where = f"{routine.types} {routine.name}"
    require(routine.layer in ("blas", "lapack"), f"{where}: layer is {routine.layer!r}; it is blas or lapack")
    types = routine.types + routine.complex_types
    require(types and set(types) <= {*ELEMENTS, " "}, f"{where}: types are of {', '.join(ELEMENTS)}")
    for name in routine.real_scalars.split():
        require(KINDS.get(name) in (Kind.SCALAR, Kind.RESULT)
                and name in (word.partition(":")[0] for word in routine.arguments.split()),
                f"{where}: {name} of real_scalars is no scalar of the routine")
    require(routine.room, f"{where}: lacks its room, the folder of {routine.family}_call.hpp")
    require(routine.does, f"{where}: lacks the words that say what it does")
    require(routine.flops and routine.product, f"{where}: lacks flops or the product that costs as much")
    for word in routine.arguments.split():
        require(word.partition(":")[0] in KINDS, f"{where}: no kind of argument is known by the name {word}")
    names = [argument.name for argument in routine.parsed]
    require(len(set(names)) == len(names), f"{where}: an argument stands in the row twice")
    for argument, following in zip(routine.parsed, [*names[1:], ""]):
        if argument.kind == Kind.VECTOR:
            require(following == "inc" + argument.name,
                    f"{where}: inc{argument.name} must follow {argument.name}")
        if argument.kind == Kind.LENGTH:
            require(names[names.index(argument.name) - 1] == "work", f"{where}: lwork must follow work")
        if argument.kind == Kind.INCREMENT:
            require(argument.name[3:] in names, f"{where}: {argument.name} is of no vector")
        if argument.kind in (Kind.RESULT, Kind.INDEX):
            require(not following, f"{where}: {argument.name} must be the last argument")
        allowed = ACCESS.get(argument.kind, {"in"})
        require(argument.access in allowed, f"{where}: {argument.name} can't be {argument.access!r}")
        if argument.kind == Kind.MATRIX:
            require(following == "ld" + argument.lower,
                    f"{where}: ld{argument.lower} must follow {argument.name}")
        if argument.kind == Kind.LEADING:
            require(argument.name[2].upper() in names, f"{where}: {argument.name} is of no matrix")
    require(any(argument.is_written for argument in routine.parsed), f"{where}: writes nothing")
    if routine.layer == "blas":
        require(routine.parsed[0].kind in (Kind.CHOICE, Kind.SIZE),
                f"{where}: lacks a letter or a size as first argument, which a wrong layout of CBLAS makes "
                "wrong")
        require(not routine.of(Kind.PIVOTS, Kind.TAU, Kind.COUNT, Kind.WORK),
                f"{where}: only LAPACK has pivots, tau, iter and work")
    else:
        require(not routine.of(Kind.VECTOR, Kind.RESULT, Kind.INDEX),
                f"{where}: only BLAS has vectors and results")
    require(not (routine.lapacke
                 and (routine.of(Kind.COUNT) or (routine.of(Kind.WORK) and not routine.work_length))),
            f"{where}: LAPACKE's lists have no iter, and no work without lwork: lapacke=False leaves its "
            "names out")
    shaped = [argument for argument in routine.parsed
              if argument.kind in (Kind.MATRIX, Kind.PIVOTS, Kind.TAU, Kind.COUNT)]
    for argument in shaped:
        require(routine.shape_of(argument) not in ("", "Shape{}"),
                f"{where}: lacks the shape of {argument.name}")
