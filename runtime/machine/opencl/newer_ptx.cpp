#include "runtime/machine/opencl/newer_ptx.hpp"

namespace hg {
namespace {

constexpr std::string_view kTarget = ".target ";
constexpr std::string_view kHidden = "//HG ";

/// Returns the word of `text` that begins at `first`.
std::string_view word(std::string_view text, std::size_t first) {
    return text.substr(first, text.find_first_of(", \t\r\n", first) - first);
}

}  // namespace

std::optional<std::string> newer_ptx(std::string_view binary, std::string_view target) {
    const std::string_view text = binary.substr(0, binary.find('\0'));
    const bool is_text = binary.find_first_not_of('\0', text.size()) == std::string_view::npos;
    const std::size_t at = text.find(kTarget);
    if (!is_text || at == std::string_view::npos) return std::nullopt;
    const std::string_view older = word(text, at + kTarget.size());
    if (older.empty() || !target.starts_with(older)) return std::nullopt;

    std::string newer(text.substr(0, at + kTarget.size()));
    newer.append(target);
    std::string_view rest = text.substr(newer.size() - target.size() + older.size());
    for (std::size_t hidden = rest.find(kHidden); hidden != std::string_view::npos;
         hidden = rest.find(kHidden)) {
        newer.append(rest.substr(0, hidden));
        rest.remove_prefix(hidden + kHidden.size());
    }
    return newer.append(rest);
}

}  // namespace hg
