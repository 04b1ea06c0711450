# Unity builds: the compiler processes several sources together, and parses and instantiates shared code only
# once. A build from scratch then takes a third of the work, but a change to one source takes more. If you
# change sources often, set HG_UNITY to empty. Names in anonymous namespaces must differ among the sources
# that are compiled together.
set(HG_UNITY "libraries" CACHE STRING
    "What is compiled several sources at a time: 'libraries' (hgctl among them), 'tests', or both in a list")

# Compiles the sources of each folder of a library together. A source with its own definitions is compiled by
# itself.
function(hg_unity_library target)
    if(NOT "libraries" IN_LIST HG_UNITY)
        return()
    endif()
    get_target_property(sources ${target} SOURCES)
    foreach(source IN LISTS sources)
        cmake_path(GET source PARENT_PATH folder)
        string(MD5 group "${folder}")
        set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group})
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

# Compiles the sources of tests in enough parts to keep two cores busy.
function(hg_unity_tests target)
    if("tests" IN_LIST HG_UNITY)
        set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 14)
    endif()
endfunction()
