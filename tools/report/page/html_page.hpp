#pragma once

#include <string>
#include <vector>

namespace hgctl {

/// The begin of a page that needs nothing but itself, up to <body>: browsers that read it load nothing. Its
/// end is page_end(). It follows the reader's choice of light
/// or dark. `style` comes after the common style.
std::string page_head(const std::string& title, const std::string& style = "");

/// Text with the characters that mean something to HTML replaced, and what is not ASCII text too.
std::string escaped(const std::string& text);

/// A plot or a table in a box that scrolls if the page is narrower.
std::string wide(const std::string& content);

/// Rows of cells as a table, the first row its head. Columns whose place in `left` holds are aligned to the
/// left.
std::string html_table(const std::vector<std::vector<std::string>>& rows, const std::vector<bool>& left);

}  // namespace hgctl
