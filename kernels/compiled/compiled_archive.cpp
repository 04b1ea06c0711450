#include "kernels/compiled/compiled_archive.hpp"

#include <charconv>
#include <cstddef>

extern "C" {
// Of compiled_archive.S.in.
extern const char hg_compiled_kernels[] __attribute__((visibility("hidden")));
extern const char hg_compiled_kernels_end[] __attribute__((visibility("hidden")));
}

namespace hg::kernels {
namespace {

/// Takes the text up to a separator off the front.
std::string_view next_word(std::string_view& text, char separator) {
    const std::string_view word = text.substr(0, text.find(separator));
    text.remove_prefix(word.size() + 1);
    return word;
}

}  // namespace

std::vector<ArchivedKernel> read_archive(std::string_view content) {
    std::vector<ArchivedKernel> kernels;
    while (!content.empty()) {
        ArchivedKernel kernel;
        kernel.digest = next_word(content, ' ');
        const std::string_view bytes = next_word(content, ' ');
        kernel.instruction = next_word(content, ' ');
        kernel.kind = next_word(content, '\n');
        std::size_t size = 0;
        std::from_chars(bytes.data(), bytes.data() + bytes.size(), size);
        kernel.binary = content.substr(0, size);
        content.remove_prefix(size);
        kernels.push_back(kernel);
    }
    return kernels;
}

std::vector<ArchivedKernel> compiled_archive() {
    return read_archive(
        {hg_compiled_kernels, static_cast<std::size_t>(hg_compiled_kernels_end - hg_compiled_kernels)});
}

}  // namespace hg::kernels
