#pragma once

#include <sys/types.h>

#include <string>

namespace hg {

/// The permissions of a file as chmod takes them: "0755".
inline std::string octal(mode_t mode) {
    std::string text;
    for (int shift = 9; shift >= 0; shift -= 3)
        text += static_cast<char>('0' + ((mode >> static_cast<unsigned>(shift)) & 7U));
    return text;
}

}  // namespace hg
