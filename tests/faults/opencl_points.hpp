#pragma once

#include "faults/fault_points.hpp"

namespace hg::test {

/// Counts a place of this kind; true if it is the one that is to fail. `caller` is an address in its caller.
bool fails(Fault fault, const void* caller) noexcept;

/// While it lives, no allocation of this thread fails: a driver is at work, whose compiler may take a
/// function of the C++ library from hg's libraries, and expects no failure.
class InDriver {
  public:
    InDriver() noexcept;
    ~InDriver();
    InDriver(const InDriver&) = delete;
    InDriver& operator=(const InDriver&) = delete;
};

}  // namespace hg::test
