#include "tools/report/run_record.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>
#include <utility>

#include "runtime/threads/available_cores.hpp"
#include "tools/report/build_info.hpp"
#include "tools/report/page/html_page.hpp"
#include "tools/report/quantity.hpp"
#include <hg/runtime/machine/device_listing.hpp>

namespace hgctl {
namespace {

/// "2026-11-22T15:40:07Z"
std::string date_now() {
    const std::time_t now = std::time(nullptr);
    std::tm parts{};
    ::gmtime_r(&now, &parts);
    std::array<char, 32> text{};
    std::strftime(text.data(), text.size(), "%FT%TZ", &parts);
    return text.data();
}

/// "" if the system has none.
std::string host_name() {
    std::array<char, 256> name{};
    if (::gethostname(name.data(), name.size() - 1) != 0) return "";
    return name.data();
}

/// Arguments as a shell reads them: in quotes if they need them.
std::string quoted(const std::string& text) {
    constexpr std::string_view kPlain =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=,.:/%@";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string::npos) return text;
    std::string result = "'";
    for (const char c : text) c == '\'' ? result += "'\\''" : result += c;
    return result + "'";
}

/// The HG_ variables that are set, by name.
std::vector<std::string> settings() {
    std::vector<std::string> found;
    for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable) {
        const std::string text = *variable;
        const std::size_t end = text.find('=');
        if (text.starts_with("HG_") && end != std::string::npos)
            found.push_back(text.substr(0, end + 1) + quoted(text.substr(end + 1)));
    }
    std::ranges::sort(found);
    return found;
}

/// "2 x NVIDIA H200, driver 580.159.04 (NVIDIA CUDA)", where drivers are known.
std::string devices_text(const std::vector<std::string>& devices, const std::vector<std::string>& drivers) {
    std::vector<std::string> all = devices;
    for (std::size_t i = 0; i < std::min(devices.size(), drivers.size()); ++i)
        if (!drivers[i].empty()) all[i] += ", driver " + drivers[i];
    return counted_text(all);
}

std::string version_line() {
    std::string line = version_text();
    for (std::size_t at = line.find('\n'); at != std::string::npos; at = line.find('\n'))
        line.replace(at, 1, ", ");
    while (line.find("  ") != std::string::npos) line.erase(line.find("  "), 1);
    return line;
}

}  // namespace

std::string command_text() {
    std::ifstream file("/proc/self/cmdline", std::ios::binary);
    const std::string all{std::istreambuf_iterator<char>(file), {}};
    std::string line;
    for (const std::string& setting : settings()) line += setting + " ";
    for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end + 1) {
        end = std::min(all.find('\0', begin), all.size());
        const std::string word = all.substr(begin, end - begin);
        line += begin == 0 ? quoted(std::filesystem::path(word).filename()) : " " + quoted(word);
    }
    return line;
}

Json made_by_json() {
    const std::string commit = kCommit;
    const Json version{{"version", HG_VERSION},
                       {"build_type", HG_BUILD_TYPE},
                       {"compiler", HG_COMPILER},
                       {"commit", commit.empty() ? Json() : Json(commit)}};
    return {{"hg", version}, {"date", date_now()}, {"host", host_name()}, {"command", command_text()}};
}

std::vector<std::string> drivers_of(const std::vector<std::string>& devices) {
    const std::vector<hg::DeviceListing> known = hg::list_devices();
    std::vector<std::string> drivers;
    for (const std::string& device : devices) {
        const auto found =
            std::ranges::find_if(known, [&](const hg::DeviceListing& d) { return d.info.name == device; });
        drivers.push_back(found == known.end() ? "" : found->info.driver + " (" + found->info.platform + ")");
    }
    return drivers;
}

std::string counted_text(const std::vector<std::string>& names) {
    std::string text;
    for (std::size_t i = 0; i < names.size();) {
        std::size_t same = 1;
        while (i + same < names.size() && names[i + same] == names[i]) ++same;
        text += (text.empty() ? "" : "; ") + (same > 1 ? std::to_string(same) + " x " : "") + names[i];
        i += same;
    }
    return text;
}

std::string record_html(const std::vector<std::string>& devices, const std::vector<std::string>& drivers) {
    const Json made = made_by_json();
    std::string html = "<dl>\n";
    for (const auto& [title, text] :
         {std::pair<std::string, std::string>{"Version", version_line()},
          {"Date", made.at("date").plain()},
          {"Host", made.at("host").plain() + ", " +
                       count_text(static_cast<std::size_t>(hg::available_cores()), "core")},
          {"Devices", devices_text(devices, drivers)},
          {"Command", made.at("command").plain()}})
        if (!text.empty()) html += "<dt>" + title + "</dt><dd>" + escaped(text) + "</dd>\n";
    return html + "</dl>\n";
}

}  // namespace hgctl
