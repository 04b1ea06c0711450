# hg_flags: warnings and sanitizers, for every target of this project and none of its users'.
add_library(hg_flags INTERFACE)
target_compile_options(hg_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
    # GCC 12 sees faults in std::string's operator+ and in std::optional that are not there (its bugs 105651,
    # 80635).
    target_compile_options(hg_flags INTERFACE -Wno-restrict -Wno-stringop-overflow -Wno-array-bounds
                                              -Wno-maybe-uninitialized)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    # GCC spends 6 % of its time on collecting garbage in its own memory: up to half a gigabyte it need not.
    target_compile_options(hg_flags INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=524288>)
endif()
if(HG_WERROR)
    target_compile_options(hg_flags INTERFACE -Werror)
endif()
if(HG_SANITIZE)
    # Reports show functions and lines; types and variables would take a quarter of the time to build.
    target_compile_options(hg_flags INTERFACE -fsanitize=${HG_SANITIZE} -fno-omit-frame-pointer -g1)
    # A library calls its own copies of inline functions, not those of tests, which are not optimised.
    target_link_options(hg_flags INTERFACE -fsanitize=${HG_SANITIZE} -Wl,-Bsymbolic-functions)
    target_compile_definitions(hg_flags INTERFACE HG_SANITIZED)
    if(HG_SANITIZE MATCHES "undefined")
        target_compile_options(hg_flags INTERFACE -fno-sanitize-recover=undefined)
        if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
            # How wide a BLAS's integers are is found by calling it with either kind; GCC does not watch that.
            target_compile_options(hg_flags INTERFACE -fno-sanitize=function)
        endif()
    endif()
endif()
