#include "runtime/files/source_reader.hpp"

#include <filesystem>
#include <utility>

#include "runtime/files/read_file.hpp"

namespace hg {

std::function<std::string(const std::string& path)> source_reader(std::string folder) {
    constexpr std::size_t kMostBytes = std::size_t{16} << 20;
    return [folder = std::filesystem::path(std::move(folder))](const std::string& path) {
        return read_existing_file((folder / path).string(), kMostBytes);
    };
}

}  // namespace hg
