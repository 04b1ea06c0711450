# Filters a header for Doxygen: puts its contents into the group of its folder. api.dox describes the groups.
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

/^namespace hg.* \{$|^#include <stdint.h>$/ { $0 = $0 "  /** @addtogroup " group " */ /**@{*/" }
/friend .* operator(==|<=>).* = default;$/ { $0 = $0 "  ///< compares all members" }
/^\}  \/\/ namespace hg/ { $0 = "/**@}*/ " $0 }
{ print }
END { if (path ~ /\.h$/) print "/**@}*/" }
