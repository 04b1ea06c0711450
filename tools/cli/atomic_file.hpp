#pragma once

#include "runtime/files/atomic_file.hpp"

namespace hgctl {

// What hgctl writes, it writes as hg does.
using hg::AtomicFile;
using hg::replace_file;
using hg::require_writable;

}  // namespace hgctl
