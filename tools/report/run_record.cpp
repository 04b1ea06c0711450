#include "tools/report/run_record.hpp"

#include <algorithm>
#include <utility>

#include "runtime/threads/available_cores.hpp"
#include "tools/report/build_info.hpp"
#include "tools/report/page/html_page.hpp"
#include "tools/report/quantity.hpp"
#include <hg/runtime/machine/device_listing.hpp>

namespace hgctl {
namespace {

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
