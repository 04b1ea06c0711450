#include "tools/workload/matrices/npy_header.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <map>
#include <system_error>

#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

constexpr std::array<std::string_view, 3> kKeys{"descr", "fortran_order", "shape"};

/// Reads the text from its start to its end.
class HeaderReader {
  public:
    HeaderReader(const std::string& path, std::string_view text) : path_(path), text_(text) {}

    /// `{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }`: values as their text,
    /// without spaces around them.
    std::map<std::string, std::string> dictionary() {
        std::map<std::string, std::string> values;
        expect('{');
        while (peek() != '}') {
            std::string key = quoted();
            expect(':');
            if (!values.emplace(key, value()).second) refuse("names '" + key + "' twice");
            if (peek() != '}') expect(',');
        }
        expect('}');
        if (text_.find_first_not_of(" \n", next_) != std::string_view::npos)
            refuse("holds text after its dictionary");
        return values;
    }
    /// `(2, 3)`, `(2,)` or `()`; Python 2 wrote `(2L, 3L)`.
    std::vector<std::int64_t> shape() {
        std::vector<std::int64_t> sizes;
        expect('(');
        while (peek() != ')') {
            sizes.push_back(size());
            if (peek() != ')' || sizes.size() == 1) expect(',');
        }
        expect(')');
        if (next_ != text_.size()) refuse("holds text after its shape");
        return sizes;
    }
    [[noreturn]] void refuse(const std::string& fault) const {
        throw hg::Error(hg::ErrorCode::io, path_ + ": the .npy header " + fault);
    }

  private:
    char peek() {
        while (next_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[next_])) != 0) ++next_;
        if (next_ == text_.size()) refuse("breaks off");
        return text_[next_];
    }
    void expect(char wanted) {
        if (peek() != wanted) refuse(std::string("lacks a '") + wanted + "'");
        ++next_;
    }
    std::string quoted() {
        const char quote = peek();
        if (quote != '\'' && quote != '"') refuse("cannot be read");
        const std::size_t end = text_.find(quote, next_ + 1);
        if (end == std::string_view::npos) refuse("breaks off");
        std::string content(text_.substr(next_ + 1, end - next_ - 1));
        next_ = end + 1;
        return content;
    }
    std::string value() {
        const char first = peek();
        if (first == '\'' || first == '"') return quoted();
        const std::string_view closers = first == '(' ? ")" : first == '[' ? "]" : ",}";
        std::size_t end = text_.find_first_of(closers, next_);
        if (end == std::string_view::npos) refuse("breaks off");
        if (closers.size() == 1) ++end;
        std::string content(text_.substr(next_, end - next_));
        content.erase(content.find_last_not_of(" \n") + 1);
        next_ = end;
        return content;
    }
    std::int64_t size() {
        peek();
        std::int64_t size = 0;
        const char* const first = text_.data() + next_;
        const auto [stop, error] = std::from_chars(first, text_.data() + text_.size(), size);
        if (error == std::errc::result_out_of_range)
            refuse("has a shape that is too large: " + std::string(text_));
        if (error != std::errc{} || size < 0)
            refuse("has a shape that cannot be read: '" + std::string(text_) + "'");
        next_ += static_cast<std::size_t>(stop - first);
        if (next_ < text_.size() && text_[next_] == 'L') ++next_;
        return size;
    }

    const std::string& path_;
    std::string_view text_;
    std::size_t next_ = 0;
};

[[noreturn]] void refuse_type(const std::string& path, const std::string& why) {
    throw hg::Error(hg::ErrorCode::io, path + ": holds " + why);
}

hg::ElementType read_type(const std::string& path, const std::string& descr) {
    if (descr == "<f4") return hg::ElementType::f32;
    if (descr == "<f8") return hg::ElementType::f64;
    if (descr == "<i4") return hg::ElementType::i32;
    if (descr == "<c8") return hg::ElementType::c32;
    if (descr == "<c16") return hg::ElementType::c64;
    if (descr.size() > 1 && descr[0] == '>')
        refuse_type(path,
                    "big-endian numbers ('" + descr + "'); write it with dtype '<" + descr.substr(1) + "'");
    refuse_type(path, "elements of type '" + descr + "'; float32 ('<f4') or float64 ('<f8') is needed");
}

}  // namespace

NpyHeader parse_npy_header(const std::string& path, std::string_view text) {
    HeaderReader reader(path, text);
    const std::map<std::string, std::string> values = reader.dictionary();
    for (const std::string_view key : kKeys)
        if (!values.contains(std::string(key))) reader.refuse("has no '" + std::string(key) + "'");
    for (const auto& [key, value] : values)
        if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end())
            reader.refuse("has a '" + key + "', which the format does not know");
    NpyHeader header;
    header.type = read_type(path, values.at("descr"));
    const std::string& order = values.at("fortran_order");
    if (order != "True" && order != "False") reader.refuse("has a fortran_order of '" + order + "'");
    header.fortran_order = order == "True";
    header.shape = HeaderReader(path, values.at("shape")).shape();
    return header;
}

}  // namespace hgctl
