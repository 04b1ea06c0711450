#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <hg/sparse/spmv_options.hpp>

namespace hgctl {

/// All formats, as on command lines.
inline constexpr std::array kSparseFormats{
    hg::SparseFormat::automatic, hg::SparseFormat::csr, hg::SparseFormat::csr_merge, hg::SparseFormat::sell,
    hg::SparseFormat::ell,       hg::SparseFormat::coo, hg::SparseFormat::hybrid};

inline std::vector<std::string> format_words() {
    std::vector<std::string> words;
    for (const hg::SparseFormat format : kSparseFormats) words.emplace_back(hg::name(format));
    return words;
}

/// The format of a word, which is one of these.
inline hg::SparseFormat format_of(std::string_view word) {
    for (const hg::SparseFormat format : kSparseFormats)
        if (hg::name(format) == word) return format;
    return hg::SparseFormat::automatic;
}

}  // namespace hgctl
