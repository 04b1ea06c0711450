#pragma once

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

namespace hg::test {

/// A folder of a test's own, removed at the end.
class TestFolder {
  public:
    TestFolder() {
        std::string name = std::filesystem::temp_directory_path() / "hg_files_XXXXXX";
        if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
        path_ = name;
    }
    ~TestFolder() {
        std::error_code ignored;
        std::filesystem::remove_all(path_, ignored);
    }
    TestFolder(const TestFolder&) = delete;
    TestFolder& operator=(const TestFolder&) = delete;

    [[nodiscard]] const std::string& path() const { return path_; }
    [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
    [[nodiscard]] std::ptrdiff_t entries() const {
        return std::distance(std::filesystem::directory_iterator(path_), {});
    }

  private:
    std::string path_;
};

/// What may stand under the name of a file without being one.
enum class OddFile { folder, pipe, socket, endless, full, loop };

inline const std::vector<OddFile>& odd_files() {
    static const std::vector<OddFile> all{OddFile::folder,  OddFile::pipe, OddFile::socket,
                                          OddFile::endless, OddFile::full, OddFile::loop};
    return all;
}

inline std::string name(OddFile kind) {
    return std::vector<std::string>{"a folder",
                                    "a pipe",
                                    "a socket",
                                    "a link to /dev/zero",
                                    "a link to /dev/full",
                                    "a link to itself"}[static_cast<std::size_t>(kind)];
}

/// Puts it at `path`.
inline void make(OddFile kind, const std::string& path) {
    namespace fs = std::filesystem;
    switch (kind) {
        case OddFile::folder:
            fs::create_directory(path);
            return;
        case OddFile::pipe:
            ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
            return;
        case OddFile::socket: {
            sockaddr_un address{};
            address.sun_family = AF_UNIX;
            ASSERT_LT(path.size(), sizeof address.sun_path);
            std::strcpy(address.sun_path, path.c_str());
            const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
            ASSERT_EQ(bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof address), 0);
            close(socket);
            return;
        }
        case OddFile::endless:
            return fs::create_symlink("/dev/zero", path);
        case OddFile::full:
            return fs::create_symlink("/dev/full", path);
        case OddFile::loop:
            return fs::create_symlink(path, path);
    }
}

inline std::string contents(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

}  // namespace hg::test
