#include "host_blas/find_cpu_blas.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>
#include <vector>

#include "host_blas/cpu_blas_call.hpp"
#include "host_blas/element_arithmetic.hpp"
#include "host_blas/generated/linked_routines.hpp"
#include "host_blas/substitutes.hpp"
#include "runtime/program/base/environment_variable.hpp"
#include "runtime/program/base/no_destructor.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

const void* own_address() {
    return reinterpret_cast<const void*>(&cpu_blas);
}

/// Returns the handle of the object that contains an address; null if there is none.
void* object_of(const void* address) {
    Dl_info info{};
    void* extra = nullptr;
    if (dladdr1(address, &info, &extra, RTLD_DL_LINKMAP) == 0) return nullptr;
    // The program itself has an empty name; dlopen needs null for it.
    const char* name = static_cast<const link_map*>(extra)->l_name;
    return dlopen(*name == '\0' ? nullptr : name, RTLD_LAZY | RTLD_NOLOAD);
}

const void* base_of(const void* address) {
    Dl_info info{};
    return dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

std::string file_of(const void* address) {
    Dl_info info{};
    return dladdr(address, &info) == 0 || info.dli_fname == nullptr ? "" : info.dli_fname;
}

/// The names in a list separated by colons; "none" stands for an empty list.
std::vector<std::string> names_in(std::string_view list) {
    std::vector<std::string> names;
    while (!list.empty() && list != "none") {
        const std::size_t end = std::min(list.find(':'), list.size());
        if (end > 0) names.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return names;
}

void add(std::string& faults, const std::string& fault) {
    faults += (faults.empty() ? "" : "; ") + fault;
}

/// Libraries in the order in which routines are looked up. They remain open until the process ends.
class Libraries {
  public:
    /// Opens the libraries in a list separated by colons, then those with which this library was linked. A
    /// look-up in its own handle finds symbols of these, and none that was loaded before it.
    explicit Libraries(std::string_view wanted) {
        for (const std::string& name : names_in(wanted)) {
            if (void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
                accept(handle, name);
            else
                add(fault_, dlerror());
        }
        // If one of the handles is usable, the other's fault does not matter.
        const std::string of_named = fault_;
        const bool any = !handles_.empty();
        if (void* own = object_of(own_address())) accept(own, "the library that hg was linked with");
        if (any) fault_ = of_named;
    }

    [[nodiscard]] const std::string& fault() const noexcept { return fault_; }

    /// Returns null if no library has the symbol.
    [[nodiscard]] void* find(const std::string& symbol) const {
        for (void* handle : handles_)
            if (void* address = dlsym(handle, symbol.c_str());
                address != nullptr && (is_linked_in(address) || !is_built_on_hg(address)))
                return address;
        return nullptr;
    }

  private:
    /// Returns true if the BLAS was linked statically, so that it is part of hg's own library.
    static bool is_linked_in(const void* address) { return base_of(address) == base_of(own_address()); }

    void accept(void* handle, const std::string& name) {
        const void* gemm = dlsym(handle, "dgemm_");
        if (gemm == nullptr) gemm = dlsym(handle, "dgetrf_");
        const void* dasum = dlsym(handle, "dasum_");
        if (gemm == nullptr)
            add(fault_, name + " has neither dgemm_ nor dgetrf_");
        else if (!is_linked_in(gemm) && is_built_on_hg(gemm))
            add(fault_, name + " is built on hg, which needs another BLAS below it");
        else if (dasum != nullptr && has_64_bit_integers(dasum))
            add(fault_, name + " has integers of 64 bits; hg needs a BLAS with integers of 32 bits");
        else
            handles_.push_back(handle);
    }

    std::vector<void*> handles_;
    std::string fault_;
};

/// Returns true if a routine works correctly; otherwise a substitute is used.
template <class T>
bool is_good(std::string_view symbol, const void* address) {
    if constexpr (!std::is_floating_point_v<T>) {
        if (symbol.ends_with("asum_")) return sums_magnitudes<T>(address);
        if (symbol.ends_with("dotu_") || symbol.ends_with("dotc_")) return !returns_by_argument<T>(address);
    }
    return true;
}

[[noreturn]] void throw_not_found(std::string_view symbol, const std::string& fault) {
    throw Error(ErrorCode::io,
                "hg needs a BLAS and a LAPACK for the CPU and found no " + std::string(symbol) +
                    (fault.empty() ? "" : " (" + fault + ")") +
                    ": install OpenBLAS (Debian: libopenblas0), or name libraries in HG_CPU_BLAS, for "
                    "example libblas.so.3:liblapack.so.3");
}

/// The routines of the libraries, and substitutes.
template <class T>
CpuRoutines<T> routines_of(const Libraries& libraries) {
    CpuRoutines<T> routines = substitutes<T>();
    for_each_routine(routines, [&]<class F>(std::string_view symbol, F*& routine) {
        void* address = libraries.find(std::string(symbol));
        if (address != nullptr && is_good<T>(symbol, address)) routine = reinterpret_cast<F*>(address);
        if (routine == nullptr) throw_not_found(symbol, libraries.fault());
    });
    return routines;
}

}  // namespace

bool is_built_on_hg(const void* address) noexcept {
    Dl_info own{};
    if (dladdr(own_address(), &own) == 0 || own.dli_sname == nullptr) return false;
    if (base_of(address) == own.dli_fbase) return true;
    void* object = object_of(address);
    if (object == nullptr) return false;
    // Only objects that are linked with hg have its symbols in their handles; libhgblas.so loads hg on
    // demand.
    const void* drop_in = dlsym(object, "hgblas_version");
    return dlsym(object, own.dli_sname) != nullptr ||
           (drop_in != nullptr && base_of(drop_in) == base_of(address));
}

bool has_64_bit_integers(const void* dasum) noexcept {
    // One element with 32-bit integers. With 64-bit integers, a negative number of elements, whose sum is 0.
    const std::int64_t count = -(std::int64_t{1} << 32) + 1;
    const std::int64_t step = 1;
    const double x = 1;
    using Dasum = double(const std::int64_t*, const double*, const std::int64_t*);
    return reinterpret_cast<Dasum*>(const_cast<void*>(dasum))(&count, &x, &step) == 0;
}

template <class T>
bool returns_by_argument(const void* dot) noexcept {
    // If there is such an argument, it remains 1. If not, the routine takes it for the count, 0, and reads
    // nothing.
    T result = 0;
    const T x = 1;
    const int one = 1;
    using Dot = void(T*, const int*, const T*, const int*, const T*, const int*);
    reinterpret_cast<Dot*>(const_cast<void*>(dot))(&result, &one, &x, &one, &x, &one);
    return result == x;
}

template bool returns_by_argument<std::complex<double>>(const void*) noexcept;
template bool returns_by_argument<std::complex<float>>(const void*) noexcept;

template <class T>
bool sums_magnitudes(const void* asum) noexcept {
    // Counts with all remainders modulo the number of elements of vector instructions. Sums of integers are
    // exact.
    std::array<T, 80> x{};
    PartOf<T> sum = 0;
    const int step = 1;
    for (int n = 0; n < static_cast<int>(x.size());) {
        T& next = x[static_cast<std::size_t>(n)];
        next = {static_cast<PartOf<T>>(n % 3 - 1), static_cast<PartOf<T>>(n % 7 - 3)};
        sum += magnitude(next);
        ++n;
        using Asum = decltype(CpuRoutines<T>::asum);
        if (reinterpret_cast<Asum>(const_cast<void*>(asum))(&n, x.data(), &step) != sum) return false;
    }
    return true;
}

template bool sums_magnitudes<std::complex<double>>(const void*) noexcept;
template bool sums_magnitudes<std::complex<float>>(const void*) noexcept;

CpuBlas find_cpu_blas(std::string_view wanted) {
    const Libraries libraries(wanted);
    CpuBlas blas{routines_of<double>(libraries),
                 routines_of<float>(libraries),
                 routines_of<std::complex<double>>(libraries),
                 routines_of<std::complex<float>>(libraries),
                 {},
                 libraries.fault()};
    blas.library = file_of(reinterpret_cast<const void*>(blas.f64.gemm));
    if (!blas.fault.empty()) blas.fault += "; " + blas.library + " serves";
    return blas;
}

/// Found once and never destroyed, because destructors of other libraries may still multiply. Without a lock,
/// because a child made by fork() while another thread is searching would wait for that thread.
const CpuBlas& cpu_blas() {
    static constinit std::atomic<const CpuBlas*> found{nullptr};
    if (const CpuBlas* const blas = found.load(std::memory_order_acquire)) return *blas;
    auto made = std::make_unique<const CpuBlas>(find_cpu_blas(environment_variable("HG_CPU_BLAS")));
    const CpuBlas* before = nullptr;
    if (found.compare_exchange_strong(before, made.get())) {
        before = made.release();
        CpuBlasCall::watch_forks();
    }
    return *before;
}

}  // namespace hg
