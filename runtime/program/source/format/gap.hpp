#pragma once

#include <string_view>
#include <vector>

namespace hg::source {

/// What stands between two tokens: space, line ends and comments.
struct Gap {
    explicit Gap(std::string_view text);

    std::string_view comment;             ///< behind the first token, in its line; may be empty
    std::vector<std::string_view> lines;  ///< those between the lines of both: a comment, or nothing
    bool has_break = false;               ///< the tokens stand in two lines
    /// True if a comment stands in it.
    [[nodiscard]] bool has_comment() const noexcept;
};

}  // namespace hg::source
