#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/files/atomic_file.hpp"

namespace hg {

/// The folder in which hg stores compiled kernels, tuned kernels and measured rates. hg runs the kernels that
/// it finds there, so it uses the folder and its files only if nobody but the user and root can change them,
/// by the rules of open_trusted(). Other users must not be able to add files either, so a sticky folder
/// cannot be the cache folder. Thread-safe.
class CacheFolder {
  public:
    /// With an empty path, nothing is stored.
    explicit CacheFolder(std::string path) : path_(std::move(path)) {}

    [[nodiscard]] bool keeps() const noexcept { return !path_.empty(); }
    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// Returns the path of a file in the folder.
    [[nodiscard]] std::string file(const std::string& name) const;

    /// Returns the contents of a file; no value if nothing is stored or there is no such file. Throws
    /// Error{io} if others can change the folder or the file, if it is not an ordinary file, or if it cannot
    /// be read.
    [[nodiscard]] std::optional<std::string> read(const std::string& name) const;
    /// Returns whether read() would find an ordinary file that it may open.
    [[nodiscard]] bool has(const std::string& name) const;

    /// Creates the folder and missing folders above it with mode 0700. Throws Error{io} if that fails, or if
    /// others can change the folder.
    void prepare() const;
    /// Returns the reason why nothing will be stored: what prepare() throws, or that there is no folder.
    /// Empty if files will be stored.
    [[nodiscard]] std::string fault() const;
    /// Creates a file in the folder that nobody else can write, whatever the umask. Calls prepare(). Throws
    /// Error{io}.
    [[nodiscard]] AtomicFile create(const std::string& name) const;
    /// Writes a file with these contents to the folder, completely or not at all. Throws Error{io}.
    void replace(const std::string& name, std::string_view contents) const;

  private:
    std::string path_;
};

}  // namespace hg
