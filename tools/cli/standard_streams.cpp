#include "tools/cli/standard_streams.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <iostream>
#include <streambuf>

#include "runtime/program/base/printable.hpp"

namespace hgctl {

void open_standard_streams() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        if (fcntl(stream, F_GETFD) >= 0) continue;
        // The lowest free number is the stream's own. Children get it too.
        static_cast<void>(open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY));
    }
}

/// Takes the place of a stream's buffer, and hands on to it.
class PrintableStreams::Filter final : public std::streambuf {
  public:
    explicit Filter(std::ostream& stream) : stream_(stream), inner_(*stream.rdbuf(this)) {}
    Filter(const Filter&) = delete;
    Filter& operator=(const Filter&) = delete;
    ~Filter() override { stream_.rdbuf(&inner_); }

  protected:
    std::streamsize xsputn(const char* text, std::streamsize count) override {
        const std::string shown = hg::printable({text, static_cast<std::size_t>(count)});
        const auto length = static_cast<std::streamsize>(shown.size());
        return inner_.sputn(shown.data(), length) == length ? count : 0;
    }
    int_type overflow(int_type letter) override {
        if (traits_type::eq_int_type(letter, traits_type::eof())) return traits_type::not_eof(letter);
        const char text = traits_type::to_char_type(letter);
        return xsputn(&text, 1) == 1 ? letter : traits_type::eof();
    }
    int sync() override { return inner_.pubsync(); }

  private:
    std::ostream& stream_;
    std::streambuf& inner_;
};

PrintableStreams::PrintableStreams() : errors_(std::make_unique<Filter>(std::cerr)) {
    if (isatty(STDOUT_FILENO) == 1) output_ = std::make_unique<Filter>(std::cout);
}

PrintableStreams::~PrintableStreams() = default;

std::string standard_output_fault() {
    errno = 0;
    std::cout.flush();
    if (std::cout) return {};
    return errno == 0 ? "." : std::string(": ") + std::strerror(errno);
}

}  // namespace hgctl
