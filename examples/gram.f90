! Computes the lower triangle of A A^T from Fortran, as a sum of updates with a few columns of A each. The
! updates touch the same matrix, so they run in the order of the calls. The upper triangle is unchanged.
program gram
    use hg
    implicit none
    integer(hg_int), parameter :: n = 400, k = 300, parts = 3, columns = k / parts
    real(hg_double), parameter :: untouched = -7
    real(hg_double), allocatable, target, asynchronous :: a(:, :), g(:, :)
    real(hg_double), allocatable :: wanted(:, :)
    integer(hg_int) :: info, i, first
    type(hg_handle) :: calls(parts)
    real(hg_double) :: beta, error

    allocate (a(n, k), g(n, n), wanted(n, n))
    call random_number(a)
    g = untouched
    do i = 1, parts
        first = 1 + (i - 1) * columns
        beta = merge(0.0_hg_double, 1.0_hg_double, i == 1)
        info = hg_syrk_async('L', 'N', n, columns, 1.0_hg_double, a(:, first:), n, beta, g, n, calls(i))
        if (info /= 0) then
            print '(a, i0, 2a)', 'info ', info, ': ', hg_last_error()
            stop 1
        end if
    end do
    do i = 1, parts
        if (hg_wait(calls(i)) /= 0) stop 1
    end do

    info = hg_gemm('N', 'T', n, n, k, 1.0_hg_double, a, n, a, n, 0.0_hg_double, wanted, n)
    if (info /= 0) stop 1
    error = 0
    do i = 1, n
        if (.not. all(abs(g(i:, i)) <= huge(error))) stop 1  ! maxval ignores NaN
        error = max(error, maxval(abs(g(i:, i) - wanted(i:, i))) / (k * epsilon(error)))
        if (any(abs(g(:i - 1, i) - untouched) > 0)) stop 1
    end do
    print '(a, es8.1)', 'error ', error
    if (.not. error < 16) stop 1
end program
