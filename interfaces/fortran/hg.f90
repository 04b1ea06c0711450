! hg for Fortran: the functions of <hg/hg.h>, which explains them.
!
!   use hg
!   info = hg_dgesv(n, nrhs, a, lda, ipiv, b, ldb)
!
! Compile this file with your own compiler and link with hg_lapack. Sizes and pivots have 64 bits
! (integer(hg_int)). All functions return info. hg_gemm, hg_trsm, hg_getrf, hg_getrs and hg_gesv take single and double
! precision alike, and so do their _async forms. The _async forms return at once with a handle, which hg_wait frees.
! Arrays of a call under way need the attributes `asynchronous` and `target`.
module hg
    use, intrinsic :: iso_c_binding, only: hg_int => c_int64_t, hg_double => c_double, hg_single => c_float, &
                                           hg_handle => c_ptr, c_char, c_int, c_ptr, c_f_pointer
    implicit none
    private
    public :: hg_int, hg_double, hg_single, hg_handle
    public :: hg_gemm, hg_trsm, hg_getrf, hg_getrs, hg_gesv
    public :: hg_gemm_async, hg_trsm_async, hg_getrf_async, hg_getrs_async, hg_gesv_async
    public :: hg_dgemm, hg_sgemm, hg_dtrsm, hg_strsm, hg_dgetrf, hg_sgetrf, hg_dgetrs, hg_sgetrs
    public :: hg_dgesv, hg_sgesv, hg_dsgesv
    public :: hg_dgemm_async, hg_sgemm_async, hg_dtrsm_async, hg_strsm_async, hg_dgetrf_async, hg_sgetrf_async
    public :: hg_dgetrs_async, hg_sgetrs_async, hg_dgesv_async, hg_sgesv_async, hg_dsgesv_async
    public :: hg_wait, hg_test, hg_last_error, hg_trim

    integer(hg_int), parameter, public :: hg_out_of_memory = -1001
    integer(hg_int), parameter, public :: hg_build_failed = -1002
    integer(hg_int), parameter, public :: hg_device_failed = -1003
    integer(hg_int), parameter, public :: hg_device_lost = -1004
    integer(hg_int), parameter, public :: hg_failed = -1005

    interface hg_gemm
        procedure :: hg_dgemm, hg_sgemm
    end interface
    interface hg_trsm
        procedure :: hg_dtrsm, hg_strsm
    end interface
    interface hg_getrf
        procedure :: hg_dgetrf, hg_sgetrf
    end interface
    interface hg_getrs
        procedure :: hg_dgetrs, hg_sgetrs
    end interface
    interface hg_gesv
        procedure :: hg_dgesv, hg_sgesv
    end interface
    interface hg_gemm_async
        procedure :: hg_dgemm_async, hg_sgemm_async
    end interface
    interface hg_trsm_async
        procedure :: hg_dtrsm_async, hg_strsm_async
    end interface
    interface hg_getrf_async
        procedure :: hg_dgetrf_async, hg_sgetrf_async
    end interface
    interface hg_getrs_async
        procedure :: hg_dgetrs_async, hg_sgetrs_async
    end interface
    interface hg_gesv_async
        procedure :: hg_dgesv_async, hg_sgesv_async
    end interface

    interface
        function hg_dgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) &
            bind(C, name="hg_dgemm") result(info)
            import
            character(kind=c_char), value :: transa, transb
            integer(hg_int), value :: m, n, k, lda, ldb, ldc
            real(hg_double), value :: alpha, beta
            real(hg_double), intent(in) :: a(lda, *), b(ldb, *)
            real(hg_double), intent(inout) :: c(ldc, *)
            integer(hg_int) :: info
        end function

        function hg_sgemm(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc) &
            bind(C, name="hg_sgemm") result(info)
            import
            character(kind=c_char), value :: transa, transb
            integer(hg_int), value :: m, n, k, lda, ldb, ldc
            real(hg_single), value :: alpha, beta
            real(hg_single), intent(in) :: a(lda, *), b(ldb, *)
            real(hg_single), intent(inout) :: c(ldc, *)
            integer(hg_int) :: info
        end function

        function hg_dtrsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb) &
            bind(C, name="hg_dtrsm") result(info)
            import
            character(kind=c_char), value :: side, uplo, transa, diag
            integer(hg_int), value :: m, n, lda, ldb
            real(hg_double), value :: alpha
            real(hg_double), intent(in) :: a(lda, *)
            real(hg_double), intent(inout) :: b(ldb, *)
            integer(hg_int) :: info
        end function

        function hg_strsm(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb) &
            bind(C, name="hg_strsm") result(info)
            import
            character(kind=c_char), value :: side, uplo, transa, diag
            integer(hg_int), value :: m, n, lda, ldb
            real(hg_single), value :: alpha
            real(hg_single), intent(in) :: a(lda, *)
            real(hg_single), intent(inout) :: b(ldb, *)
            integer(hg_int) :: info
        end function

        function hg_dgetrf(m, n, a, lda, ipiv) bind(C, name="hg_dgetrf") result(info)
            import
            integer(hg_int), value :: m, n, lda
            real(hg_double), intent(inout) :: a(lda, *)
            integer(hg_int), intent(out) :: ipiv(*)
            integer(hg_int) :: info
        end function

        function hg_sgetrf(m, n, a, lda, ipiv) bind(C, name="hg_sgetrf") result(info)
            import
            integer(hg_int), value :: m, n, lda
            real(hg_single), intent(inout) :: a(lda, *)
            integer(hg_int), intent(out) :: ipiv(*)
            integer(hg_int) :: info
        end function

        function hg_dgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb) bind(C, name="hg_dgetrs") result(info)
            import
            character(kind=c_char), value :: trans
            integer(hg_int), value :: n, nrhs, lda, ldb
            real(hg_double), intent(in) :: a(lda, *)
            integer(hg_int), intent(in) :: ipiv(*)
            real(hg_double), intent(inout) :: b(ldb, *)
            integer(hg_int) :: info
        end function

        function hg_sgetrs(trans, n, nrhs, a, lda, ipiv, b, ldb) bind(C, name="hg_sgetrs") result(info)
            import
            character(kind=c_char), value :: trans
            integer(hg_int), value :: n, nrhs, lda, ldb
            real(hg_single), intent(in) :: a(lda, *)
            integer(hg_int), intent(in) :: ipiv(*)
            real(hg_single), intent(inout) :: b(ldb, *)
            integer(hg_int) :: info
        end function

        function hg_dgesv(n, nrhs, a, lda, ipiv, b, ldb) bind(C, name="hg_dgesv") result(info)
            import
            integer(hg_int), value :: n, nrhs, lda, ldb
            real(hg_double), intent(inout) :: a(lda, *), b(ldb, *)
            integer(hg_int), intent(out) :: ipiv(*)
            integer(hg_int) :: info
        end function

        function hg_sgesv(n, nrhs, a, lda, ipiv, b, ldb) bind(C, name="hg_sgesv") result(info)
            import
            integer(hg_int), value :: n, nrhs, lda, ldb
            real(hg_single), intent(inout) :: a(lda, *), b(ldb, *)
            integer(hg_int), intent(out) :: ipiv(*)
            integer(hg_int) :: info
        end function

        function hg_dsgesv(n, nrhs, a, lda, ipiv, b, ldb, x, ldx, iter) bind(C, name="hg_dsgesv") result(info)
            import
            integer(hg_int), value :: n, nrhs, lda, ldb, ldx
            integer(hg_int), intent(out) :: iter, ipiv(*)
            real(hg_double), intent(inout) :: a(lda, *), x(ldx, *)
            real(hg_double), intent(in) :: b(ldb, *)
            integer(hg_int) :: info
        end function

        function hg_dgemm_async(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, call) &
            bind(C, name="hg_dgemm_async") result(info)
            import
            character(kind=c_char), value :: transa, transb
            integer(hg_int), value :: m, n, k, lda, ldb, ldc
            real(hg_double), value :: alpha, beta
            type(hg_handle), intent(out) :: call
            real(hg_double), intent(in), asynchronous :: a(lda, *), b(ldb, *)
            real(hg_double), intent(inout), asynchronous :: c(ldc, *)
            integer(hg_int) :: info
        end function

        function hg_sgemm_async(transa, transb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc, call) &
            bind(C, name="hg_sgemm_async") result(info)
            import
            character(kind=c_char), value :: transa, transb
            integer(hg_int), value :: m, n, k, lda, ldb, ldc
            real(hg_single), value :: alpha, beta
            type(hg_handle), intent(out) :: call
            real(hg_single), intent(in), asynchronous :: a(lda, *), b(ldb, *)
            real(hg_single), intent(inout), asynchronous :: c(ldc, *)
            integer(hg_int) :: info
        end function

        function hg_dtrsm_async(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, call) &
            bind(C, name="hg_dtrsm_async") result(info)
            import
            character(kind=c_char), value :: side, uplo, transa, diag
            integer(hg_int), value :: m, n, lda, ldb
            real(hg_double), value :: alpha
            type(hg_handle), intent(out) :: call
            real(hg_double), intent(in), asynchronous :: a(lda, *)
            real(hg_double), intent(inout), asynchronous :: b(ldb, *)
            integer(hg_int) :: info
        end function

        function hg_strsm_async(side, uplo, transa, diag, m, n, alpha, a, lda, b, ldb, call) &
            bind(C, name="hg_strsm_async") result(info)
            import
            character(kind=c_char), value :: side, uplo, transa, diag
            integer(hg_int), value :: m, n, lda, ldb
            real(hg_single), value :: alpha
            type(hg_handle), intent(out) :: call
            real(hg_single), intent(in), asynchronous :: a(lda, *)
            real(hg_single), intent(inout), asynchronous :: b(ldb, *)
            integer(hg_int) :: info
        end function

        function hg_dgetrf_async(m, n, a, lda, ipiv, call) bind(C, name="hg_dgetrf_async") result(info)
            import
            integer(hg_int), value :: m, n, lda
            type(hg_handle), intent(out) :: call
            real(hg_double), intent(inout), asynchronous :: a(lda, *)
            integer(hg_int), intent(inout), asynchronous :: ipiv(*)
            integer(hg_int) :: info
        end function

        function hg_sgetrf_async(m, n, a, lda, ipiv, call) bind(C, name="hg_sgetrf_async") result(info)
            import
            integer(hg_int), value :: m, n, lda
            type(hg_handle), intent(out) :: call
            real(hg_single), intent(inout), asynchronous :: a(lda, *)
            integer(hg_int), intent(inout), asynchronous :: ipiv(*)
            integer(hg_int) :: info
        end function

        function hg_dgetrs_async(trans, n, nrhs, a, lda, ipiv, b, ldb, call) &
            bind(C, name="hg_dgetrs_async") result(info)
            import
            character(kind=c_char), value :: trans
            integer(hg_int), value :: n, nrhs, lda, ldb
            type(hg_handle), intent(out) :: call
            real(hg_double), intent(in), asynchronous :: a(lda, *)
            integer(hg_int), intent(in), asynchronous :: ipiv(*)
            real(hg_double), intent(inout), asynchronous :: b(ldb, *)
            integer(hg_int) :: info
        end function

        function hg_sgetrs_async(trans, n, nrhs, a, lda, ipiv, b, ldb, call) &
            bind(C, name="hg_sgetrs_async") result(info)
            import
            character(kind=c_char), value :: trans
            integer(hg_int), value :: n, nrhs, lda, ldb
            type(hg_handle), intent(out) :: call
            real(hg_single), intent(in), asynchronous :: a(lda, *)
            integer(hg_int), intent(in), asynchronous :: ipiv(*)
            real(hg_single), intent(inout), asynchronous :: b(ldb, *)
            integer(hg_int) :: info
        end function

        function hg_dgesv_async(n, nrhs, a, lda, ipiv, b, ldb, call) bind(C, name="hg_dgesv_async") result(info)
            import
            integer(hg_int), value :: n, nrhs, lda, ldb
            type(hg_handle), intent(out) :: call
            real(hg_double), intent(inout), asynchronous :: a(lda, *), b(ldb, *)
            integer(hg_int), intent(inout), asynchronous :: ipiv(*)
            integer(hg_int) :: info
        end function

        function hg_sgesv_async(n, nrhs, a, lda, ipiv, b, ldb, call) bind(C, name="hg_sgesv_async") result(info)
            import
            integer(hg_int), value :: n, nrhs, lda, ldb
            type(hg_handle), intent(out) :: call
            real(hg_single), intent(inout), asynchronous :: a(lda, *), b(ldb, *)
            integer(hg_int), intent(inout), asynchronous :: ipiv(*)
            integer(hg_int) :: info
        end function

        function hg_dsgesv_async(n, nrhs, a, lda, ipiv, b, ldb, x, ldx, iter, call) &
            bind(C, name="hg_dsgesv_async") result(info)
            import
            integer(hg_int), value :: n, nrhs, lda, ldb, ldx
            integer(hg_int), intent(inout), asynchronous :: iter, ipiv(*)
            type(hg_handle), intent(out) :: call
            real(hg_double), intent(inout), asynchronous :: a(lda, *), x(ldx, *)
            real(hg_double), intent(in), asynchronous :: b(ldb, *)
            integer(hg_int) :: info
        end function

        ! Waits for a call and frees its handle. Returns info of the call.
        function hg_wait(call) bind(C, name="hg_wait") result(info)
            import
            type(hg_handle), intent(inout) :: call
            integer(hg_int) :: info
        end function

        ! 1 if a call has ended, else 0.
        function hg_test(call) bind(C, name="hg_test") result(ended)
            import
            type(hg_handle), value :: call
            integer(c_int) :: ended
        end function

        ! Gives back all memory of the devices that no call uses. Returns 0 or hg_failed.
        function hg_trim() bind(C, name="hg_trim") result(info)
            import
            integer(hg_int) :: info
        end function

        function hg_last_error_c() bind(C, name="hg_last_error") result(words)
            import
            type(c_ptr) :: words
        end function

        function hg_strlen(words) bind(C, name="strlen") result(length)
            import
            type(c_ptr), value :: words
            integer(hg_int) :: length
        end function
    end interface

contains

    ! The last error of a call of this thread, in words; empty if there was none.
    function hg_last_error() result(text)
        character(len=:), allocatable :: text
        character(kind=c_char), pointer :: words(:)
        type(c_ptr) :: first
        integer(hg_int) :: i, length
        first = hg_last_error_c()
        length = hg_strlen(first)
        call c_f_pointer(first, words, [length])
        allocate (character(len=length) :: text)
        do i = 1, length
            text(i:i) = words(i)
        end do
    end function
end module
