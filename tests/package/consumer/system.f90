! A linear system through the module.
program system
    use hg
    implicit none
    integer, parameter :: n = 50
    real(hg_double) :: a(n, n), factors(n, n), b(n, 1), x(n, 1)
    integer :: pivots(n), info

    call random_number(a)
    call random_number(b)
    factors = a
    x = b
    info = hg_gesv(n, 1, factors, n, pivots, x, n)
    if (info == 0) info = hg_gemm('N', 'N', n, 1, n, -1.0_hg_double, a, n, x, n, 1.0_hg_double, b, n)
    if (info /= 0) error stop hg_last_error()
    if (maxval(abs(b)) > 1e-10) error stop 'the residual is large'
end program
