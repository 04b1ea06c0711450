// The .npy format by hand. The readers at hand trust the header: a length with its high bit set, keys in
// another order or a shape larger than the file lead them to wrong memory or to half a matrix without a word.
#include "tools/workload/matrices/npy.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <new>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

#include "tools/cli/atomic_file.hpp"
#include "tools/report/quantity.hpp"
#include "tools/workload/operands/host_memory.hpp"
#include <hg/runtime/program/element.hpp>
#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// What the dictionary of a .npy file says.
struct NpyHeader {
    hg::ElementType type = hg::ElementType::f64;
    bool fortran_order = false;
    std::vector<std::int64_t> shape;
};

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
            refuse("has text after its dictionary");
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
        if (next_ != text_.size()) refuse("has text after its shape");
        return sizes;
    }
    [[noreturn]] void refuse(const std::string& fault) const {
        throw hg::Error(hg::ErrorCode::io, path_ + ": the .npy header " + fault);
    }

  private:
    char peek() {
        while (next_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[next_])) != 0) ++next_;
        if (next_ == text_.size()) refuse("is truncated");
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
        if (end == std::string_view::npos) refuse("is truncated");
        std::string content(text_.substr(next_ + 1, end - next_ - 1));
        next_ = end + 1;
        return content;
    }
    std::string value() {
        const char first = peek();
        if (first == '\'' || first == '"') return quoted();
        const std::string_view closers = first == '(' ? ")" : first == '[' ? "]" : ",}";
        std::size_t end = text_.find_first_of(closers, next_);
        if (end == std::string_view::npos) refuse("is truncated");
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

/// Reads the Python dictionary between a file's magic string and its elements, as strictly as NumPy: the keys
/// descr, fortran_order and shape, each once, in any order, and nothing after the dictionary but spaces and
/// line ends. Any bytes are safe. Throws hg::Error{io} that begins with `path`.
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

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::int64_t kLongestHeader = 1 << 16;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw hg::Error(hg::ErrorCode::io, path + ": " + why);
}

std::string size_text(std::int64_t rows, std::int64_t cols) {
    return std::to_string(rows) + " x " + std::to_string(cols);
}

void read_bytes(std::ifstream& file, const std::string& path, void* data, std::int64_t bytes,
                const char* what) {
    file.read(static_cast<char*>(data), bytes);
    if (file.gcount() != bytes) refuse(path, std::string("is truncated: ") + what);
}

/// The text of the header; the file then stands at the first element.
std::string read_header(std::ifstream& file, const std::string& path) {
    std::array<char, 8> start{};
    file.read(start.data(), start.size());
    if (file.gcount() < 8 || std::string_view(start.data(), kMagic.size()) != kMagic)
        refuse(path, file.gcount() == 0 ? "is empty or cannot be read" : "is not a .npy file");
    if (start[6] < 1 || start[6] > 3 || start[7] != 0)
        refuse(path, "is a .npy file of version " + std::to_string(static_cast<unsigned char>(start[6])) +
                         "." + std::to_string(static_cast<unsigned char>(start[7])) +
                         "; versions 1.0, 2.0 and 3.0 can be read");
    std::array<unsigned char, 4> length{};
    read_bytes(file, path, length.data(), start[6] == 1 ? 2 : 4, "it ends within the .npy header");
    std::int64_t bytes = 0;
    for (std::size_t i = length.size(); i-- > 0;) bytes = bytes * 256 + length[i];
    if (bytes > kLongestHeader)
        refuse(path, "has a .npy header of " + std::to_string(bytes) + " bytes: damaged");
    std::string header(static_cast<std::size_t>(bytes), '\0');
    read_bytes(file, path, header.data(), bytes, "it ends within the .npy header");
    return header;
}

}  // namespace

NpyMatrix make_matrix(hg::ElementType type, std::int64_t rows, std::int64_t cols, bool fortran_order) {
    NpyMatrix matrix;
    matrix.type = type;
    matrix.rows = rows;
    matrix.cols = cols;
    matrix.fortran_order = fortran_order;
    if (rows < 0 || cols < 0 ||
        (cols > 0 && rows > std::numeric_limits<std::int64_t>::max() / hg::size_of(type) / cols))
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        "a matrix of " + size_text(rows, cols) + " is too large");
    const std::string what = "a matrix of " + size_text(rows, cols);
    require_host_memory(what, static_cast<double>(matrix.bytes()));
    try {
        matrix.data = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(matrix.bytes()));
    } catch (const std::bad_alloc&) {
        throw hg::Error(hg::ErrorCode::out_of_memory,
                        "not enough memory: " + what + " needs " + bytes_text(matrix.bytes()));
    }
    return matrix;
}

namespace {

NpyMatrix read(const std::string& path, bool vectors_too) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(path, error);
    if (!std::filesystem::exists(status)) refuse(path, "no such file");
    // A folder or a pipe has no size to check the header against.
    if (!std::filesystem::is_regular_file(status)) refuse(path, "is not an ordinary file");
    std::ifstream file(path, std::ios::binary);
    if (!file) refuse(path, std::string("cannot be read: ") + std::strerror(errno));
    const auto file_bytes = static_cast<std::int64_t>(std::filesystem::file_size(path, error));

    NpyHeader header = parse_npy_header(path, read_header(file, path));
    std::vector<std::int64_t>& shape = header.shape;
    const bool is_vector = vectors_too && shape.size() == 1;
    if (is_vector) shape.push_back(1);
    if (shape.size() != 2)
        refuse(path, "holds an array of " + std::to_string(shape.size()) + " dimensions; a matrix has 2");

    const std::int64_t left = file_bytes - static_cast<std::int64_t>(file.tellg());
    const std::int64_t elements = left / hg::size_of(header.type);
    const bool fits = shape[0] == 0 || shape[1] <= elements / shape[0];
    if (!fits)
        refuse(path, "is truncated: " + size_text(shape[0], shape[1]) + " elements of " +
                         std::string(name(header.type)) + " are declared, but only " + std::to_string(left) +
                         " bytes follow");
    NpyMatrix matrix = make_matrix(header.type, shape[0], shape[1], header.fortran_order || is_vector);
    matrix.is_vector = is_vector;
    if (left > matrix.bytes())
        refuse(path, "is damaged: " + std::to_string(left - matrix.bytes()) + " bytes stand after the " +
                         size_text(shape[0], shape[1]) + " elements that are declared");
    read_bytes(file, path, matrix.data.get(), matrix.bytes(), "it ends within the elements");
    return matrix;
}

}  // namespace

NpyMatrix read_npy(const std::string& path) {
    return read(path, false);
}

NpyMatrix read_npy_columns(const std::string& path) {
    return read(path, true);
}

void write_npy(const std::string& path, const NpyMatrix& matrix) {
    const char kind = hg::is_complex(matrix.type) ? 'c' : hg::is_real(matrix.type) ? 'f' : 'i';
    std::string header = std::string("{'descr': '<") + kind + std::to_string(hg::size_of(matrix.type)) +
                         "', 'fortran_order': " + (matrix.fortran_order ? "True" : "False") + ", 'shape': (" +
                         std::to_string(matrix.rows) + "," +
                         (matrix.is_vector ? "" : " " + std::to_string(matrix.cols)) + "), }";
    // Elements begin at a multiple of 64 bytes, so that a mapped file is aligned.
    const std::size_t start = kMagic.size() + 4;
    header.append(63 - (start + header.size()) % 64, ' ');
    header += '\n';
    std::string head(kMagic);
    head += {'\x01', '\x00', static_cast<char>(header.size() % 256), static_cast<char>(header.size() / 256)};
    head += header;
    AtomicFile file(path);
    file.write(head.data(), head.size());
    file.write(matrix.data.get(), static_cast<std::size_t>(matrix.bytes()));
    file.commit();
}

}  // namespace hgctl
