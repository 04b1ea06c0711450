#pragma once

#include <array>
#include <cstdint>

namespace hg::test {

/// Where a call can fail.
enum class Fault {
    allocation,     ///< operator new throws
    memory,         ///< operator new throws from then on
    thread,         ///< pthread_create fails
    file,           ///< a file cannot be opened, made or renamed
    device_memory,  ///< clCreateBuffer fails
    build,          ///< a kernel does not compile
    launch,         ///< a kernel cannot be launched
    transfer,       ///< a transfer cannot be started
    device          ///< a device is lost amid launches and transfers
};

struct FaultName {
    Fault fault;
    const char* name;
    bool on_host;  ///< also met by devices that know no OpenCL
};
inline constexpr std::array<FaultName, 9> kFaults{{{Fault::allocation, "allocation", true},
                                                   {Fault::memory, "memory", true},
                                                   {Fault::thread, "thread", true},
                                                   {Fault::file, "file", true},
                                                   {Fault::device_memory, "device memory", false},
                                                   {Fault::build, "build", false},
                                                   {Fault::launch, "launch", false},
                                                   {Fault::transfer, "transfer", false},
                                                   {Fault::device, "device", false}}};

/// From now on the place of this kind that is reached as number `position`, counted from 0, fails. Only
/// places in hg's libraries and in what they call at once count; with `opencl` not those in the C++ library,
/// which OpenCL's compiler uses too and does not expect to fail.
void fail_at(Fault fault, std::int64_t position, bool opencl);

/// No place fails any more. How many of the kind were reached since fail_at().
std::int64_t stop_failing();

}  // namespace hg::test
