#pragma once

#include <cstddef>
#include <string>

namespace hgctl {

/// Throws hg::Error{io} unless a file can be put at `path`: its folder is there and writable, and nothing but
/// an ordinary file is in the way. Called before long work, so that a wrong path costs no time.
void require_writable(const std::string& path);

/// A file that appears whole or not at all: written under a temporary name in the same folder, renamed by
/// commit(), removed by the destructor where there was no commit(). Throws hg::Error{io}.
class AtomicFile {
  public:
    explicit AtomicFile(std::string path);
    ~AtomicFile();
    AtomicFile(const AtomicFile&) = delete;
    AtomicFile& operator=(const AtomicFile&) = delete;

    void write(const void* data, std::size_t bytes);
    void commit();

  private:
    [[noreturn]] void fail(const char* what) const;

    std::string path_;
    std::string temporary_;
    int descriptor_ = -1;
};

}  // namespace hgctl
