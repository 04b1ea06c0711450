# cmake -DSOURCE=FOLDER -DINPUT=FILE.in -DOUTPUT=FILE -P commit.cmake: writes the commit of a tree, if git
# knows it, in the place of @commit@. A file that is as it was is not written again.
set(commit "")
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-toplevel
                OUTPUT_VARIABLE top OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
# A tree that lies in another project's is not of that project's commit.
file(REAL_PATH ${SOURCE} source)
if(NOT failed AND top STREQUAL source)
    execute_process(COMMAND git --no-optional-locks -C ${SOURCE} describe --always --exclude=* --abbrev=12
                    --dirty=-modified
                    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
configure_file(${INPUT} ${OUTPUT} @ONLY)
