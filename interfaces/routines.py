"""The routines of hg: every language interface is made of these rows by generate.py.

Arguments stand in the order and with the names of BLAS and LAPACK. Their kinds follow from the names:

    transa transb trans side uplo diag   a letter of BLAS
    m n k nrhs                           a size
    alpha beta c s                       a scalar
    A B C X                              a matrix; its leading dimension comes next: lda ldb ldc ldx
    x y                                  a vector; its increment comes next: incx incy
    ipiv                                 pivots, rows counted from 1
    tau                                  factors of reflectors: elements without an increment
    iter                                 a number that the routine gives back
    result                               a number of the type of elements, or of their parts: what functions return
    index                                the place of an element: what functions return, from 0 in C and from 1 in Fortran
    work swork rwork                     memory that LAPACK needs and hg does not: only in LAPACK's lists
    lwork                                the length of work, which comes before it; -1 asks for the best one

After the name of a matrix, of a vector, of pivots, of tau or of what is given back stands what the routine does with it, if it does not only read:

    inout     updates it
    factors   overwrites the matrix by its factors, or its factor by the inverse
    out       only writes it

LAPACK's info is not listed: it is the last argument in Fortran and the result elsewhere.
"""

from generator.routine import Routine

ROUTINES = [
    *(Routine(layer="blas", room="level1", files="level1", asynchronous=False, name=name, types=types,
              complex_types=complex_types, does=does, arguments=arguments, **{"header": f"routines/{name}", **more})
      for name, types, complex_types, does, arguments, more in (
          ("copy", "d s", "z c", "y := x", "n x incx y:out incy", {}),
          ("swap", "d s", "z c", "x, y := y, x", "n x:inout incx y:inout incy", {}),
          ("scal", "d s", "z c", "x := alpha x", "n alpha x:inout incx", {}),
          ("scal", "", "zd cs", "x := alpha x with a real alpha", "n alpha x:inout incx",
           {"alias": "real_scal", "real_scalars": "alpha"}),
          ("axpy", "d s", "z c", "y := alpha x + y", "n alpha x incx y:inout incy", {}),
          ("rot", "d s", "zd cs", "x, y := c x + s y, c y - s x", "n x:inout incx y:inout incy c s",
           {"real_scalars": "c s"}),
          ("dot", "d s", "", "result := sum of x(i) y(i)", "n x incx y incy result:out", {}),
          ("dotu", "", "z c", "result := sum of x(i) y(i)", "n x incx y incy result:out",
           {"header": "routines/dot"}),
          ("dotc", "", "z c", "result := sum of conj(x(i)) y(i)", "n x incx y incy result:out",
           {"header": "routines/dot"}),
          ("nrm2", "d s", "dz sc", "result := square root of the sum of |x(i)|^2", "n x incx result:out",
           {"real_scalars": "result"}),
          ("asum", "d s", "dz sc", "result := sum of |x(i)|, of complex x(i) the sum of both parts' magnitudes",
           "n x incx result:out", {"real_scalars": "result"}),
          ("iamax", "d s", "z c", "index := the first i of largest |x(i)|, as asum has it, counted from 0, in Fortran from 1",
           "n x incx index:out", {}))),
    *(Routine(layer="blas", room="level2", files="level2", asynchronous=False, name=name, types=types,
              complex_types=complex_types, does=does, arguments=arguments, **{"header": f"routines/{name}", **more})
      for name, types, complex_types, does, arguments, more in (
          ("gemv", "d s", "z c", "y := alpha op(A) x + beta y", "trans m n alpha A lda x incx beta y:inout incy", {}),
          ("ger", "d s", "", "A := alpha x y^T + A", "m n alpha x incx y incy A:inout lda", {}),
          ("geru", "", "z c", "A := alpha x y^T + A", "m n alpha x incx y incy A:inout lda",
           {"header": "routines/ger"}),
          ("gerc", "", "z c", "A := alpha x y^H + A", "m n alpha x incx y incy A:inout lda",
           {"header": "routines/ger"}),
          ("symv", "d s", "", "y := alpha A x + beta y; A is symmetric", "uplo n alpha A lda x incx beta y:inout incy", {}),
          ("hemv", "", "z c", "y := alpha A x + beta y; A is hermitian", "uplo n alpha A lda x incx beta y:inout incy", {}),
          ("syr", "d s", "", "A := alpha x x^T + A, one triangle of the symmetric A", "uplo n alpha x incx A:inout lda", {}),
          ("her", "", "z c", "A := alpha x x^H + A, one triangle of the hermitian A", "uplo n alpha x incx A:inout lda",
           {"real_scalars": "alpha"}),
          ("syr2", "d s", "", "A := alpha (x y^T + y x^T) + A, one triangle of the symmetric A",
           "uplo n alpha x incx y incy A:inout lda", {}),
          ("her2", "", "z c", "A := alpha x y^H + conj(alpha) y x^H + A, one triangle of the hermitian A",
           "uplo n alpha x incx y incy A:inout lda", {}),
          ("trmv", "d s", "z c", "x := op(A) x; A is triangular", "uplo trans diag n A lda x:inout incx", {}),
          ("trsv", "d s", "z c", "x := op(A)^-1 x; A is triangular", "uplo trans diag n A lda x:inout incx", {}))),
    Routine(
        layer="blas", room="level3/product", name="gemm", types="d s", complex_types="z c",
        does="C := alpha op(A) op(B) + beta C",
        arguments="transa transb m n k alpha A lda B ldb beta C:inout ldc"),
    Routine(
        layer="blas", room="level3/symmetric", name="gemmt", header="routines/gemmt", synonym="gemmtr",
        types="d s", complex_types="z c",
        does="C := alpha op(A) op(B) + beta C, one triangle of C",
        arguments="uplo transa transb n k alpha A lda B ldb beta C:inout ldc"),
    Routine(
        layer="blas", room="level3/triangle", arguments_file="triangle", name="trsm", types="d s", complex_types="z c",
        does="B := alpha op(A)^-1 B (side 'L') or B := alpha B op(A)^-1 (side 'R'); A is triangular",
        arguments="side uplo transa diag m n alpha A lda B:inout ldb"),
    Routine(
        layer="blas", room="level3/symmetric", name="symm", types="d s", complex_types="z c",
        does="C := alpha A B + beta C (side 'L') or C := alpha B A + beta C (side 'R'); A is symmetric",
        arguments="side uplo m n alpha A lda B ldb beta C:inout ldc"),
    Routine(
        layer="blas", room="level3/symmetric", arguments_file="rank_k", name="syrk", types="d s", complex_types="z c",
        does="C := alpha op(A) op(A)^T + beta C, one triangle of the symmetric C",
        arguments="uplo trans n k alpha A lda beta C:inout ldc"),
    Routine(
        layer="blas", room="level3/symmetric", arguments_file="rank_k", name="syr2k", types="d s",
        complex_types="z c",
        does="C := alpha (op(A) op(B)^T + op(B) op(A)^T) + beta C, one triangle of the symmetric C",
        arguments="uplo trans n k alpha A lda B ldb beta C:inout ldc"),
    Routine(
        layer="blas", room="level3/symmetric", files="symm", header="routines/hemm", name="hemm", types="",
        complex_types="z c",
        does="C := alpha A B + beta C (side 'L') or C := alpha B A + beta C (side 'R'); A is hermitian",
        arguments="side uplo m n alpha A lda B ldb beta C:inout ldc"),
    Routine(
        layer="blas", room="level3/symmetric", files="syrk", arguments_file="rank_k", header="routines/herk", name="herk",
        types="", complex_types="z c", real_scalars="alpha beta",
        does="C := alpha op(A) op(A)^H + beta C, one triangle of the hermitian C",
        arguments="uplo trans n k alpha A lda beta C:inout ldc"),
    Routine(
        layer="blas", room="level3/symmetric", files="syr2k", arguments_file="rank_k", header="routines/her2k",
        name="her2k", types="", complex_types="z c", real_scalars="beta",
        does="C := alpha op(A) op(B)^H + conj(alpha) op(B) op(A)^H + beta C, one triangle of the hermitian C",
        arguments="uplo trans n k alpha A lda B ldb beta C:inout ldc"),
    Routine(
        layer="blas", room="level3/triangle", arguments_file="triangle", name="trmm", types="d s", complex_types="z c",
        does="B := alpha op(A) B (side 'L') or B := alpha B op(A) (side 'R'); A is triangular",
        arguments="side uplo transa diag m n alpha A lda B:inout ldb"),
    Routine(
        layer="lapack", room="lu", name="getrf", types="d s", complex_types="z c", options="LuOptions",
        does="A = P L U with partial pivoting; ipiv holds min(m, n) rows, counted from 1",
        arguments="m n A:factors lda ipiv:out"),
    Routine(
        layer="lapack", room="solve", name="getrs", types="d s", complex_types="z c",
        does="B := op(A)^-1 B with the factors of A",
        arguments="trans n nrhs A lda ipiv B:inout ldb"),
    Routine(
        layer="lapack", room="solve", name="gesv", types="d s", complex_types="z c", options="LuOptions",
        does="B := A^-1 B; A becomes its factors",
        arguments="n nrhs A:factors lda ipiv:out B:inout ldb"),
    Routine(
        layer="lapack", room="cholesky", name="potrf", types="d s", complex_types="z c",
        does="A = L L^H (uplo 'L') or A = U^H U (uplo 'U'), one triangle of the symmetric or hermitian positive definite A",
        arguments="uplo n A:factors lda"),
    Routine(
        layer="lapack", room="solve", name="potrs", types="d s", complex_types="z c",
        does="B := A^-1 B with the factor that potrf has made of A",
        arguments="uplo n nrhs A lda B:inout ldb"),
    Routine(
        layer="lapack", room="solve", name="posv", types="d s", complex_types="z c",
        does="B := A^-1 B; one triangle of the symmetric or hermitian positive definite A becomes its factor",
        arguments="uplo n nrhs A:factors lda B:inout ldb"),
    Routine(
        layer="lapack", room="inverse", name="potri", types="d s", complex_types="z c",
        does="A := A^-1 with the factor that potrf has made of A, one triangle",
        arguments="uplo n A:factors lda"),
    Routine(
        layer="lapack", room="qr", name="geqrf", types="d s", complex_types="z c",
        does="A = Q R; tau holds min(m, n) elements",
        arguments="m n A:factors lda tau:out work lwork"),
    Routine(
        layer="lapack", room="qr", name="ormqr", types="d s", conjugates=False,
        does="C := op(Q) C (side 'L') or C := C op(Q) (side 'R') with the Q that geqrf has made of k columns",
        arguments="side trans m n k A lda tau C:inout ldc work lwork"),
    Routine(
        layer="lapack", room="qr", name="orgqr", types="d s",
        does="A := the first n columns of the Q that geqrf has made of k columns",
        arguments="m n k A:inout lda tau work lwork"),
    Routine(
        layer="lapack", room="qr", files="ormqr", header="ormqr", name="unmqr", types="", complex_types="z c", conjugates=False,
        does="C := op(Q) C (side 'L') or C := C op(Q) (side 'R') with the Q that geqrf has made of k columns",
        arguments="side trans m n k A lda tau C:inout ldc work lwork"),
    Routine(
        layer="lapack", room="qr", files="orgqr", header="orgqr", name="ungqr", types="", complex_types="z c",
        does="A := the first n columns of the Q that geqrf has made of k columns",
        arguments="m n k A:inout lda tau work lwork"),
    Routine(
        layer="lapack", room="solve", name="gels", types="d s", complex_types="z c", conjugates=False,
        does="B := X with op(A) X = B by least squares, or the X of least norm; A becomes its factors",
        arguments="trans m n nrhs A:factors lda B:inout ldb work lwork"),
    # LAPACKE's dsgesv, zcgesv and the like call LAPACK's, in a LAPACKE of its own: the drop-in need not have them.
    *(Routine(
        layer="lapack", room="refine", name="gesv", files="dsgesv", header="dsgesv", types=types, complex_types=complex_types, lapacke=False,
        does="X := A^-1 B by a single precision factorization and refinement; iter < 0 says why double precision "
             "was needed",
        arguments="n nrhs A:factors lda ipiv:out B ldb X:out ldx work swork" + real_work + " iter:out")
      for types, complex_types, real_work in (("ds", "", ""), ("", "zc", " rwork"))),
    *(Routine(
        layer="lapack", room="refine", name="posv", files="dsposv", header="dsposv", types=types, complex_types=complex_types, lapacke=False,
        does="X := A^-1 B by a single precision factorization of one triangle of the symmetric or hermitian positive "
             "definite A, and refinement; iter < 0 says why double precision was needed",
        arguments="uplo n nrhs A:factors lda B ldb X:out ldx work swork" + real_work + " iter:out")
      for types, complex_types, real_work in (("ds", "", ""), ("", "zc", " rwork"))),
]
