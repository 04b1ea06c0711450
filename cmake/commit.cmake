# cmake -DSOURCE=FOLDER -DINPUT=FILE.in -DOUTPUT=FILE -P commit.cmake: replaces @commit@ by the commit of a
# tree, or by nothing if git does not know it. An unchanged file is not written again.
set(commit "")
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-toplevel
                OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
# If the tree is inside another project's repository, that project's commit does not count.
file(REAL_PATH ${SOURCE} source)
if(NOT failed AND top STREQUAL source)
    execute_process(COMMAND git --no-optional-locks -C ${SOURCE} describe --always --exclude=* --abbrev=12
                    --dirty=-modified
                    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)
