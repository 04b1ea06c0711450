# hg_flags: warnings and sanitizers for every target of this project, but not for users' targets.
add_library(hg_flags INTERFACE)
target_compile_options(hg_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 gives false warnings for std::string's operator+ and for std::optional (GCC bugs 105651 and
    # 80635).
    target_compile_options(hg_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
                                              -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC spends 6 % of its time on garbage collection, so let it first use half a gigabyte.
    target_compile_options(hg_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>)
endif()
if(HG_WERROR)
    target_compile_options(hg_flags INTERFACE -Werror)
endif()
if(HG_SANITIZE)
    # Reports need only functions and lines. Types and variables would take a quarter of the build time.
    target_compile_options(hg_flags INTERFACE -fsanitize=${HG_SANITIZE} -fno-omit-frame-pointer -g1)
    # A library calls its own copies of inline functions, not those of tests, which are not optimized.
    target_link_options(hg_flags INTERFACE -fsanitize=${HG_SANITIZE} -Wl,-Bsymbolic-functions)
    target_compile_definitions(hg_flags INTERFACE HG_SANITIZED)
    if(HG_SANITIZE MATCHES "undefined")
        target_compile_options(hg_flags INTERFACE -fno-sanitize-recover=undefined)
        if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
            # hg calls a BLAS with both widths of integers to find out which one it has. GCC does not check
            # that.
            target_compile_options(hg_flags INTERFACE -fno-sanitize=function)
        endif()
    endif()
endif()
