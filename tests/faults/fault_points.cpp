// Takes the place of functions that can fail, for all libraries of the process: each counts its calls, and
// fails at the one that is asked for.
#include "faults/fault_points.hpp"

#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <pthread.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include "faults/opencl_points.hpp"

namespace hg::test {
namespace {

struct Range {
    std::uintptr_t begin = 0, end = 0;
};

/// The code whose calls count. Kept without allocations.
struct Callers {
    std::array<Range, 64> ranges;
    std::size_t count = 0;
    bool cpp_library = false;

    [[nodiscard]] bool holds(const void* address) const noexcept {
        const auto place = reinterpret_cast<std::uintptr_t>(address);
        for (std::size_t i = 0; i < count; ++i)
            if (place >= ranges[i].begin && place < ranges[i].end) return true;
        return false;
    }
};

constinit Callers callers;
constinit std::atomic<int> failing{-1};  ///< the kind of fault; -1: none
constinit std::atomic<std::int64_t> reached{0};
constinit std::atomic<std::int64_t> failing_position{0};

/// Whether allocations of this thread count: it is hg's or the caller's, and in no driver.
thread_local constinit bool counts = false;
thread_local constinit int in_driver = 0;

bool is_caller(const char* name, bool cpp_library) noexcept {
    return *name == '\0' || std::strstr(name, "libhg") != nullptr || std::strstr(name, "libtbb") != nullptr ||
           (cpp_library && std::strstr(name, "libstdc++") != nullptr);
}

int add_ranges(dl_phdr_info* object, std::size_t, void* data) noexcept {
    auto& list = *static_cast<Callers*>(data);
    if (!is_caller(object->dlpi_name, list.cpp_library)) return 0;
    for (int i = 0; i < object->dlpi_phnum; ++i) {
        const ElfW(Phdr)& part = object->dlpi_phdr[i];
        if (part.p_type != PT_LOAD || (part.p_flags & PF_X) == 0 || list.count == list.ranges.size())
            continue;
        const std::uintptr_t begin = object->dlpi_addr + part.p_vaddr;
        list.ranges[list.count++] = {begin, begin + part.p_memsz};
    }
    return 0;
}

template <class Function>
Function* next(const char* name) noexcept {
    return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void* allocate(std::size_t bytes, std::size_t alignment, const void* caller) {
    if (counts && in_driver == 0 && fails(Fault::allocation, caller)) throw std::bad_alloc();
    const std::size_t least = std::max<std::size_t>(bytes, 1);
    void* const memory = alignment == 0
                             ? std::malloc(least)
                             : std::aligned_alloc(alignment, (least + alignment - 1) / alignment * alignment);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}

struct ThreadStart {
    void* (*body)(void*);
    void* argument;
};

void* run_counted(void* data) {
    const ThreadStart start = *static_cast<ThreadStart*>(data);
    std::free(data);
    counts = true;
    return start.body(start.argument);
}

/// Whether a thread that is made from here is hg's.
bool is_made_by_hg(const void* caller) noexcept {
    Callers list;
    list.cpp_library = true;
    dl_iterate_phdr(add_ranges, &list);
    return list.holds(caller);
}

}  // namespace

InDriver::InDriver() noexcept {
    ++in_driver;
}
InDriver::~InDriver() {
    --in_driver;
}

void fail_at(Fault fault, std::int64_t position, bool opencl) {
    callers.count = 0;
    callers.cpp_library = !opencl || fault != Fault::allocation;
    dl_iterate_phdr(add_ranges, &callers);
    counts = true;
    reached = 0;
    failing_position = position;
    failing = static_cast<int>(fault);
}

std::int64_t stop_failing() {
    failing = -1;
    return reached;
}

bool fails(Fault fault, const void* caller) noexcept {
    const int kind = failing.load(std::memory_order_relaxed);
    const bool lasts = fault == Fault::allocation && kind == static_cast<int>(Fault::memory);
    if ((kind != static_cast<int>(fault) && !lasts) || !callers.holds(caller)) return false;
    const std::int64_t position = reached++, failing_at = failing_position;
    return position == failing_at || (lasts && failing_at >= 0 && position > failing_at);
}

}  // namespace hg::test

using hg::test::allocate;
using hg::test::fails;
using hg::test::Fault;
using hg::test::next;

void* operator new(std::size_t bytes) {
    return allocate(bytes, 0, __builtin_return_address(0));
}
void* operator new(std::size_t bytes, std::align_val_t alignment) {
    return allocate(bytes, static_cast<std::size_t>(alignment), __builtin_return_address(0));
}
void operator delete(void* memory) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
    std::free(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
    std::free(memory);
}

extern "C" {

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*body)(void*),
                   void* argument) {
    if (fails(Fault::thread, __builtin_return_address(0))) return EAGAIN;
    static auto* const real = next<decltype(pthread_create)>("pthread_create");
    if (!hg::test::is_made_by_hg(__builtin_return_address(0)))
        return real(thread, attributes, body, argument);
    auto* const start = static_cast<hg::test::ThreadStart*>(std::malloc(sizeof(hg::test::ThreadStart)));
    *start = {body, argument};
    const int status = real(thread, attributes, hg::test::run_counted, start);
    if (status != 0) std::free(start);
    return status;
}

// The mode is there if a file may be made; an int too many is no harm.
#define HG_OPEN(name)                                                                \
    int name(const char* path, int flags, ...) {                                     \
        if (fails(Fault::file, __builtin_return_address(0))) return errno = EIO, -1; \
        va_list list;                                                                \
        va_start(list, flags);                                                       \
        const int mode = va_arg(list, int);                                          \
        va_end(list);                                                                \
        static auto* const real = next<int(const char*, int, int)>(#name);           \
        return real(path, flags, mode);                                              \
    }
HG_OPEN(open)
HG_OPEN(open64)

#define HG_FOPEN(name)                                                                    \
    FILE* name(const char* path, const char* mode) {                                      \
        if (fails(Fault::file, __builtin_return_address(0))) return errno = EIO, nullptr; \
        static auto* const real = next<FILE*(const char*, const char*)>(#name);           \
        return real(path, mode);                                                          \
    }
HG_FOPEN(fopen)
HG_FOPEN(fopen64)

int mkostemp(char* path, int flags) {
    if (fails(Fault::file, __builtin_return_address(0))) return errno = EIO, -1;
    static auto* const real = next<int(char*, int)>("mkostemp");
    return real(path, flags);
}

int rename(const char* from, const char* to) noexcept {
    if (fails(Fault::file, __builtin_return_address(0))) return errno = EIO, -1;
    static auto* const real = next<int(const char*, const char*)>("rename");
    return real(from, to);
}

}  // extern "C"
