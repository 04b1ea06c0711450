// The .npy format by hand. The readers at hand trust the header: a length with its high bit set, keys in
// another order or a shape larger than the file lead them to wrong memory or to half a matrix without a word.
#include "npy.hpp"

#include <array>
#include <cctype>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <new>
#include <string_view>
#include <system_error>
#include <vector>

#include "atomic_file.hpp"
#include "runtime/program/error.hpp"

namespace hgctl {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::int64_t kLongestHeader = 1 << 16;

[[noreturn]] void refuse(const std::string& path, const std::string& why) {
    throw hg::Error(hg::ErrorCode::io, path + ": " + why);
}

/// Reads the Python dictionary of a header: `{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }`.
/// Values are given back as their text, without spaces around them.
class HeaderReader {
  public:
    HeaderReader(const std::string& path, std::string_view text) : path_(path), text_(text) {}

    std::map<std::string, std::string> read() {
        std::map<std::string, std::string> values;
        expect('{');
        while (peek() != '}') {
            std::string key = quoted();
            expect(':');
            values[key] = value();
            if (peek() == ',') ++next_;
        }
        return values;
    }

  private:
    char peek() {
        while (next_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[next_])) != 0) ++next_;
        if (next_ == text_.size()) refuse(path_, "the .npy header breaks off");
        return text_[next_];
    }
    void expect(char wanted) {
        if (peek() != wanted) refuse(path_, std::string("the .npy header lacks a '") + wanted + "'");
        ++next_;
    }
    std::string quoted() {
        const char quote = peek();
        if (quote != '\'' && quote != '"') refuse(path_, "the .npy header cannot be read");
        const std::size_t end = text_.find(quote, next_ + 1);
        if (end == std::string_view::npos) refuse(path_, "the .npy header breaks off");
        std::string content(text_.substr(next_ + 1, end - next_ - 1));
        next_ = end + 1;
        return content;
    }
    std::string value() {
        const char first = peek();
        if (first == '\'' || first == '"') return quoted();
        const std::string_view closers = first == '(' ? ")" : first == '[' ? "]" : ",}";
        std::size_t end = text_.find_first_of(closers, next_);
        if (end == std::string_view::npos) refuse(path_, "the .npy header breaks off");
        if (closers.size() == 1) ++end;
        std::string content(text_.substr(next_, end - next_));
        next_ = end;
        return content;
    }

    const std::string& path_;
    std::string_view text_;
    std::size_t next_ = 0;
};

std::vector<std::int64_t> read_shape(const std::string& path, std::string_view text) {
    std::vector<std::int64_t> shape;
    const char* next = text.data();
    const char* const end = text.data() + text.size();
    while (next != end) {
        if (std::isdigit(static_cast<unsigned char>(*next)) == 0) {
            if (std::string_view("(), L").find(*next) == std::string_view::npos)
                refuse(path, "the .npy header's shape '" + std::string(text) + "' cannot be read");
            ++next;
            continue;
        }
        std::int64_t size = 0;
        const auto [stop, error] = std::from_chars(next, end, size);
        if (error != std::errc{})
            refuse(path, "the .npy header's shape " + std::string(text) + " is too large");
        shape.push_back(size);
        next = stop;
    }
    return shape;
}

hg::ElementType read_type(const std::string& path, const std::string& descr) {
    if (descr == "<f4") return hg::ElementType::f32;
    if (descr == "<f8") return hg::ElementType::f64;
    if (descr == "<i4") return hg::ElementType::i32;
    if (descr.size() > 1 && descr[0] == '>')
        refuse(path,
               "holds big-endian numbers ('" + descr + "'); write it with dtype '<" + descr.substr(1) + "'");
    refuse(path, "holds elements of type '" + descr + "'; float32 ('<f4') or float64 ('<f8') is needed");
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
    if (start[6] < 1 || start[6] > 3)
        refuse(path, "is a .npy file of version " + std::to_string(static_cast<unsigned char>(start[6])) +
                         "; versions 1 to 3 can be read");
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

const std::string& field(const std::string& path, const std::map<std::string, std::string>& values,
                         const char* name) {
    const auto entry = values.find(name);
    if (entry == values.end()) refuse(path, std::string("the .npy header has no '") + name + "'");
    return entry->second;
}

}  // namespace

NpyMatrix make_matrix(hg::ElementType type, std::int64_t rows, std::int64_t cols, bool fortran_order) {
    NpyMatrix matrix;
    matrix.type = type;
    matrix.rows = rows;
    matrix.cols = cols;
    matrix.fortran_order = fortran_order;
    if (rows < 0 || cols < 0 || (cols > 0 && rows > std::numeric_limits<std::int64_t>::max() / 8 / cols))
        throw hg::Error(hg::ErrorCode::invalid_argument,
                        "a matrix of " + size_text(rows, cols) + " is too large");
    try {
        matrix.data = std::make_unique_for_overwrite<std::byte[]>(static_cast<std::size_t>(matrix.bytes()));
    } catch (const std::bad_alloc&) {
        throw hg::Error(hg::ErrorCode::out_of_memory, "not enough memory for a matrix of " +
                                                          size_text(rows, cols) + " (" +
                                                          std::to_string(matrix.bytes()) + " bytes)");
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

    const std::string header = read_header(file, path);
    const auto values = HeaderReader(path, header).read();
    const hg::ElementType type = read_type(path, field(path, values, "descr"));
    const std::string& order = field(path, values, "fortran_order");
    if (order != "True" && order != "False")
        refuse(path, "the .npy header's fortran_order is '" + order + "'");
    std::vector<std::int64_t> shape = read_shape(path, field(path, values, "shape"));
    const bool is_vector = vectors_too && shape.size() == 1;
    if (is_vector) shape.push_back(1);
    if (shape.size() != 2)
        refuse(path, "holds an array of " + std::to_string(shape.size()) + " dimensions; a matrix has 2");

    const std::int64_t left = file_bytes - static_cast<std::int64_t>(file.tellg());
    const std::int64_t elements = left / hg::size_of(type);
    const bool fits = shape[0] == 0 || shape[1] <= elements / shape[0];
    if (!fits)
        refuse(path, "is truncated: " + size_text(shape[0], shape[1]) + " elements of " +
                         std::string(name(type)) + " are announced, " + std::to_string(left) +
                         " bytes follow");
    NpyMatrix matrix = make_matrix(type, shape[0], shape[1], order == "True" || is_vector);
    matrix.is_vector = is_vector;
    if (left > matrix.bytes())
        refuse(path, "is damaged: " + std::to_string(left - matrix.bytes()) + " bytes stand after the " +
                         size_text(shape[0], shape[1]) + " elements that are announced");
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
    const char kind = matrix.type == hg::ElementType::i32 ? 'i' : 'f';
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
