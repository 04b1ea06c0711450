# Runs while cpack installs. Copies the shared libraries that hg needs next to hg's own, and lets them find
# each other there. glibc, libstdc++ and libgcc_s are left out: every Linux has them, and the machine's OpenCL
# driver may need newer versions than the bundled ones.
if(NOT HG_PATCHELF)
    message(FATAL_ERROR "The archive needs patchelf: install it, then run cmake and cpack again.")
endif()

set(destination "$ENV{DESTDIR}${CMAKE_INSTALL_PREFIX}")
file(GET_RUNTIME_DEPENDENCIES LIBRARIES ${HG_BUNDLED_FOR}
     RESOLVED_DEPENDENCIES_VAR found UNRESOLVED_DEPENDENCIES_VAR missing
     PRE_EXCLUDE_REGEXES "^ld-linux" "^lib(c|m|mvec|pthread|dl|rt|resolv|stdc\\+\\+|gcc_s)\\.so"
     "^libhg(_|blas)")
if(missing)
    message(FATAL_ERROR "These shared libraries are needed, yet were not found: ${missing}")
endif()

file(MAKE_DIRECTORY ${destination}/${HG_LIBDIR} ${destination}/${HG_LICENSES})
foreach(library ${found})
    get_filename_component(soname ${library} NAME)
    file(REAL_PATH ${library} file)
    set(copy ${destination}/${HG_LIBDIR}/${soname})
    message(STATUS "Bundling ${soname}")
    file(COPY_FILE ${file} ${copy})
    file(CHMOD ${copy} PERMISSIONS OWNER_READ OWNER_WRITE GROUP_READ WORLD_READ)
    execute_process(COMMAND ${HG_PATCHELF} --set-rpath "$ORIGIN" ${copy} COMMAND_ERROR_IS_FATAL ANY)

    # Debian has each package's license at a fixed path.
    execute_process(COMMAND dpkg-query --search ${file} OUTPUT_VARIABLE owner ERROR_QUIET RESULT_VARIABLE
        unknown)
    string(REGEX MATCH "^[^: ]+" package "${owner}")
    if(NOT unknown AND EXISTS /usr/share/doc/${package}/copyright)
        file(COPY_FILE /usr/share/doc/${package}/copyright ${destination}/${HG_LICENSES}/${package}.txt)
    endif()
endforeach()
