"""The routines of hg, one row each. generate.py makes all language interfaces from these rows.

Arguments have the order and the names of BLAS and LAPACK. The name determines the kind of an argument:

    transa transb trans side uplo diag   a letter of BLAS
    m n k nrhs                           a size
    alpha beta c s                       a scalar
    A B C X                              a matrix; its leading dimension follows: lda ldb ldc ldx
    x y                                  a vector; its increment follows: incx incy
    ipiv                                 pivots: 1-based rows
    tau                                  scalar factors of the reflectors, contiguous
    iter                                 an integer that the routine returns
    result                               the returned number, of the elements' type or the corresponding real type
    index                                the returned position of an element: 0-based in C, 1-based in Fortran
    work swork rwork                     memory that LAPACK needs and hg does not use; only in LAPACK's argument lists
    lwork                                the length of work, which precedes it; -1 queries the best length

A suffix says what the routine does with a matrix, a vector, pivots, tau or a returned value. Without a suffix, it only reads the argument:

    inout     updates it
    factors   overwrites the matrix by its factors, or its factor by the inverse
    out       only writes it

LAPACK's info is not listed: it is the last argument in Fortran, and the return value elsewhere.

The C++ structs of arguments follow from the same row. For them, a row has

    shapes            the shape of each matrix, "C: m, n", and the number of elements of pivots, tau, and vectors whose length is
                      not n: C++ expressions on the other arguments, where trans is called op, and transa and transb op_a and op_b
    uses              when a call touches a matrix or vector, if the default does not apply. By default, a call touches operands
                      that it only reads unless alpha is 0 or there is nothing to write, and touches all others always, except
                      for those to which it adds 0
    limits            the upper limit of a size, as an expression and in words
    flops, product    the flops, counted as if elements were real, and the product of equal cost: a GemmEquivalent
    of_row, variant   the row whose struct this routine shares, and this routine's last template argument of that struct
"""

from generator.routine import Routine, inherit

ROUTINES = inherit([
    *(Routine(layer="blas", room="level1", files="level1", asynchronous=False, name=name, types=types, product="n, 1, 1",
              complex_types=complex_types, does=does, arguments=arguments, flops=flops, **{"header": f"routines/{name}", **more})
      for name, types, complex_types, does, arguments, flops, more in (
          ("copy", "d s", "z c", "y := x", "n x incx y:out incy", "numbers<T>(n)", {}),
          ("swap", "d s", "z c", "x, y := y, x", "n x:inout incx y:inout incy", "2 * numbers<T>(n)", {}),
          ("scal", "d s", "z c", "x := alpha x", "n alpha x:inout incx", "numbers<Scalar>(1) * numbers<T>(n)",
           {"variant": "T"}),
          ("scal", "", "zd cs", "x := alpha x; alpha is real", "n alpha x:inout incx", "",
           {"alias": "real_scal", "of_row": "scal", "variant": "RealOf<T>", "real_scalars": "alpha"}),
          ("axpy", "d s", "z c", "y := alpha x + y", "n alpha x incx y:inout incy", "gemm_flops(n, 1, 1)", {}),
          ("rot", "d s", "zd cs", "x, y := c x + s y, c y - s x", "n x:inout incx y:inout incy c s", "6 * numbers<T>(n)",
           {"real_scalars": "c s"}),
          ("dot", "d s", "", "result := sum of x(i) y(i)", "n x incx y incy result:out", "gemm_flops(n, 1, 1)",
           {"variant": "Pairing::real"}),
          ("dotu", "", "z c", "result := sum of x(i) y(i)", "n x incx y incy result:out", "",
           {"header": "routines/dot", "of_row": "dot", "variant": "Pairing::unconjugated"}),
          ("dotc", "", "z c", "result := sum of conj(x(i)) y(i)", "n x incx y incy result:out", "",
           {"header": "routines/dot", "of_row": "dot", "variant": "Pairing::conjugated"}),
          ("nrm2", "d s", "dz sc", "result := square root of the sum of |x(i)|^2", "n x incx result:out",
           "2 * numbers<T>(n)", {"real_scalars": "result"}),
          ("asum", "d s", "dz sc", "result := sum of |re x(i)| + |im x(i)|",
           "n x incx result:out", "numbers<T>(n)", {"real_scalars": "result"}),
          ("iamax", "d s", "z c", "index := the first i with the largest |re x(i)| + |im x(i)|; 0-based, in Fortran 1-based",
           "n x incx index:out", "numbers<T>(n)", {}))),
    *(Routine(layer="blas", room="level2", files="level2", asynchronous=False, name=name, types=types,
              complex_types=complex_types, does=does, arguments=arguments, **{"header": f"routines/{name}", **more})
      for name, types, complex_types, does, arguments, more in (
          ("gemv", "d s", "z c", "y := alpha op(A) x + beta y", "trans m n alpha A lda x incx beta y:inout incy",
           {"shapes": "A: m, n; x: stored(op, m, n).cols; y: stored(op, m, n).rows", "uses": {"y": "m > 0 && n > 0"},
            "flops": "gemm_flops(m, n, 1)", "product": "m, 1, n"}),
          ("ger", "d s", "", "A := alpha x y^T + A", "m n alpha x incx y incy A:inout lda",
           {"variant": "Pairing::real", "shapes": "A: m, n; x: m", "flops": "gemm_flops(m, n, 1)", "product": "m, n, 1"}),
          ("geru", "", "z c", "A := alpha x y^T + A", "m n alpha x incx y incy A:inout lda",
           {"header": "routines/ger", "of_row": "ger", "variant": "Pairing::unconjugated"}),
          ("gerc", "", "z c", "A := alpha x y^H + A", "m n alpha x incx y incy A:inout lda",
           {"header": "routines/ger", "of_row": "ger", "variant": "Pairing::conjugated"}),
          ("symv", "d s", "", "y := alpha A x + beta y; A is symmetric", "uplo n alpha A lda x incx beta y:inout incy",
           {"variant": "Symmetry::symmetric", "shapes": "A: triangle(uplo, n)",
            "flops": "symm_flops(n, 1)", "product": "triangle_product(n)"}),
          ("hemv", "", "z c", "y := alpha A x + beta y; A is hermitian", "uplo n alpha A lda x incx beta y:inout incy",
           {"of_row": "symv", "variant": "Symmetry::hermitian"}),
          ("syr", "d s", "", "A := alpha x x^T + A, one triangle of the symmetric A", "uplo n alpha x incx A:inout lda",
           {"variant": "Symmetry::symmetric", "shapes": "A: triangle(uplo, n)",
            "flops": "syrk_flops(n, 1)", "product": "n, (n + 1) / 2, 1"}),
          ("her", "", "z c", "A := alpha x x^H + A, one triangle of the hermitian A", "uplo n alpha x incx A:inout lda",
           {"of_row": "syr", "variant": "Symmetry::hermitian", "real_scalars": "alpha"}),
          ("syr2", "d s", "", "A := alpha (x y^T + y x^T) + A, one triangle of the symmetric A",
           "uplo n alpha x incx y incy A:inout lda",
           {"variant": "Symmetry::symmetric", "shapes": "A: triangle(uplo, n)",
            "flops": "syr2k_flops(n, 1)", "product": "n, (n + 1) / 2, 1"}),
          ("her2", "", "z c", "A := alpha x y^H + conj(alpha) y x^H + A, one triangle of the hermitian A",
           "uplo n alpha x incx y incy A:inout lda", {"of_row": "syr2", "variant": "Symmetry::hermitian"}),
          ("trmv", "d s", "z c", "x := op(A) x; A is triangular", "uplo trans diag n A lda x:inout incx",
           {"shapes": "A: triangle(uplo, n)", "flops": "trmm_flops(n, 1)", "product": "triangle_product(n)"}),
          ("trsv", "d s", "z c", "x := op(A)^-1 x; A is triangular", "uplo trans diag n A lda x:inout incx",
           {"shapes": "A: triangle(uplo, n)", "flops": "trmm_flops(n, 1)", "product": "triangle_product(n)"}))),
    Routine(
        layer="blas", room="level3/product", name="gemm", types="d s", complex_types="z c",
        does="C := alpha op(A) op(B) + beta C",
        arguments="transa transb m n k alpha A lda B ldb beta C:inout ldc",
        shapes="A: stored(op_a, m, k); B: stored(op_b, k, n); C: m, n", flops="gemm_flops(m, n, k)",
        product="m, n, alpha == T{0} ? 0 : k, beta != T{0}"),
    Routine(
        layer="blas", room="level3/symmetric", name="gemmt", header="routines/gemmt", synonym="gemmtr",
        types="d s", complex_types="z c",
        does="C := alpha op(A) op(B) + beta C, one triangle of C",
        arguments="uplo transa transb n k alpha A lda B ldb beta C:inout ldc",
        shapes="A: stored(op_a, n, k); B: stored(op_b, k, n); C: triangle(uplo, n)", flops="syrk_flops(n, k)",
        product="gemmt_product(n, alpha == T{0} ? 0 : k, k, beta != T{0})"),
    Routine(
        layer="blas", room="level3/triangle", name="trsm", types="d s", complex_types="z c",
        does="B := alpha op(A)^-1 B (side 'L') or B := alpha B op(A)^-1 (side 'R'); A is triangular",
        arguments="side uplo transa diag m n alpha A lda B:inout ldb",
        shapes="A: triangle(uplo, order()); B: m, n", flops="trmm_flops(order(), vectors())",
        product="trsm_product(m, n, order())"),
    Routine(
        layer="blas", room="level3/symmetric", name="symm", types="d s", complex_types="z c",
        does="C := alpha A B + beta C (side 'L') or C := alpha B A + beta C (side 'R'); A is symmetric",
        arguments="side uplo m n alpha A lda B ldb beta C:inout ldc",
        variant="Symmetry::symmetric", shapes="A: triangle(uplo, order()); B: m, n; C: m, n",
        flops="symm_flops(order(), vectors())", product="symm_product(m, n, alpha == T{0} ? 0 : order(), beta != T{0})"),
    Routine(
        layer="blas", room="level3/symmetric", name="syrk", types="d s", complex_types="z c",
        does="C := alpha op(A) op(A)^T + beta C, one triangle of the symmetric C",
        arguments="uplo trans n k alpha A lda beta C:inout ldc",
        variant="Symmetry::symmetric", shapes="A: stored(op, n, k); C: triangle(uplo, n)", flops="syrk_flops(n, k)",
        product="rank_k_product(n, alpha == Coefficient{0} ? 0 : k, 1, beta != Coefficient{0})"),
    Routine(
        layer="blas", room="level3/symmetric", name="syr2k", types="d s",
        complex_types="z c",
        does="C := alpha (op(A) op(B)^T + op(B) op(A)^T) + beta C, one triangle of the symmetric C",
        arguments="uplo trans n k alpha A lda B ldb beta C:inout ldc",
        variant="Symmetry::symmetric", shapes="A: stored(op, n, k); B: stored(op, n, k); C: triangle(uplo, n)",
        flops="syr2k_flops(n, k)", product="rank_k_product(n, alpha == T{0} ? 0 : k, 2, beta != Coefficient{0})"),
    Routine(
        layer="blas", room="level3/symmetric", files="symm", header="routines/hemm", name="hemm", types="",
        complex_types="z c",
        does="C := alpha A B + beta C (side 'L') or C := alpha B A + beta C (side 'R'); A is hermitian",
        arguments="side uplo m n alpha A lda B ldb beta C:inout ldc",
        of_row="symm", variant="Symmetry::hermitian"),
    Routine(
        layer="blas", room="level3/symmetric", files="syrk", header="routines/herk", name="herk",
        types="", complex_types="z c", real_scalars="alpha beta",
        does="C := alpha op(A) op(A)^H + beta C, one triangle of the hermitian C",
        arguments="uplo trans n k alpha A lda beta C:inout ldc",
        of_row="syrk", variant="Symmetry::hermitian"),
    Routine(
        layer="blas", room="level3/symmetric", files="syr2k", header="routines/her2k",
        name="her2k", types="", complex_types="z c", real_scalars="beta",
        does="C := alpha op(A) op(B)^H + conj(alpha) op(B) op(A)^H + beta C, one triangle of the hermitian C",
        arguments="uplo trans n k alpha A lda B ldb beta C:inout ldc",
        of_row="syr2k", variant="Symmetry::hermitian"),
    Routine(
        layer="blas", room="level3/triangle", name="trmm", types="d s", complex_types="z c",
        does="B := alpha op(A) B (side 'L') or B := alpha B op(A) (side 'R'); A is triangular",
        arguments="side uplo transa diag m n alpha A lda B:inout ldb",
        shapes="A: triangle(uplo, order()); B: m, n", flops="trmm_flops(order(), vectors())",
        product="trsm_product(m, n, order())"),
    Routine(
        layer="lapack", room="lu", name="getrf", types="d s", complex_types="z c", options="LuOptions",
        does="A = P L U with partial pivoting; ipiv holds min(m, n) 1-based rows",
        arguments="m n A:factors lda ipiv:out",
        shapes="A: m, n; ipiv: std::min(m, n)", uses={"ipiv": "options.pivoting != Pivoting::none"},
        flops="getrf_flops(m, n)", product="getrf_product(m, n)"),
    Routine(
        layer="lapack", room="solve", name="getrs", types="d s", complex_types="z c",
        does="B := op(A)^-1 B with the factors of A from getrf",  # ipiv may be null and has its own check
        arguments="trans n nrhs A lda ipiv B:inout ldb",
        shapes="A: n, n; ipiv: n; B: n, nrhs", uses={"ipiv": "false"}, flops="getrs_flops(n, nrhs)", product="n, nrhs, n"),
    Routine(
        layer="lapack", room="solve", name="gesv", types="d s", complex_types="z c", options="LuOptions",
        does="B := A^-1 B; the factors overwrite A",
        arguments="n nrhs A:factors lda ipiv:out B:inout ldb",
        shapes="A: n, n; ipiv: n; B: n, nrhs", uses={"ipiv": "options.pivoting != Pivoting::none"},
        flops="gesv_flops(n, nrhs)", product="n, n, n / 3 + nrhs"),
    Routine(
        layer="lapack", room="inverse", name="getri", header="routines/getri", types="d s", complex_types="z c",
        does="A := A^-1 with the factors of A from getrf",  # ipiv may be null and has its own check
        arguments="n A:factors lda ipiv work lwork",
        shapes="A: n, n; ipiv: n", uses={"ipiv": "false"}, flops="getri_flops(n)", product="getri_product(n)"),
    Routine(
        layer="lapack", room="cholesky", name="potrf", types="d s", complex_types="z c",
        does="A = L L^H (uplo 'L') or A = U^H U (uplo 'U'), one triangle of the symmetric or hermitian positive definite A",
        arguments="uplo n A:factors lda",
        shapes="A: triangle(uplo, n)", flops="potrf_flops(n)", product="potrf_product(n)"),
    Routine(
        layer="lapack", room="solve", name="potrs", types="d s", complex_types="z c",
        does="B := A^-1 B with the factor of A from potrf",
        arguments="uplo n nrhs A lda B:inout ldb",
        shapes="A: triangle(uplo, n); B: n, nrhs", flops="potrs_flops(n, nrhs)", product="n, nrhs, n"),
    Routine(
        layer="lapack", room="solve", name="posv", types="d s", complex_types="z c",
        does="B := A^-1 B; the factor overwrites one triangle of the symmetric or hermitian positive definite A",
        arguments="uplo n nrhs A:factors lda B:inout ldb",
        shapes="A: triangle(uplo, n); B: n, nrhs", flops="posv_flops(n, nrhs)",
        product="n, n, potrf_product(n).k + nrhs"),
    Routine(
        layer="lapack", room="inverse", name="potri", types="d s", complex_types="z c",
        does="A := A^-1 with the factor of A from potrf, one triangle",
        arguments="uplo n A:factors lda",
        shapes="A: triangle(uplo, n)", flops="potri_flops(n)", product="potri_product(n)"),
    *(Routine(layer="lapack", room="ldl", files="ldl", does=does.format(*words, name[:2]), arguments=arguments, name=name, header=header,
              types=types, complex_types="z c", variant="Symmetry::" + words[0], **more)
      for name, header, words, types, does, arguments, more in (
          (front + back, "routines/sy" + back, words, types, does, arguments, more if front == "sy" else {"of_row": "sy" + back})
          for back, does, arguments, more in (
              ("trf", "A = L D L^{1} (uplo 'L') or A = U D U^{1} (uplo 'U'), one triangle of the {0} indefinite A; ipiv holds n "
                      "1-based rows, negative for 2 x 2 blocks of D",
               "uplo n A:factors lda ipiv:out work lwork",
               {"shapes": "A: triangle(uplo, n); ipiv: n", "flops": "potrf_flops(n)", "product": "potrf_product(n)"}),
              ("trs", "B := A^-1 B with the factors of the {0} A from {2}trf",
               "uplo n nrhs A lda ipiv B:inout ldb",
               {"shapes": "A: triangle(uplo, n); ipiv: n; B: n, nrhs", "uses": {"ipiv": "false"},  # has its own check
                "flops": "potrs_flops(n, nrhs)", "product": "n, nrhs, n"}),
              ("sv", "B := A^-1 B; the factors overwrite one triangle of the {0} indefinite A",
               "uplo n nrhs A:factors lda ipiv:out B:inout ldb work lwork",
               {"shapes": "A: triangle(uplo, n); ipiv: n; B: n, nrhs", "flops": "posv_flops(n, nrhs)",
                "product": "n, n, potrf_product(n).k + nrhs"}))
          for front, words, types in (("sy", ("symmetric", "T"), "d s"), ("he", ("hermitian", "H"), "")))),
    Routine(
        layer="lapack", room="qr", name="geqrf", types="d s", complex_types="z c",
        does="A = Q R; tau holds min(m, n) elements",
        arguments="m n A:factors lda tau:out work lwork",
        shapes="A: m, n; tau: std::min(m, n)", flops="geqrf_flops(m, n)", product="geqrf_product(m, n)"),
    Routine(
        layer="lapack", room="qr", name="ormqr", types="d s", conjugates=False,
        does="C := op(Q) C (side 'L') or C := C op(Q) (side 'R'); Q is the product of k reflectors from geqrf",
        arguments="side trans m n k A lda tau C:inout ldc work lwork",
        shapes="A: order(), k; tau: k; C: m, n", uses={"C": "k > 0"}, limits={"k": ("order()", "the order of Q")},
        flops="ormqr_flops(order(), vectors(), k)", product="ormqr_product(side == Side::left, m, n, k)"),
    Routine(
        layer="lapack", room="qr", name="orgqr", types="d s",
        does="A := the first n columns of Q; Q is the product of k reflectors from geqrf",
        arguments="m n k A:inout lda tau work lwork",
        shapes="A: m, n; tau: k", limits={"n": ("m", "m"), "k": ("n", "n")},
        flops="orgqr_flops(m, n, k)", product="orgqr_product(m, n, k)"),
    Routine(
        layer="lapack", room="qr", files="ormqr", header="ormqr", name="unmqr", types="", complex_types="z c", conjugates=False,
        does="C := op(Q) C (side 'L') or C := C op(Q) (side 'R'); Q is the product of k reflectors from geqrf",
        arguments="side trans m n k A lda tau C:inout ldc work lwork",
        of_row="ormqr"),
    Routine(
        layer="lapack", room="qr", files="orgqr", header="orgqr", name="ungqr", types="", complex_types="z c",
        does="A := the first n columns of Q; Q is the product of k reflectors from geqrf",
        arguments="m n k A:inout lda tau work lwork",
        of_row="orgqr"),
    Routine(
        layer="lapack", room="solve", name="gels", types="d s", complex_types="z c", conjugates=False,
        does="B := the least-squares solution X of op(A) X = B, or the X of minimum norm; the factors overwrite A",
        arguments="trans m n nrhs A:factors lda B:inout ldb work lwork",
        shapes="A: m, n; B: std::max(m, n), nrhs", uses={"A": "nrhs > 0"}, flops="gels_flops(m, n, nrhs)",
        product="gels_product(m, n, nrhs)"),
    # A separate LAPACKE library calls LAPACK's dsgesv, zcgesv and the like, so the drop-in needs no LAPACKE forms of them.
    *(Routine(
        layer="lapack", room="refine", name="gesv", files="dsgesv", header="dsgesv", types=types, complex_types=complex_types, lapacke=False,
        does="X := A^-1 B by a single precision factorization and refinement; iter < 0 says why double precision "
             "was needed",
        arguments="n nrhs A:factors lda ipiv:out B ldb X:out ldx work swork" + real_work + " iter:out",
        shapes="A: n, n; ipiv: n; B: n, nrhs; X: n, nrhs; iter: 1", flops="gesv_flops(n, nrhs)",
        product="n, n, n / 3 + nrhs", of_row=of_row)
      for types, complex_types, real_work, of_row in (("ds", "", "", ""), ("", "zc", " rwork", "dsgesv"))),
    *(Routine(
        layer="lapack", room="refine", name="posv", files="dsposv", header="dsposv", types=types, complex_types=complex_types, lapacke=False,
        does="X := A^-1 B by a single precision factorization of one triangle of the symmetric or hermitian positive "
             "definite A, and refinement; iter < 0 says why double precision was needed",
        arguments="uplo n nrhs A:factors lda B ldb X:out ldx work swork" + real_work + " iter:out",
        shapes="A: triangle(uplo, n); B: n, nrhs; X: n, nrhs; iter: 1", flops="posv_flops(n, nrhs)",
        product="n, n, potrf_product(n).k + nrhs", of_row=of_row)
      for types, complex_types, real_work, of_row in (("ds", "", "", ""), ("", "zc", " rwork", "dsposv"))),
])
