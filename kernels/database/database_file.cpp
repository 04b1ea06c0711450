#include <optional>
#include <string>

#include "kernels/database/save_results.hpp"
#include "runtime/files/cache_folder.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/program/error.hpp>

namespace hg::kernels {
namespace {

using Warn = std::function<void(const std::string&)>;

constexpr const char* kFile = "tuned.json";

TunedResults read_results(const CacheFolder& folder) {
    const std::optional<std::string> text = folder.read(kFile);
    if (!text) return {};
    try {
        return parse_tuned_results(*text);
    } catch (const Error& fault) {
        throw Error(fault.code(), folder.file(kFile) + ": " + fault.message());
    }
}

/// The results in the user's file; none, with one warning, if it cannot be read, is damaged or not ours, or
/// if others can change it.
TunedResults read_user_results(const CacheFolder& folder, const Warn& warn) {
    try {
        return read_results(folder);
    } catch (const Error& fault) {
        if (warn) warn("ignored " + fault.message());
        return {};
    }
}

}  // namespace

Database Database::with_user_results(const std::string& folder, const Warn& warn) {
    Database database = shipped();
    database.merge(read_user_results(CacheFolder(folder), warn), Rung::user);
    return database;
}

void save_user_results(const std::string& path, const TunedResults& results, const LockWait& wait) {
    const CacheFolder folder(path);
    folder.prepare();
    const FileLock alone(folder.file(kFile) + ".lock", wait);
    TunedResults all = read_user_results(folder, {});
    merge_tuned(all, results);
    folder.replace(kFile, to_json(all.gemms, all.kernels, all.unread));
}

void save_user_results(const std::string& folder, const TunedResults& results) {
    save_user_results(folder, results, LockWait{});
}

void save_user_results(const std::string& folder, const std::vector<TunedGemm>& results) {
    save_user_results(folder, TunedResults{.gemms = results, .kernels = {}});
}

}  // namespace hg::kernels
