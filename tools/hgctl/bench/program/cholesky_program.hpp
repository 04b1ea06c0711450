#pragma once

#include <cstdint>
#include <string>

#include <hg/runtime/program/source.hpp>

namespace hgctl {

/// The least number of tiles in a column that makes a tiled Cholesky factorization of at least `tasks` tasks.
std::int64_t cholesky_tiles(std::int64_t tasks) noexcept;

/// The text of a program of these tasks for one or two devices, with a parameter t, the tiles in a column. Each task is an
/// EXEC of an empty kernel on tiles of one element. What one device computes and the other reads goes through host memory.
const std::string& cholesky_source();

/// What the source uses: the empty kernels, for OpenCL devices and for the host.
hg::SourceLibrary empty_kernels();

}  // namespace hgctl
