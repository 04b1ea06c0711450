#include "kernels/cpu/find_cpu_blas.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <new>
#include <utility>
#include <vector>

#include "kernels/cpu/cpu_blas_call.hpp"
#include "kernels/cpu/plain_blas.hpp"
#include "runtime/program/base/environment_variable.hpp"
#include "runtime/program/base/immortal.hpp"

#ifdef HG_LINKED_BLAS
// Named here so that a linker that leaves out what nothing refers to keeps the library, and
// takes the routines from an archive; their addresses are looked up, as these names may have
// been taken by another library.
extern "C" {
void dasum_();
void dgemm_(), sgemm_(), zgemm_(), cgemm_();
void dtrsm_(), strsm_(), ztrsm_(), ctrsm_();
void dtrmm_(), strmm_(), ztrmm_(), ctrmm_();
void dsymm_(), ssymm_(), zsymm_(), csymm_();
void zhemm_(), chemm_();
void dsyrk_(), ssyrk_(), zsyrk_(), csyrk_();
void zherk_(), cherk_();
void dsyr2k_(), ssyr2k_(), zsyr2k_(), csyr2k_();
void zher2k_(), cher2k_();
void dgetrf_(), sgetrf_(), zgetrf_(), cgetrf_();
void dgetrs_(), sgetrs_(), zgetrs_(), cgetrs_();
void dgesv_(), sgesv_(), zgesv_(), cgesv_();
void dpotrf_(), spotrf_(), zpotrf_(), cpotrf_();
void dpotrs_(), spotrs_(), zpotrs_(), cpotrs_();
void dposv_(), sposv_(), zposv_(), cposv_();
void dpotri_(), spotri_(), zpotri_(), cpotri_();
void dgeqrf_(), sgeqrf_(), zgeqrf_(), cgeqrf_();
void dormqr_(), sormqr_(), zunmqr_(), cunmqr_();
void dorgqr_(), sorgqr_(), zungqr_(), cungqr_();
void dgels_(), sgels_(), zgels_(), cgels_();
}
#endif

namespace hg::kernels {
namespace {

#ifdef HG_LINKED_BLAS
[[gnu::used]] const std::array kLinked{
    &dasum_,  &dgemm_,  &sgemm_,  &zgemm_,  &cgemm_,  &ztrsm_,  &ctrsm_,  &ztrmm_,  &ctrmm_,  &zsymm_,
    &csymm_,  &zhemm_,  &chemm_,  &zsyrk_,  &csyrk_,  &zherk_,  &cherk_,  &zsyr2k_, &csyr2k_, &zher2k_,
    &cher2k_, &dtrsm_,  &strsm_,  &dtrmm_,  &strmm_,  &dsymm_,  &ssymm_,  &dsyrk_,  &ssyrk_,  &dsyr2k_,
    &ssyr2k_, &dgetrf_, &sgetrf_, &dgetrs_, &sgetrs_, &dgesv_,  &sgesv_,  &dpotrf_, &spotrf_, &dpotri_,
    &spotri_, &dpotrs_, &spotrs_, &dposv_,  &sposv_,  &zgetrf_, &cgetrf_, &zgetrs_, &cgetrs_, &zgesv_,
    &cgesv_,  &zpotrf_, &cpotrf_, &zpotri_, &cpotri_, &zpotrs_, &cpotrs_, &zposv_,  &cposv_,  &dgeqrf_,
    &sgeqrf_, &dormqr_, &sormqr_, &dorgqr_, &sorgqr_, &dgels_,  &sgels_,  &zgeqrf_, &cgeqrf_, &zunmqr_,
    &cunmqr_, &zungqr_, &cungqr_, &zgels_,  &cgels_};
#endif

const void* own_address() {
    return reinterpret_cast<const void*>(&cpu_blas);
}

/// The object that holds an address, as dlopen names it; null if it can't be had.
void* object_of(const void* address) {
    Dl_info info{};
    void* extra = nullptr;
    if (dladdr1(address, &info, &extra, RTLD_DL_LINKMAP) == 0) return nullptr;
    // The name of the program itself is empty; null stands for it.
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

/// Names of the libraries in a list with colons.
std::vector<std::string> names_in(std::string_view list) {
    std::vector<std::string> names;
    while (!list.empty()) {
        const std::size_t end = std::min(list.find(':'), list.size());
        if (end > 0) names.emplace_back(list.substr(0, end));
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return names;
}

void add(std::string& faults, const std::string& fault) {
    faults += (faults.empty() ? "" : "; ") + fault;
}

/// Libraries in the order in which they are asked for routines. They stay open as long as the process.
class Libraries {
  public:
    /// Those that this one was linked with. A look-up in its own handle sees what it was linked with and
    /// nothing that was loaded before it.
    void add_linked() {
        if (void* own = object_of(own_address())) accept(own, "the library that hg was linked with");
    }

    void add_named(const std::string& name) {
        if (void* handle = dlopen(name.c_str(), RTLD_NOW | RTLD_LOCAL))
            accept(handle, name);
        else
            add(fault_, dlerror());
    }

    [[nodiscard]] bool empty() const noexcept { return handles_.empty(); }
    [[nodiscard]] const std::string& fault() const noexcept { return fault_; }

    /// Null if no library has it.
    [[nodiscard]] void* find(const std::string& symbol) const {
        for (void* handle : handles_)
            if (void* address = dlsym(handle, symbol.c_str());
                address != nullptr && (is_linked_in(address) || !is_built_on_hg(address)))
                return address;
        return nullptr;
    }

  private:
    /// A BLAS from an archive is part of hg's own library.
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

template <class F>
void take(F*& routine, const Libraries& libraries, const std::string& symbol) {
    if (void* address = libraries.find(symbol)) routine = reinterpret_cast<F*>(address);
}

template <class T>
void take_level3(CpuLevel3Routines<T>& routines, const Libraries& libraries, const std::string& letter) {
    take(routines.gemm, libraries, letter + "gemm_");
    take(routines.trsm, libraries, letter + "trsm_");
    take(routines.trmm, libraries, letter + "trmm_");
    take(routines.symm, libraries, letter + "symm_");
    take(routines.syrk, libraries, letter + "syrk_");
    take(routines.syr2k, libraries, letter + "syr2k_");
}

/// `q`: what the names of routines begin with that take Q, the letter with "or" or "un".
template <class T>
void take_qr(CpuQrRoutines<T>& routines, const Libraries& libraries, const std::string& letter,
             const std::string& q) {
    take(routines.geqrf, libraries, letter + "geqrf_");
    take(routines.ormqr, libraries, q + "mqr_");
    take(routines.orgqr, libraries, q + "gqr_");
    take(routines.gels, libraries, letter + "gels_");
}

/// `real`: the letter of complex elements' precision, which routines with real numbers have in their names, too.
template <class T>
void take_blas(CpuBlasRoutines<T>& routines, const Libraries& libraries, const std::string& letter,
               const std::string& real = "") {
    take_level3(routines, libraries, letter);
    take(routines.copy, libraries, letter + "copy_");
    take(routines.swap, libraries, letter + "swap_");
    take(routines.scal, libraries, letter + "scal_");
    take(routines.axpy, libraries, letter + "axpy_");
    take(routines.rot, libraries, letter + real + "rot_");
    take(routines.nrm2, libraries, real + letter + "nrm2_");
    take(routines.iamax, libraries, "i" + letter + "amax_");
    take(routines.gemv, libraries, letter + "gemv_");
    take(routines.trmv, libraries, letter + "trmv_");
    take(routines.trsv, libraries, letter + "trsv_");
}

template <class T>
void take_factors(CpuFactorRoutines<T>& routines, const Libraries& libraries, const std::string& letter,
                  const std::string& real = "") {
    take_blas(routines, libraries, letter, real);
    take(routines.getrf, libraries, letter + "getrf_");
    take(routines.getrs, libraries, letter + "getrs_");
    take(routines.gesv, libraries, letter + "gesv_");
    take(routines.potrf, libraries, letter + "potrf_");
    take(routines.potrs, libraries, letter + "potrs_");
    take(routines.posv, libraries, letter + "posv_");
    take(routines.potri, libraries, letter + "potri_");
}

template <class T>
CpuRoutines<T> routines_of(const Libraries& libraries, const std::string& letter) {
    CpuRoutines<T> routines = plain_routines<T>();
    take_factors(routines, libraries, letter);
    take(routines.asum, libraries, letter + "asum_");
    take(routines.dot, libraries, letter + "dot_");
    take(routines.ger, libraries, letter + "ger_");
    take(routines.symv, libraries, letter + "symv_");
    take(routines.syr, libraries, letter + "syr_");
    take(routines.syr2, libraries, letter + "syr2_");
    take_qr(routines, libraries, letter, letter + "or");
    return routines;
}

/// If the one that the libraries have is as it should be; else hg's own serves.
template <class F>
void take_if(bool (*is_good)(const void*), F*& routine, const Libraries& libraries,
             const std::string& symbol) {
    const void* address = libraries.find(symbol);
    if (address != nullptr && is_good(address)) take(routine, libraries, symbol);
}

template <class T>
bool returns_its_value(const void* dot) {
    return !returns_by_argument<T>(dot);
}

template <class T>
CpuComplexRoutines<T> complex_routines_of(const Libraries& libraries, const std::string& letter,
                                          const std::string& real) {
    CpuComplexRoutines<T> routines = plain_complex_routines<T>();
    take_factors(routines, libraries, letter, real);
    take(routines.real_scal, libraries, letter + real + "scal_");
    take_if(sums_magnitudes<T>, routines.asum, libraries, real + letter + "asum_");
    take_if(returns_its_value<T>, routines.dotu, libraries, letter + "dotu_");
    take_if(returns_its_value<T>, routines.dotc, libraries, letter + "dotc_");
    take(routines.geru, libraries, letter + "geru_");
    take(routines.gerc, libraries, letter + "gerc_");
    take(routines.hemv, libraries, letter + "hemv_");
    take(routines.her, libraries, letter + "her_");
    take(routines.her2, libraries, letter + "her2_");
    take(routines.hemm, libraries, letter + "hemm_");
    take(routines.herk, libraries, letter + "herk_");
    take(routines.her2k, libraries, letter + "her2k_");
    take_qr(routines, libraries, letter, letter + "un");
    return routines;
}

Libraries libraries_for(std::string_view wanted) {
    Libraries libraries;
    if (wanted == "none") return libraries;
    for (const std::string& name : names_in(wanted)) libraries.add_named(name);
    if (libraries.empty()) libraries.add_linked();
    return libraries;
}

}  // namespace

bool is_built_on_hg(const void* address) noexcept {
    Dl_info own{};
    if (dladdr(own_address(), &own) == 0 || own.dli_sname == nullptr) return false;
    if (base_of(address) == own.dli_fbase) return true;
    void* object = object_of(address);
    if (object == nullptr) return false;
    // Only what is linked with hg sees hg's own symbols through its handle; libhgblas.so loads hg
    // when it needs it.
    const void* drop_in = dlsym(object, "hgblas_version");
    return dlsym(object, own.dli_sname) != nullptr ||
           (drop_in != nullptr && base_of(drop_in) == base_of(address));
}

bool has_64_bit_integers(const void* dasum) noexcept {
    // One element if integers have 32 bits. If they have 64, a negative number of elements, whose sum is 0.
    const std::int64_t count = -(std::int64_t{1} << 32) + 1;
    const std::int64_t step = 1;
    const double x = 1;
    using Dasum = double(const std::int64_t*, const double*, const std::int64_t*);
    return reinterpret_cast<Dasum*>(const_cast<void*>(dasum))(&count, &x, &step) == 0;
}

template <class T>
bool returns_by_argument(const void* dot) noexcept {
    // If there is such an argument, 1 is left in it. If not, it is taken for the count, which is 0: nothing is read.
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
    // Counts of all remainders by the elements that vector instructions take at once. Sums of whole numbers are exact.
    std::array<T, 80> x{};
    PartOf<T> sum = 0;
    const int step = 1;
    for (int n = 0; n < static_cast<int>(x.size());) {
        T& next = x[static_cast<std::size_t>(n)];
        next = {static_cast<PartOf<T>>(n % 3 - 1), static_cast<PartOf<T>>(n % 7 - 3)};
        sum += magnitude(next);
        ++n;
        using Asum = typename CpuBlasRoutines<T>::Asum;
        if (reinterpret_cast<Asum*>(const_cast<void*>(asum))(&n, x.data(), &step) != sum) return false;
    }
    return true;
}

template bool sums_magnitudes<std::complex<double>>(const void*) noexcept;
template bool sums_magnitudes<std::complex<float>>(const void*) noexcept;

CpuBlas find_cpu_blas(std::string_view wanted) {
    const Libraries libraries = libraries_for(wanted);
    CpuBlas blas{routines_of<double>(libraries, "d"),
                 routines_of<float>(libraries, "s"),
                 complex_routines_of<std::complex<double>>(libraries, "z", "d"),
                 complex_routines_of<std::complex<float>>(libraries, "c", "s"),
                 {},
                 libraries.fault()};
    if (const void* gemm = libraries.find("dgemm_")) blas.library = file_of(gemm);
    if (!blas.fault.empty())
        blas.fault +=
            blas.library.empty() ? "; hg's own plain routines serve" : "; " + blas.library + " serves";
    return blas;
}

namespace {

/// Finds the CPU's BLAS once. Never destroyed: destructors of other libraries may still multiply. Without a
/// lock: a child made by fork while another thread looks for it would wait for that thread.
const CpuBlas& found_once() {
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

}  // namespace

const CpuBlas& cpu_blas() noexcept {
    try {
        return found_once();
    } catch (const std::bad_alloc&) {
        // Right, and slow: the next call looks again.
        static const Immortal<CpuBlas> plain(CpuBlas{plain_routines<double>(),
                                                     plain_routines<float>(),
                                                     plain_complex_routines<std::complex<double>>(),
                                                     plain_complex_routines<std::complex<float>>(),
                                                     {},
                                                     {}});
        return *plain;
    }
}

}  // namespace hg::kernels
