#pragma once

namespace hgctl {

/// Bytes/s, read and written, of a copy between vectors of 256 MiB each by all cores: the best of a few. Takes some tenths
/// of a second.
double measure_host_memory();

}  // namespace hgctl
