#include "runtime/files/growing_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <utility>

#include "runtime/files/atomic_file.hpp"
#include "runtime/files/file_descriptor.hpp"
#include "runtime/files/name_claim.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

/// A signal that ends the process interrupts a write between two pages, never within one.
constexpr std::size_t kPage = 4096;

[[noreturn]] void refuse_piece(const std::string& path, const std::string& why) {
    throw Error(ErrorCode::io, path + ": cannot be appended to: " + why);
}

}  // namespace

GrowingFile::GrowingFile(std::string path, Frame frame, std::size_t most_bytes, std::string other_path)
    : path_(std::move(path)),
      other_path_(std::move(other_path)),
      frame_(std::move(frame)),
      most_bytes_(most_bytes) {}

bool GrowingFile::has_room(std::size_t bytes) const noexcept {
    // A piece comes with its frame and, at most, a page of spaces.
    return size_ + bytes + 2 * kPage <= most_bytes_;
}

bool GrowingFile::begins() const {
    struct stat status {};
    return size_ == 0 || (lstat(path_.c_str(), &status) != 0 && errno == ENOENT);
}

void GrowingFile::append(std::string_view piece) {
    begins() ? begin(piece) : grow(piece);
}

void GrowingFile::begin(std::string_view piece) {
    const std::string text = closed(frame_.head, piece, 0);
    claim_ = FileDescriptor();
    NameClaim claim(path_);
    if (claim.is_in_use() && !other_path_.empty() && path_ != other_path_) {
        path_ = other_path_;
        return begin(piece);
    }
    AtomicFile file(path_);
    file.write(text.data(), text.size());
    struct stat status {};
    if (fstat(file.number(), &status) != 0) fail();
    claim_ = NameClaim::pass_to(file.number());
    file.commit();
    claim.is_passed_on();
    size_ = text.size();
    device_ = status.st_dev;
    inode_ = status.st_ino;
}

void GrowingFile::grow(std::string_view piece) {
    const std::string text = closed(frame_.separator, piece, size_);
    const FileDescriptor file(open(path_.c_str(), O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
    if (file.number() < 0) fail();
    require_unchanged(file.number());
    try {
        write_at(file.number(), text, size_);
        // This makes the new piece valid.
        write_at(file.number(), std::string(frame_.tail.size(), ' '), size_ - frame_.tail.size());
    } catch (const Error&) {
        // Remove the unfinished piece, so that the file is unchanged. If that fails, it still begins with the
        // old text.
        static_cast<void>(ftruncate(file.number(), static_cast<off_t>(size_)) == 0);
        throw;
    }
    size_ += text.size();
}

std::string GrowingFile::closed(std::string text, std::string_view piece, std::size_t position) const {
    text += piece;
    // The old tail must be overwritten in one step.
    const std::size_t in_page = (position + text.size()) % kPage;
    if (in_page + frame_.tail.size() > kPage) text.append(kPage - in_page, ' ');
    text += frame_.tail;
    if (position + text.size() > most_bytes_)
        refuse_piece(path_, "it would have more than " + std::to_string(most_bytes_) + " bytes");
    return text;
}

void GrowingFile::write_at(int file, std::string_view text, std::size_t position) const {
    while (!text.empty()) {
        const ssize_t written = pwrite(file, text.data(), text.size(), static_cast<off_t>(position));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) fail();
        text.remove_prefix(static_cast<std::size_t>(written));
        position += static_cast<std::size_t>(written);
    }
}

void GrowingFile::require_unchanged(int file) const {
    struct stat status {};
    if (fstat(file, &status) != 0) fail();
    if (status.st_dev != device_ || status.st_ino != inode_ || status.st_size != static_cast<off_t>(size_))
        refuse_piece(path_,
                     "another process has replaced or changed it; give each process a file of its own");
}

void GrowingFile::fail() const {
    refuse_piece(path_, std::strerror(errno));
}

}  // namespace hg
