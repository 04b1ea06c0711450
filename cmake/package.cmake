# `cpack` writes hg-<version>-<system>-<processor>.tar.gz: the installed tree with the shared libraries that
# it needs. You can unpack it anywhere, on a machine without packages or network. See docs/decisions/0005.
# `cpack -G DEB` writes Debian packages, see deb.cmake.
find_program(HG_PATCHELF patchelf DOC "Sets the library search path in bundled libraries")

set(hg_bundled_for $<TARGET_FILE:hg_runtime> $<TARGET_FILE:hg_blas> $<TARGET_FILE:hg_lapack>
    $<TARGET_FILE:hg_sparse> $<TARGET_FILE:hgblas> $<TARGET_FILE:hgblas_engine>)
if(TARGET hgctl)
    list(APPEND hg_bundled_for $<TARGET_FILE:hgctl>)
    if(TARGET hgctl_peers)
        list(APPEND hg_bundled_for $<TARGET_FILE:hgctl_peers>)
    endif()
endif()
install(CODE "set(HG_BUNDLED_FOR \"${hg_bundled_for}\")
set(HG_LIBDIR \"${CMAKE_INSTALL_LIBDIR}\")
set(HG_LICENSES \"${CMAKE_INSTALL_DOCDIR}/third-party\")
set(HG_PATCHELF \"${HG_PATCHELF}\")
include(\"${CMAKE_SOURCE_DIR}/cmake/bundle.cmake\")"
        COMPONENT bundle EXCLUDE_FROM_ALL)

set(CPACK_GENERATOR TGZ)
set(CPACK_PACKAGE_NAME hg)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_FILE_NAME hg-${PROJECT_VERSION}-${CMAKE_SYSTEM_NAME}-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_ARCHIVE_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL libs tools hg bundle)
set(CPACK_COMPONENTS_GROUPING ALL_COMPONENTS_IN_ONE)
set(CPACK_COMPONENT_INCLUDE_TOPLEVEL_DIRECTORY ON)
set(CPACK_HG_LIBRARY_FOLDERS ${CMAKE_BINARY_DIR}/runtime ${CMAKE_BINARY_DIR}/blas ${CMAKE_BINARY_DIR}/lapack
    ${CMAKE_BINARY_DIR}/sparse)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_LIST_DIR}/deb.cmake)
set(CPACK_VERBATIM_VARIABLES ON)
include(CPack)
