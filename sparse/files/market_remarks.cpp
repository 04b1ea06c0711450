#include "sparse/files/market_remarks.hpp"

#include <algorithm>
#include <complex>
#include <cstring>

#include "sparse/files/market_entry.hpp"
#include "sparse/files/market_places.hpp"
#include "sparse/files/market_text.hpp"

namespace hg::sparse {
namespace {

/// The first element's line with a D, or where the text ends.
std::size_t line_with_fortran_exponent(std::string_view text, std::size_t begin) {
    const auto first_of = [&](char letter) {
        for (std::size_t at = text.find(letter, begin); at != std::string_view::npos;) {
            const std::size_t line = text.rfind('\n', at) + 1,
                              end = std::min(text.find('\n', at), text.size());
            if (has_entry(text.substr(line, end - line))) return line;
            at = text.find(letter, end);
        }
        return text.size();
    };
    return std::min(first_of('d'), first_of('D'));
}

/// The first line with an element on the diagonal that is not as the format has it, or where the text ends.
std::size_t line_with_remark(std::string_view text, const MarketHeader& header) {
    const MarketInfo& info = header.info;
    std::size_t found = text.size();
    PlaceInArray place(info, 0);
    for_lines(text, header.body, text.size(), [&](std::string_view line, std::size_t offset) {
        if (found != text.size() || !has_entry(line)) return;
        MarketEntry<std::complex<double>> entry{place.row(), place.column()};
        if (info.is_array) place.advance();
        if (read_entry(info, line, entry) == EntryFault::none && entry.has_remark) found = offset;
    });
    return found;
}

}  // namespace

std::vector<std::string> market_remarks(const std::string& path, std::string_view text,
                                        const MarketHeader& header, bool has_cr_ends) {
    std::vector<std::string> remarks;
    const auto add = [&](std::int64_t line, const char* what) {
        remarks.push_back(path + ":" + std::to_string(line) + ": " + what);
    };
    const auto add_at = [&](std::size_t begin, const char* what) {
        if (begin == text.size()) return;
        const auto before = text.substr(header.body, begin - header.body);
        add(header.body_line + std::count(before.begin(), before.end(), '\n'), what);
    };
    if (!text.starts_with("%%")) add(1, "begins with one %; the format has two");
    if (header.info.field == MarketField::unsigned_integer)
        add(1, "has unsigned-integer elements, which the format does not have");
    if (has_cr_ends) add(1, "ends with CR alone, as all lines do; the format has LF");
    if (header.info.field == MarketField::real || header.info.field == MarketField::complex)
        add_at(line_with_fortran_exponent(text, header.body),
               "has an exponent as Fortran writes it, with D for E");
    if (header.info.symmetry == MarketSymmetry::skew_symmetric)
        add_at(line_with_remark(text, header), "has a zero on the diagonal of a skew-symmetric matrix");
    if (header.info.symmetry == MarketSymmetry::hermitian)
        add_at(
            line_with_remark(text, header),
            "has an imaginary part of rounding on the diagonal of a hermitian matrix, which is taken for 0");
    return remarks;
}

}  // namespace hg::sparse
