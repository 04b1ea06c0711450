#include "interfaces/dropin/next_symbol.hpp"

#include <dlfcn.h>
#include <link.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "interfaces/dropin/settings.hpp"

namespace hg::dropin {
namespace {

const void* base_of(const void* address) noexcept {
    Dl_info info{};
    return dladdr(address, &info) == 0 ? nullptr : info.dli_fbase;
}

bool is_own(const void* address) noexcept {
    return base_of(address) == base_of(reinterpret_cast<const void*>(&find_next));
}

/// Returns the symbol in a library or its dependencies, or null if there is none or it is this library's own.
void* find_in(void* library, const char* name) noexcept {
    void* const symbol = library == nullptr ? nullptr : dlsym(library, name);
    return symbol == nullptr || is_own(symbol) ? nullptr : symbol;
}

void* find_named(std::string_view list, const char* name) {
    while (!list.empty()) {
        const std::string file(list.substr(0, list.find(':')));
        list.remove_prefix(std::min(file.size() + 1, list.size()));
        if (file.empty()) continue;
        void* const library = dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
        if (library == nullptr)
            warn_once(Warning::cpu_blas, (std::string("HG_CPU_BLAS: ") + dlerror()).c_str());
        if (void* const symbol = find_in(library, name)) return symbol;
    }
    return nullptr;
}

/// Returns true if this library is in the program's search order; false if it was loaded with RTLD_LOCAL.
bool is_in_search_order() noexcept {
    void* const program = dlopen(nullptr, RTLD_LAZY);
    return program != nullptr && is_own(dlsym(program, "hgblas_version"));
}

/// The files of the objects that the process has loaded, in search order. If this library is in the search
/// order, only those behind it: objects before it may wrap the routines and call this library.
std::vector<std::string> files_behind() {
    std::vector<std::string> files;
    dl_iterate_phdr(
        [](dl_phdr_info* object, std::size_t, void* list) {
            static_cast<std::vector<std::string>*>(list)->emplace_back(object->dlpi_name);
            return 0;
        },
        &files);
    if (!is_in_search_order()) return files;
    Dl_info info{};
    void* own = nullptr;
    if (dladdr1(reinterpret_cast<const void*>(&find_next), &info, &own, RTLD_DL_LINKMAP) == 0) return {};
    const auto at = std::find(files.begin(), files.end(), static_cast<const link_map*>(own)->l_name);
    files.erase(files.begin(), at);
    return files;
}

void* find_loaded(const char* name) {
    for (const std::string& file : files_behind()) {
        if (file.empty()) continue;
        void* const library = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
        void* const symbol = find_in(library, name);
        if (library != nullptr) dlclose(library);
        if (symbol != nullptr) return symbol;
    }
    return nullptr;
}

}  // namespace

void* find_next(const char* name) noexcept {
    try {
        const std::string_view named = settings().cpu_blas;
        if (named == "none") return nullptr;
        if (void* const symbol = find_named(named, name)) return symbol;
        if (void* const symbol = dlsym(RTLD_NEXT, name)) return symbol;
        return find_loaded(name);
    } catch (const std::bad_alloc&) {
        return nullptr;
    }
}

}  // namespace hg::dropin
