#pragma once

#include <functional>
#include <string>

namespace hg {

/// Returns SourceLibrary::read for files in `folder`: the paths of a source are absolute or relative to it.
/// Files may have at most 16 MiB. The function throws what read_existing_file() throws.
std::function<std::string(const std::string& path)> source_reader(std::string folder);

}  // namespace hg
