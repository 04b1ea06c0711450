# The target `docs`: the reference of the installed headers, in build/docs/html/api. `./hg docs` builds it,
# and the site that contains it. docs/Doxyfile reads the settings that depend on the build from the
# environment. Doxygen needs a source path without spaces.
list(TRANSFORM hg_public_headers PREPEND ${hg_include}/ OUTPUT_VARIABLE hg_documented)
list(JOIN hg_documented " " hg_documented)
list(JOIN hg_form_headers " " hg_forms)
add_custom_target(docs
    COMMAND ${CMAKE_COMMAND} -E rm -rf build/docs
    COMMAND ${CMAKE_COMMAND} -E make_directory build/docs/html
    COMMAND ${CMAKE_COMMAND} -E env HG_VERSION=${PROJECT_VERSION} HG_INCLUDE=${CMAKE_BINARY_DIR}/include
            "HG_PUBLIC_HEADERS=${hg_documented} ${hg_forms} ${hg_include}/hg.h" doxygen docs/Doxyfile
    WORKING_DIRECTORY ${CMAKE_SOURCE_DIR}
    COMMENT "Writing build/docs/html/api"
    VERBATIM)
add_dependencies(docs hg_interfaces)
