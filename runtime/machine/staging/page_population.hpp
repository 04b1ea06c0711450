#pragma once

#include "runtime/machine/staging/column_copy.hpp"

namespace hg {

/// True if memory that `copy` will write seems to have no pages yet (a few are looked at): the first write
/// to each would wait for the system to clear one.
bool lacks_pages(const ColumnCopy& copy) noexcept;

/// Gets the pages that a copy will write, before it writes them: work for a ColumnJob. Changes no data. Does
/// nothing if the system has no call for it.
void populate_pages(const ColumnCopy& copy) noexcept;

}  // namespace hg
