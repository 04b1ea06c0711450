#pragma once

#include "runtime/machine/staging/column_copy.hpp"

namespace hg {

/// Returns true if the memory that `copy` will write seems to have no pages yet, judging by a few of them.
/// The first write to each page would then wait until the system clears one.
bool lacks_pages(const ColumnCopy& copy) noexcept;

/// Gets the pages that a copy will write before it writes them; a ColumnJob can do this. Changes no data.
/// Does nothing if the system has no call for it.
void populate_pages(const ColumnCopy& copy) noexcept;

}  // namespace hg
