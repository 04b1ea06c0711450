#include "tools/hgctl/cli/scratch_folder.hpp"

#include <stdlib.h>

#include <filesystem>
#include <system_error>

#include <hg/runtime/program/error.hpp>

namespace hgctl {

ScratchFolder::ScratchFolder() {
    std::error_code error;
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
    path_ = ((error ? "/tmp" : temporary) / "hg-XXXXXX").string();
    if (mkdtemp(path_.data()) == nullptr)
        throw hg::Error(hg::ErrorCode::io, "cannot make a temporary folder " + path_);
    listed_.emplace(path_, hg::TemporaryName::Kind::folder);
}

ScratchFolder::~ScratchFolder() {
    // What cannot be removed stays; nothing depends on it.
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace hgctl
