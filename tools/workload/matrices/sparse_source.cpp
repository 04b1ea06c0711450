#include "tools/workload/matrices/sparse_source.hpp"

#include <charconv>
#include <complex>
#include <functional>
#include <string_view>
#include <vector>

#include <hg/runtime/program/error.hpp>
#include <hg/sparse/generate.hpp>
#include <hg/sparse/matrix_market.hpp>

namespace hgctl {
namespace {

using Sizes = std::vector<std::int64_t>;

/// A rule with what it makes of the numbers behind its name.
template <hg::Element T>
struct Rule {
    std::string_view name;
    std::size_t sizes;
    hg::SparseMatrix<T> (*make)(const Sizes& n, std::uint64_t seed);
};

template <hg::Element T>
const std::vector<Rule<T>>& rules() {
    using Seed = std::uint64_t;
    static const std::vector<Rule<T>> list{
        {"stencil5", 1, [](const Sizes& n, Seed) { return hg::laplacian<T>(5, n[0], n[0]); }},
        {"stencil7", 1, [](const Sizes& n, Seed) { return hg::laplacian<T>(7, n[0], n[0], n[0]); }},
        {"stencil27", 1, [](const Sizes& n, Seed) { return hg::laplacian<T>(27, n[0], n[0], n[0]); }},
        {"rmat", 2,
         [](const Sizes& n, Seed seed) {
             // A scale that is no int is none of rmat_matrix() either.
             return hg::rmat_matrix<T>(n[0] > 99 ? 99 : static_cast<int>(n[0]), n[1], seed);
         }},
        {"arrow", 1, [](const Sizes& n, Seed seed) { return hg::arrow_matrix<T>(n[0], seed); }},
        {"banded", 2, [](const Sizes& n, Seed seed) { return hg::banded_matrix<T>(n[0], n[1], seed); }},
        {"blocks", 2,
         [](const Sizes& n, Seed seed) { return hg::block_diagonal_matrix<T>(n[0], n[1], seed); }},
        {"random", 3,
         [](const Sizes& n, Seed seed) { return hg::random_rows_matrix<T>(n[0], n[0], n[1], n[2], seed); }},
        {"dense_row", 3,
         [](const Sizes& n, Seed seed) { return hg::dense_row_matrix<T>(n[0], n[0], n[1], n[2], seed); }},
        {"empty_rows", 3,
         [](const Sizes& n, Seed seed) { return hg::empty_rows_matrix<T>(n[0], n[0], n[1], n[2], seed); }}};
    return list;
}

[[noreturn]] void refuse(const std::string& text) {
    throw hg::Error(hg::ErrorCode::invalid_argument,
                    "'" + text + "' is not a sparse matrix; give " + kSparseSources);
}

/// The numbers behind a name, with colons between them.
Sizes sizes_of(const std::string& text, std::size_t begin) {
    Sizes sizes;
    while (begin < text.size()) {
        const std::size_t end = std::min(text.find(':', begin + 1), text.size());
        std::int64_t value = 0;
        const auto [stop, fault] = std::from_chars(text.data() + begin + 1, text.data() + end, value);
        if (fault != std::errc() || stop != text.data() + end || value < 0) refuse(text);
        sizes.push_back(value);
        begin = end;
    }
    return sizes;
}

}  // namespace

bool is_matrix_market(const std::string& path) {
    // A compressed one is refused with the command that decompresses it.
    const std::string name = path.ends_with(".gz") || path.ends_with(".xz") ? path.substr(0, path.size() - 3)
                             : path.ends_with(".bz2") || path.ends_with(".zst")
                                 ? path.substr(0, path.size() - 4)
                                 : path;
    return name.ends_with(".mtx");
}

template <hg::Element T>
hg::SparseMatrix<T> sparse_matrix(const std::string& text, std::uint64_t seed) {
    if (is_matrix_market(text)) return hg::read_matrix_market<T>(text);
    const std::size_t colon = std::min(text.find(':'), text.size());
    const Sizes sizes = sizes_of(text, colon);
    for (const Rule<T>& rule : rules<T>())
        if (rule.name == std::string_view(text).substr(0, colon) && rule.sizes == sizes.size())
            return rule.make(sizes, seed);
    refuse(text);
}

template hg::SparseMatrix<float> sparse_matrix(const std::string&, std::uint64_t);
template hg::SparseMatrix<double> sparse_matrix(const std::string&, std::uint64_t);
template hg::SparseMatrix<std::complex<float>> sparse_matrix(const std::string&, std::uint64_t);
template hg::SparseMatrix<std::complex<double>> sparse_matrix(const std::string&, std::uint64_t);

}  // namespace hgctl
