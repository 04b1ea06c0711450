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
    PIVOTS = "pivots"
    COUNT = "a number that the routine gives back"
    WORK = "memory that hg does not need"


KINDS = {
    **dict.fromkeys(["transa", "transb", "trans", "side", "uplo", "diag"], Kind.CHOICE),
    **dict.fromkeys(["m", "n", "k", "nrhs"], Kind.SIZE),
    **dict.fromkeys(["lda", "ldb", "ldc", "ldx"], Kind.LEADING),
    **dict.fromkeys(["alpha", "beta"], Kind.SCALAR),
    **dict.fromkeys(["A", "B", "C", "X"], Kind.MATRIX),
    "ipiv": Kind.PIVOTS,
    "iter": Kind.COUNT,
    **dict.fromkeys(["work", "swork"], Kind.WORK),
}

# Which kinds may be followed by which access; "in" is what an argument without any has.
ACCESS = {
    Kind.MATRIX: {"in", "inout", "factors", "out"},
    Kind.PIVOTS: {"in", "out"},
    Kind.COUNT: {"out"},
}


class TableError(Exception):
    """A row that makes no sense, in words."""


@dataclasses.dataclass(frozen=True)
class Element:
    """The elements of matrices that a letter of BLAS stands for."""
    c: str
    fortran: str


ELEMENTS = {"d": Element("double", "real(hg_double)"), "s": Element("float", "real(hg_single)")}


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
    """One row. `types` holds the letters of its variants: "d s" stands for dgemm and sgemm, and "ds" for one that
    LAPACK calls dsgesv, since it works in both precisions."""
    layer: str
    room: str                  # the folder of its layer with <name>_call.hpp
    name: str
    types: str
    does: str
    arguments: str
    options: str = ""          # the type of a last argument that C++ alone has
    asynchronous: bool = True  # whether there are forms that return at once
    lapacke: bool = True       # whether the drop-in has LAPACKE's names, beside LAPACK's own

    @property
    def is_mixed(self):
        return len(self.types) == 2

    @property
    def family(self):
        """Its name in C++, as all variants have it."""
        return self.types + self.name if self.is_mixed else self.name

    @property
    def type_name(self):
        return self.family.capitalize()

    @property
    def variants(self):
        """(name, element) of each routine of BLAS or LAPACK."""
        return [(letters + self.name, ELEMENTS[letters[0]]) for letters in self.types.split()]

    @functools.cached_property
    def parsed(self):
        """All arguments, as in Fortran but for info."""
        words = (word.partition(":") for word in self.arguments.split())
        return [Argument(name, access or "in") for name, _, access in words]

    @property
    def without_work(self):
        return [argument for argument in self.parsed if argument.kind != Kind.WORK]

    @property
    def checked(self):
        """What C++'s check of the arguments gets; what pivots hold is not looked at."""
        return [argument for argument in self.without_work if argument.kind != Kind.PIVOTS or argument.is_written]

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


def check(routines):
    """Raises TableError unless each row makes sense."""
    names = [name for routine in routines for name, _ in (check_row(routine) or routine.variants)]
    twice = {name for name in names if names.count(name) > 1}
    require(not twice, f"{', '.join(sorted(twice))}: stands in the table twice")


def require(condition, text):
    if not condition:
        raise TableError(text)


def check_row(routine):
    where = f"{routine.types} {routine.name}"
    require(routine.layer in ("blas", "lapack"), f"{where}: layer is {routine.layer!r}; it is blas or lapack")
    require(routine.types and set(routine.types) <= {*ELEMENTS, " "}, f"{where}: types are of {', '.join(ELEMENTS)}")
    require(routine.room, f"{where}: lacks its room, the folder of {routine.family}_call.hpp")
    require(routine.does, f"{where}: lacks the words that say what it does")
    for word in routine.arguments.split():
        require(word.partition(":")[0] in KINDS, f"{where}: no kind of argument is known by the name {word}")
    names = [argument.name for argument in routine.parsed]
    require(len(set(names)) == len(names), f"{where}: an argument stands in the row twice")
    for argument, following in zip(routine.parsed, [*names[1:], ""]):
        allowed = ACCESS.get(argument.kind, {"in"})
        require(argument.access in allowed, f"{where}: {argument.name} can't be {argument.access!r}")
        if argument.kind == Kind.MATRIX:
            require(following == "ld" + argument.lower, f"{where}: ld{argument.lower} must follow {argument.name}")
        if argument.kind == Kind.LEADING:
            require(argument.name[2].upper() in names, f"{where}: {argument.name} is of no matrix")
    require(any(argument.is_written for argument, _, _ in routine.matrices), f"{where}: writes no matrix")
    if routine.layer == "blas":
        require(routine.parsed[0].kind == Kind.CHOICE,
                f"{where}: lacks a letter as first argument, which a wrong layout of CBLAS makes wrong")
        require(not routine.of(Kind.PIVOTS, Kind.COUNT, Kind.WORK), f"{where}: only LAPACK has pivots, iter and work")
    require(not (routine.lapacke and routine.of(Kind.COUNT, Kind.WORK)),
            f"{where}: LAPACKE's lists have no iter and work: lapacke=False leaves its names out")
