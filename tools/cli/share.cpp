#include "tools/cli/share.hpp"

#include <charconv>
#include <system_error>

#include "tools/cli/command_line.hpp"

namespace hgctl {

std::optional<double> parse_share(const std::string& text, const std::string& option) {
    if (text.empty()) return {};
    const char* const end = text.data() + text.size() - (text.back() == '%' ? 1 : 0);
    double value = 0;
    const auto [stop, error] = std::from_chars(text.data(), end, value, std::chars_format::fixed);
    if (error != std::errc{} || stop != end || !(value >= 0 && value <= 100))
        refuse(option + ": '" + text + "' is not a percentage from 0 to 100; write, for example, 5%");
    return value / 100;
}

}  // namespace hgctl
