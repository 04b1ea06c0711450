#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <system_error>

#include "kernels/database.hpp"
#include "runtime/program/error.hpp"

namespace hg::kernels {
namespace {

using Warn = std::function<void(const std::string&)>;

std::filesystem::path path_in(const std::string& folder) {
    return std::filesystem::path(folder) / "tuned.json";
}

/// The results in the user's file; none, with one warning, where it is damaged or not ours.
std::vector<TunedGemm> read_user_results(const std::string& folder, const Warn& warn) {
    const std::filesystem::path path = path_in(folder);
    std::error_code error;
    if (!std::filesystem::exists(path, error) && !error) return {};
    const auto ignore = [&](const std::string& why) -> std::vector<TunedGemm> {
        if (warn) warn("ignored " + path.string() + ": " + why);
        return {};
    };
    if (!std::filesystem::is_regular_file(path, error)) return ignore("it is no file that can be read");
    std::ifstream file(path, std::ios::binary);
    const std::string text{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
    if (!file) return ignore("it cannot be read");
    try {
        return parse_tuned(text);
    } catch (const Error& fault) {
        return ignore(fault.message());
    }
}

}  // namespace

Database Database::with_user_results(const std::string& folder, const Warn& warn) {
    Database database = shipped();
    if (!folder.empty()) database.merge(read_user_results(folder, warn), Rung::user);
    return database;
}

void save_user_results(const std::string& folder, const std::vector<TunedGemm>& results) {
    std::vector<TunedGemm> all = read_user_results(folder, {});
    merge_tuned(all, results);
    const std::filesystem::path path = path_in(folder);
    const std::filesystem::path temporary = path.string() + "." + std::to_string(getpid());
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    std::ofstream file(temporary, std::ios::binary);
    file << to_json(all);
    file.close();
    if (file) {
        std::filesystem::rename(temporary, path, error);
        if (!error) return;
    }
    std::error_code ignored;
    std::filesystem::remove(temporary, ignored);
    throw Error(ErrorCode::io, "tuned kernels cannot be written to " + path.string() +
                                   (error ? ": " + error.message() : ""));
}

}  // namespace hg::kernels
