#include "tools/cli/scratch_folder.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <random>
#include <system_error>

#include <hg/runtime/program/error.hpp>

namespace hgctl {

ScratchFolder::ScratchFolder() {
    std::error_code error;
    const std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
    std::random_device random;
    do {
        // Enough of it that nobody guesses the name, or has it by chance.
        const std::string word = std::to_string(random()) + "-" + std::to_string(random());
        path_ = ((error ? "/tmp" : temporary) / ("hg-" + word)).string();
        // Before it is made: a signal may come as soon as it is.
        listed_.emplace(path_, hg::TemporaryName::Kind::folder);
        if (mkdir(path_.c_str(), 0700) == 0) return;
    } while (errno == EEXIST);
    throw hg::Error(hg::ErrorCode::io,
                    "cannot make a temporary folder " + path_ + ": " + std::strerror(errno));
}

ScratchFolder::~ScratchFolder() {
    // What cannot be removed stays; nothing depends on it.
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
}

}  // namespace hgctl
