# The compiler parses headers that nearly every source includes only once for all targets with the same
# options. Sources must still include what they use: a build with HG_UNITY empty precompiles nothing, and
# fails if one does not.

# hg_precompile_headers(NAME [OPTIONS option...] HEADERS header...): precompiles headers for
# hg_use_precompiled(TARGET NAME). TARGET may have more definitions than NAME and, with GCC, a lower
# optimization level; all other options must be the same. GCC 12 crashes if TARGET is optimized more.
function(hg_precompile_headers name)
    if(NOT HG_UNITY)
        return()
    endif()
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "OPTIONS;HEADERS")
    set(source ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
    file(CONFIGURE OUTPUT ${source} CONTENT "")
    add_library(${name} OBJECT ${source})
    target_link_libraries(${name} PRIVATE hg_flags)
    target_compile_options(${name} PRIVATE ${arg_OPTIONS})
    list(TRANSFORM arg_HEADERS REPLACE "(.+)" "<\\1>")
    target_precompile_headers(${name} PRIVATE ${arg_HEADERS})
endfunction()

function(hg_use_precompiled target name)
    if(TARGET ${name})
        target_precompile_headers(${target} REUSE_FROM ${name})
    endif()
endfunction()

set(hg_standard_headers algorithm array atomic charconv chrono cmath complex condition_variable cstddef
    cstdint cstring exception filesystem functional iostream limits map memory mutex numeric optional set span
    sstream string string_view system_error thread type_traits unordered_map utility variant vector)
