# Install rules: libraries, headers, hgctl, documentation, the CMake package and the pkg-config file. The
# installed tree is relocatable, because all paths in it are relative. Its components become packages
# (package.cmake): `libs` for programs that were built with hg, `tools` with hgctl, and `hg` for building
# programs.
include(CMakePackageConfigHelpers)

set(hg_cmake_dir ${CMAKE_INSTALL_LIBDIR}/cmake/hg)
file(RELATIVE_PATH hg_lib_from_bin /prefix/${CMAKE_INSTALL_BINDIR} /prefix/${CMAKE_INSTALL_LIBDIR})
set_target_properties(hg_runtime hg_blas hg_lapack hg_sparse PROPERTIES INSTALL_RPATH "$ORIGIN")

install(TARGETS hg_runtime hg_blas hg_lapack hg_sparse EXPORT hgTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libs NAMELINK_COMPONENT hg)
install(TARGETS hgblas EXPORT hgTargets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libs NAMELINK_COMPONENT hg)
install(TARGETS hgblas_engine LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT libs NAMELINK_SKIP)
if(TARGET hgctl)
    set_target_properties(hgctl PROPERTIES INSTALL_RPATH "$ORIGIN/${hg_lib_from_bin}")
    install(TARGETS hgctl RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT tools)
    if(TARGET hgctl_peers)  # hgctl looks for it here
        set_target_properties(hgctl_peers PROPERTIES INSTALL_RPATH "$ORIGIN/..")
        install(TARGETS hgctl_peers LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/hg COMPONENT tools)
    endif()
    set(hgctl_pages ${CMAKE_BINARY_DIR}/tools/hgctl/pages)
    install(DIRECTORY ${hgctl_pages}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT tools)
    install(FILES ${hgctl_pages}/hgctl DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions
        COMPONENT tools)
    install(DIRECTORY tools/editors DESTINATION ${CMAKE_INSTALL_DATADIR}/hg COMPONENT tools)
endif()

# Users include <hg/blas/gemm.hpp>, and so do the headers themselves. The headers need only the C++ standard
# library. The package test checks that, and that no header is missing.
set(hg_headers_runtime/program analysis bounds builder command dependency device_traits element error graph
                               instruction location order policy program program_parts scalar_value
                               shared_loads simulate source source_format target text verify)
set(hg_headers_runtime/machine bindings device device_listing lane machine machine_model observer options
                               pinned_memory resident_memory run_journal run_report share_options trace
                               watched_run)
set(hg_headers_kernels database gemm gemm_parameters gemv library rank_update scale spmv symv trsv vector)
# The headers directly in these folders are public.
foreach(folder blas blas/registers blas/routines lapack lapack/routines sparse)
    file(GLOB hg_headers_${folder} CONFIGURE_DEPENDS RELATIVE ${CMAKE_SOURCE_DIR}/${folder} ${folder}/*.hpp)
    list(TRANSFORM hg_headers_${folder} REPLACE "[.]hpp$" "")
endforeach()
foreach(folder runtime/program runtime/machine kernels blas blas/registers blas/routines lapack
               lapack/routines sparse)
    list(TRANSFORM hg_headers_${folder} REPLACE "(.+)" "${folder}/\\1.hpp" OUTPUT_VARIABLE headers)
    install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hg/${folder} COMPONENT hg)
    list(APPEND hg_public_headers ${headers})
endforeach()
foreach(layer blas lapack)
    set(headers ${hg_form_headers})
    list(FILTER headers INCLUDE REGEX /forms/${layer}/)
    install(FILES ${headers} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hg/forms/${layer} COMPONENT hg)
endforeach()
install(FILES ${hg_include}/hg.h ${hg_include}/hg.f90 DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/hg COMPONENT hg)
# The Python module looks for the library in the folder above its own.
install(FILES ${hg_python_files} DESTINATION ${CMAKE_INSTALL_LIBDIR}/python/hg COMPONENT hg)
install(FILES README.md CHANGELOG.md CONTRIBUTING.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT hg)
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT hg
        PATTERN Doxyfile EXCLUDE PATTERN api.* EXCLUDE PATTERN site EXCLUDE)
# The documentation links to them.
install(DIRECTORY examples DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT hg PATTERN CMakeLists.txt EXCLUDE)

install(EXPORT hgTargets NAMESPACE hg:: DESTINATION ${hg_cmake_dir} COMPONENT hg)
configure_package_config_file(cmake/hgConfig.cmake.in ${CMAKE_BINARY_DIR}/hgConfig.cmake
                              INSTALL_DESTINATION ${hg_cmake_dir} PATH_VARS CMAKE_INSTALL_INCLUDEDIR)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/hgConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/hgConfig.cmake ${CMAKE_BINARY_DIR}/hgConfigVersion.cmake
        DESTINATION ${hg_cmake_dir} COMPONENT hg)

file(RELATIVE_PATH hg_prefix_from_pc /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
string(REGEX REPLACE "/$" "" hg_prefix_from_pc ${hg_prefix_from_pc})
configure_file(cmake/hg.pc.in ${CMAKE_BINARY_DIR}/hg.pc @ONLY)
install(FILES ${CMAKE_BINARY_DIR}/hg.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT hg)
