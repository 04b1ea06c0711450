! hg from Fortran with default integers: a product, a linear system, its factors, and a system solved with
! refinement.
program default_integers
    use hg
    implicit none
    integer, parameter :: n = 200, nrhs = 3
    real(hg_double), target, asynchronous :: a(n, n), x(n, nrhs), b(n, nrhs)
    real(hg_double) :: factors(n, n), y(n, nrhs)
    real(hg_single) :: a_single(n, n), y_single(n, nrhs)
    integer :: pivots(n), info, iter
    type(hg_handle) :: call

    call random_number(a)
    call random_number(x)
    info = hg_gemm_async('N', 'N', n, nrhs, n, 1.0_hg_double, a, n, x, n, 0.0_hg_double, b, n, call)
    call require('hg_gemm_async', info == 0)
    call require('hg_wait', hg_wait(call) == 0)
    call require('hg_gemm', all(abs(b - matmul(a, x)) < 1e-11_hg_double))

    factors = a
    y = b
    info = hg_gesv(n, nrhs, factors, n, pivots, y, n)
    call require('hg_gesv', info == 0 .and. all(abs(y - x) < 1e-8_hg_double))
    y = b
    info = hg_getrs('N', n, nrhs, factors, n, pivots, y, n)
    call require('hg_getrs', info == 0 .and. all(abs(y - x) < 1e-8_hg_double))
    factors = a
    y = 0
    info = hg_dsgesv(n, nrhs, factors, n, pivots, b, n, y, n, iter)
    call require('hg_dsgesv', info == 0 .and. iter >= -n .and. all(abs(y - x) < 1e-8_hg_double))

    a_single = real(a, hg_single)
    y_single = real(b, hg_single)
    info = hg_getrf(n, n, a_single, n, pivots)
    call require('hg_getrf', info == 0 .and. all(pivots >= [(iter, iter=1, n)]) .and. all(pivots <= n))
    info = hg_trsm('L', 'L', 'N', 'U', n, nrhs, 1.0_hg_single, a_single, n, y_single, n)
    call require('hg_trsm', info == 0)

    info = hg_getrf(n, n, a, n - 1, pivots)
    call require('a wrong lda', info == -4)
    call require('its message', index(hg_last_error(), 'argument 4 (lda)') > 0)
    info = hg_gemm('Q', 'N', n, nrhs, n, 1.0_hg_double, a, n, x, n, 0.0_hg_double, b, n)
    call require('a wrong letter', info == -1)
    call require('its message', index(hg_last_error(), 'argument 1 ') > 0)
    print '(a)', 'default integers: good'

contains

    subroutine require(what, holds)
        character(len=*), intent(in) :: what
        logical, intent(in) :: holds
        if (holds) return
        print '(4a)', what, ' is wrong: ', hg_last_error()
        stop 1
    end subroutine
end program
