#include "tools/hgctl/cli/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>

namespace hgctl {

void open_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) >= 0) continue;
        // The lowest free number is the stream's own. Children get it too.
        static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
}

std::string standard_output_fault() {
    errno = 0;
    std::cout.flush();
    if (std::cout) return {};
    return errno == 0 ? "." : std::string(": ") + std::strerror(errno);
}

}  // namespace hgctl
