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

/// unpack.py wrote a line `DIGEST BYTES INSTRUCTION KIND` for each kernel, followed by that many bytes.
std::vector<ArchivedKernel> compiled_archive() {
    std::vector<ArchivedKernel> kernels;
    std::string_view rest(hg_compiled_kernels,
                          static_cast<std::size_t>(hg_compiled_kernels_end - hg_compiled_kernels));
    while (!rest.empty()) {
        ArchivedKernel kernel;
        kernel.digest = next_word(rest, ' ');
        const std::string_view bytes = next_word(rest, ' ');
        kernel.instruction = next_word(rest, ' ');
        kernel.kind = next_word(rest, '\n');
        std::size_t size = 0;
        std::from_chars(bytes.data(), bytes.data() + bytes.size(), size);
        kernel.binary = rest.substr(0, size);
        rest.remove_prefix(size);
        kernels.push_back(kernel);
    }
    return kernels;
}

}  // namespace hg::kernels
