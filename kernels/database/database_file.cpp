#include <filesystem>
#include <optional>
#include <system_error>

#include "runtime/files/atomic_file.hpp"
#include "runtime/files/file_lock.hpp"
#include "runtime/files/read_file.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using Warn = std::function<void(const std::string&)>;

std::string path_in(const std::string& folder) {
    return std::filesystem::path(folder) / "tuned.json";
}

TunedResults read_results(const std::string& path) {
    const std::optional<std::string> text = read_file(path);
    if (!text) return {};
    try {
        return parse_tuned_results(*text);
    } catch (const Error& fault) {
        throw Error(fault.code(), path + ": " + fault.message());
    }
}

/// The results in the user's file; none, with one warning, if it cannot be read, is damaged or not ours.
TunedResults read_user_results(const std::string& folder, const Warn& warn) {
    try {
        return read_results(path_in(folder));
    } catch (const Error& fault) {
        if (warn) warn("ignored " + fault.message());
        return {};
    }
}

}  // namespace

Database Database::with_user_results(const std::string& folder, const Warn& warn) {
    Database database = shipped();
    if (!folder.empty()) database.merge(read_user_results(folder, warn), Rung::user);
    return database;
}

void save_user_results(const std::string& folder, const TunedResults& results) {
    std::error_code ignored;
    std::filesystem::create_directories(folder, ignored);
    const FileLock alone(path_in(folder) + ".lock");
    TunedResults all = read_user_results(folder, {});
    merge_tuned(all, results);
    replace_file(path_in(folder), to_json(all.gemms, all.kernels, all.unread));
}

void save_user_results(const std::string& folder, const std::vector<TunedGemm>& results) {
    save_user_results(folder, TunedResults{.gemms = results, .kernels = {}});
}

}  // namespace hg::kernels
