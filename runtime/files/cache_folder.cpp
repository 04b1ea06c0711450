#include "runtime/files/cache_folder.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <cstring>
#include <filesystem>

#include "runtime/files/read_file.hpp"
#include "runtime/files/trusted_path.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr mode_t kMadeFolder = 0700;
constexpr mode_t kMostOfAFile = 0644;

std::optional<FileDescriptor> open_file(const CacheFolder& folder, const std::string& name) {
    if (!folder.keeps() || !open_trusted(folder.path(), StickyFolder::refused)) return std::nullopt;
    std::optional<FileDescriptor> file = open_trusted(folder.file(name));
    struct stat status {};
    if (file && (fstat(file->number(), &status) != 0 || !S_ISREG(status.st_mode)))
        throw Error(ErrorCode::io, folder.file(name) + ": is a folder; an ordinary file is needed");
    return file;
}

void make_folders(const std::string& path) {
    std::filesystem::path made;
    for (const std::filesystem::path& name : std::filesystem::path(path)) {
        made /= name;
        if (mkdir(made.c_str(), kMadeFolder) != 0 && errno != EEXIST && errno != EROFS && errno != EISDIR)
            throw Error(ErrorCode::io, made.string() + ": cannot be created: " + std::strerror(errno));
    }
}

}  // namespace

std::string CacheFolder::file(const std::string& name) const {
    return std::filesystem::path(path_) / name;
}

std::optional<std::string> CacheFolder::read(const std::string& name) const {
    const std::optional<FileDescriptor> file = open_file(*this, name);
    if (!file) return std::nullopt;
    return read_to_end(file->number(), this->file(name));
}

bool CacheFolder::has(const std::string& name) const {
    try {
        return open_file(*this, name).has_value();
    } catch (const Error&) {
        return false;
    }
}

void CacheFolder::prepare() const {
    // open_trusted() reports a missing folder only after it has checked all folders above it.
    if (open_trusted(path_, StickyFolder::refused)) return;
    make_folders(path_);
    if (!open_trusted(path_, StickyFolder::refused))
        throw Error(ErrorCode::io, path_ + ": cannot be created: a symbolic link leads nowhere");
}

std::string CacheFolder::fault() const {
    if (!keeps()) return "there is no cache folder (HG_CACHE_DIR)";
    try {
        prepare();
        return {};
    } catch (const Error& error) {
        return error.message();
    }
}

AtomicFile CacheFolder::create(const std::string& name) const {
    prepare();
    return AtomicFile(file(name), kMostOfAFile);
}

void CacheFolder::replace(const std::string& name, std::string_view contents) const {
    AtomicFile file = create(name);
    file.write(contents.data(), contents.size());
    file.commit();
}

}  // namespace hg
