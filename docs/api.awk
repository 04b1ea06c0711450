# What Doxygen reads of a file: a header with its contents in the group of its folder, which api.dox
# describes, and a document with links that hold where its page lies, in build/docs/html.
BEGIN {
    path = ARGV[1]
    group = "c"
    if (path ~ /\/runtime\/program\//) group = "program"
    if (path ~ /\/runtime\/machine\//) group = "machine"
    if (path ~ /\/kernels\//) group = "kernels"
    if (path ~ /\/blas\//) group = "blas"
    if (path ~ /\/lapack\//) group = "lapack"
    if (path ~ /\/sparse\//) group = "sparse"
    if (path ~ /\/(register_(gemm|trsm)|tiling|.*_problem|.*_program)\.hpp$/) group = "routine_programs"
}

# Links to documents become links to their pages by Doxygen, which has other anchors; those to sources go to
# the tree.
function with_links(line,    done, target) {
    while (match(line, /\]\([^ ():]+\)/)) {
        target = substr(line, RSTART + 2, RLENGTH - 3)
        done = done substr(line, 1, RSTART + 1)
        line = substr(line, RSTART + RLENGTH - 1)
        sub(/\.md#.*/, ".md", target)
        if (target !~ /\.(md|svg)$/) {
            if (!sub(/^(\.\.\/)+/, "", target) && path ~ /\/docs\//) target = "docs/" target
            target = "../../../" target
        }
        done = done target
    }
    return done line
}

path ~ /\.md$/ { $0 = with_links($0) }
/^namespace hg.* \{$|^#include <stdint.h>$/ { $0 = $0 "  /** @addtogroup " group " */ /**@{*/" }
/friend .* operator(==|<=>).* = default;$/ { $0 = $0 "  ///< compares all members" }
/^\}  \/\/ namespace hg/ { $0 = "/**@}*/ " $0 }
{ print }
END { if (path ~ /\.h$/) print "/**@}*/" }
