# Read by cpack. Debian packages of a build: libhg0 (libraries), libhg-dev (headers, CMake and pkg-config
# files, documents) and hg-tools (hgctl). What they need from Debian, the CPU's BLAS and LAPACK among it,
# dpkg-shlibdeps finds.
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
set(CPACK_COMPONENT_LIBS_DESCRIPTION "Dense linear algebra on all accelerators of a node: libraries
 hg runs BLAS and LAPACK routines on matrices in host memory on all GPUs of a node, through OpenCL.
 libhgblas.so.0 takes the place of a program's BLAS.")
set(CPACK_DEBIAN_LIBS_PACKAGE_SUGGESTS opencl-icd)  # any driver: Debian's name for whatever provides one

set(CPACK_DEBIAN_HG_PACKAGE_NAME libhg-dev)
set(CPACK_DEBIAN_HG_PACKAGE_SECTION libdevel)
set(CPACK_COMPONENT_HG_DESCRIPTION "Dense linear algebra on all accelerators of a node: development
 Headers for C++, C and Fortran, files for CMake and pkg-config, and documents.")

set(CPACK_DEBIAN_TOOLS_PACKAGE_NAME hg-tools)
set(CPACK_DEBIAN_TOOLS_PACKAGE_SECTION science)
set(CPACK_COMPONENT_TOOLS_DESCRIPTION "Dense linear algebra on all accelerators of a node: hgctl
 The command line: products and systems of .npy files, checks, benchmarks, tuning, traces and programs.")
