#include "runtime/files/file_descriptor.hpp"

#include <unistd.h>

namespace hg {

FileDescriptor::~FileDescriptor() {
    if (number_ >= 0) close(number_);
}

}  // namespace hg
