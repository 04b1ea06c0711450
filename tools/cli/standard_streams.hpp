#pragma once

#include <memory>
#include <string>

namespace hgctl {

/// Gives standard streams that the caller closed a descriptor on which reading or writing fails, as on a
/// closed one. Else the next file opened takes their number, and messages are written into it. Call it before
/// anything is opened.
void open_standard_streams();

/// While it lives, what std::cerr is given becomes printable text, as printable() has it, and so does what
/// std::cout is given if that is a terminal: files and pipes get every byte. One at a time.
class PrintableStreams {
  public:
    PrintableStreams();
    PrintableStreams(const PrintableStreams&) = delete;
    PrintableStreams& operator=(const PrintableStreams&) = delete;
    ~PrintableStreams();

  private:
    class Filter;
    std::unique_ptr<Filter> errors_, output_;
};

/// Writes out what std::cout holds. Why something of it is lost: ": " and the system's words if it has
/// some, else a mere "."; empty if nothing is. The reader of a pipe who leaves ends the process by
/// SIGPIPE, as is usual.
std::string standard_output_fault();

}  // namespace hgctl
