! Computes the hermitian matrix H = A^H A from Fortran and multiplies by it. Elements are complex; alpha and
! beta of the update are real. Only one triangle of H is used; the contents of the other one do not matter.
program hermitian
    use hg
    implicit none
    integer(hg_int), parameter :: n = 300, k = 200, columns = 40
    complex(hg_double), parameter :: one = (1, 0), zero = (0, 0)
    complex(hg_double), allocatable, target, asynchronous :: a(:, :), h(:, :), b(:, :), c(:, :)
    complex(hg_double), allocatable :: ab(:, :), wanted(:, :)
    integer(hg_int) :: info
    type(hg_handle) :: call_h
    real(hg_double) :: error

    allocate (a(k, n), h(n, n), b(n, columns), c(n, columns), ab(k, columns), wanted(n, columns))
    call fill(a)
    call fill(b)
    h = (-7, -7)
    info = hg_herk_async('L', 'C', n, k, 1.0_hg_double, a, k, 0.0_hg_double, h, n, call_h)
    if (info == 0) info = hg_wait(call_h)
    ! C := i H B
    if (info == 0) info = hg_hemm('L', 'L', n, columns, (0.0_hg_double, 1.0_hg_double), &
                           h, n, b, n, zero, c, n)
    ! The same result by two general products: i A^H (A B)
    if (info == 0) info = hg_gemm('N', 'N', k, columns, n, one, a, k, b, n, zero, ab, k)
    if (info == 0) info = hg_gemm('C', 'N', n, columns, k, (0.0_hg_double, 1.0_hg_double), a, k, &
                           ab, k, zero, wanted, n)
    if (info /= 0) then
        print '(a, i0, 2a)', 'info ', info, ': ', hg_last_error()
        stop 1
    end if
    if (.not. all(abs(c) <= huge(error))) stop 1  ! maxval ignores NaN
    error = maxval(abs(c - wanted)) / (n * k * epsilon(error))
    print '(a, es8.1)', 'error ', error
    if (.not. error < 16) stop 1
    if (any(abs(h(1, 2:) - (-7, -7)) > 0) .or. abs(aimag(h(n, n))) > 0) stop 1

contains

    subroutine fill(x)
        complex(hg_double), intent(out) :: x(:, :)
        real(hg_double) :: real_parts(size(x, 1), size(x, 2)), imaginary_parts(size(x, 1), size(x, 2))

        call random_number(real_parts)
        call random_number(imaginary_parts)
        x = cmplx(real_parts - 0.5_hg_double, imaginary_parts - 0.5_hg_double, hg_double)
    end subroutine
end program
