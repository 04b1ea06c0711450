#pragma once

#include <functional>
#include <string>

namespace hg {

/// SourceLibrary::read for files in `folder`: the paths of a source are relative to it, or absolute. Files
/// have 16 MiB at most. It throws what read_existing_file() throws.
std::function<std::string(const std::string& path)> source_reader(std::string folder);

}  // namespace hg
