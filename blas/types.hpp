#pragma once

#include <cstdint>

namespace hg {

/// How matrices lie in memory: columns or rows contiguous.
enum class Layout : char { col_major = 'C', row_major = 'R' };

/// op(X): X, X^T or X^H (the same as X^T for real types).
enum class Op : char { none = 'N', trans = 'T', conj_trans = 'C' };

}  // namespace hg
