#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "runtime/files/atomic_file.hpp"

namespace hg {

/// The folder in which hg keeps compiled kernels, tuned kernels and measured rates. hg runs what it finds
/// there, so it uses the folder and its files only if nobody but the user and root can change them:
/// open_trusted() has the rule. Other users may not even add files, so a sticky folder is no cache folder.
/// Thread-safe.
class CacheFolder {
  public:
    /// An empty path: nothing is kept.
    explicit CacheFolder(std::string path) : path_(std::move(path)) {}

    [[nodiscard]] bool keeps() const noexcept { return !path_.empty(); }
    [[nodiscard]] const std::string& path() const noexcept { return path_; }
    /// The path of a file in the folder.
    [[nodiscard]] std::string file(const std::string& name) const;

    /// The contents of a file; none if nothing is kept or no such file is there. Throws Error{io} for a
    /// folder or file that others can change, and for what is no ordinary file or can't be read.
    [[nodiscard]] std::optional<std::string> read(const std::string& name) const;
    /// Whether read() would find an ordinary file that it may open.
    [[nodiscard]] bool has(const std::string& name) const;

    /// Makes the folder, and those above it that are missing, with mode 0700. Throws Error{io} if that fails,
    /// or if others can change the folder.
    void prepare() const;
    /// Why nothing will be kept: what prepare() throws, or that there is no folder; empty if files will be.
    [[nodiscard]] std::string fault() const;
    /// A new file for the folder, which nobody else can write whatever the umask; calls prepare(). Throws
    /// Error{io}.
    [[nodiscard]] AtomicFile create(const std::string& name) const;
    /// Puts a file with these contents into the folder, whole or not at all. Throws Error{io}.
    void replace(const std::string& name, std::string_view contents) const;

  private:
    std::string path_;
};

}  // namespace hg
