# Read by cpack. Makes the Debian packages libhg0 (libraries), libhg-dev (headers, CMake and pkg-config files,
# documentation) and hg-tools (hgctl). dpkg-shlibdeps finds the packages on which they depend, including the
# CPU BLAS and LAPACK.
if(NOT CPACK_GENERATOR STREQUAL "DEB")
    return()
endif()
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL libs hg tools)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY OFF)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_PACKAGE_CONTACT "hg's maintainers <hg@example.org>")
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS ${CPACK_HG_LIBRARY_FOLDERS})
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_ENABLE_COMPONENT_DEPENDS ON)
set(CPACK_COMPONENT_HG_DEPENDS libs)
set(CPACK_COMPONENT_TOOLS_DEPENDS libs)

set(CPACK_DEBIAN_LIBS_PACKAGE_NAME libhg0)
set(CPACK_COMPONENT_LIBS_DESCRIPTION "BLAS and LAPACK on all GPUs of a node: libraries
 hg runs BLAS and LAPACK routines on matrices in host memory, using every GPU
 in the node through OpenCL. libhgblas.so.0 replaces the BLAS of unmodified
 programs.")
set(CPACK_DEBIAN_LIBS_PACKAGE_SUGGESTS opencl-icd)  # a virtual package that every OpenCL driver provides

set(CPACK_DEBIAN_HG_PACKAGE_NAME libhg-dev)
set(CPACK_DEBIAN_HG_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_HG_DESCRIPTION "BLAS and LAPACK on all GPUs of a node: development files
 Headers for C++, C and Fortran, files for CMake and pkg-config, and
 documentation.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME hg-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION science)
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "BLAS and LAPACK on all GPUs of a node: command-line tool
 hgctl multiplies matrices and solves systems in .npy files. It also checks
 results, benchmarks routines, tunes kernels, records traces, and runs
 programs of hg's virtual machine.")
