#pragma once

#include <sys/types.h>

#include <string>

namespace hg {

/// Returns the permissions of a file in the form of chmod: "0755".
inline std::string octal(mode_t mode) {
    std::string text;
    for (int shift = 9; shift >= 0; shift -= 3)
        text += static_cast<char>('0' + ((mode >> static_cast<unsigned>(shift)) & 7U));
    return text;
}

}  // namespace hg
