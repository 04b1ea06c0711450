! Solves a linear system from Fortran, and checks it by a product in parts that run concurrently.
program solve
    use hg
    implicit none
    integer(hg_int), parameter :: n = 500, nrhs = 8, parts = 4, columns = nrhs / parts
    real(hg_double), allocatable, target, asynchronous :: a(:, :), b(:, :), x(:, :)
    real(hg_double), allocatable :: factors(:, :)
    integer(hg_int) :: pivots(n), info, i, first
    type(hg_handle) :: calls(parts)
    real(hg_double) :: error

    allocate (a(n, n), b(n, nrhs), x(n, nrhs))
    call random_number(a)
    call random_number(b)
    do i = 1, n
        a(i, i) = a(i, i) + n
    end do
    allocate (factors, source=a)
    x = b
    info = hg_gesv(n, nrhs, factors, n, pivots, x, n)
    if (info /= 0) then
        print '(a, i0, 2a)', 'info ', info, ': ', hg_last_error()
        stop 1
    end if

    ! B := B - A X, two columns per call.
    do i = 1, parts
        first = 1 + (i - 1) * columns
        info = hg_gemm_async('N', 'N', n, columns, n, -1.0_hg_double, a, n, x(:, first:), n, 1.0_hg_double, &
                             b(:, first:), n, calls(i))
        if (info /= 0) stop 1
    end do
    do i = 1, parts
        if (hg_wait(calls(i)) /= 0) stop 1
    end do
    if (.not. all(abs(b) <= huge(error))) stop 1  ! maxval ignores NaN
    error = maxval(abs(b)) / (maxval(abs(a)) * maxval(abs(x)) * n * epsilon(error))
    print '(a, es8.1)', 'backward error ', error
    if (.not. error < 16) stop 1
end program
