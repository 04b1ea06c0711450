// NVBLAS, which stands in for a Fortran BLAS and sends large calls to the devices. It reads its
// settings from a file, once, when it is loaded; so each number of devices has a copy of the library
// with a file of its own.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "tools/cli/scratch_folder.hpp"
#include "tools/peers/nvidia_library.hpp"
#include "tools/peers/peer.hpp"
#include "tools/peers/routines/routines_by_type.hpp"
#include "tools/workload/rule/wide.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {

template <class T>
using NvblasGemm = void(const char*, const char*, const int*, const int*, const int*, const T*, const T*,
                        const int*, const T*, const int*, const T*, T*, const int*);

/// The library's product in one element type.
template <class T>
struct NvblasProduct {
    NvblasGemm<T>* gemm;

    NvblasProduct(const SharedLibrary& library, const std::string& letter)
        : gemm(library.function<NvblasGemm<T>>((letter + "gemm_").c_str())) {}
    [[nodiscard]] bool complete() const noexcept { return gemm != nullptr; }
};

namespace {

/// The library as it is with one set of devices.
using Loaded = RoutinesByType<NvblasProduct>;

class Nvblas final : public Peer {
  public:
    Nvblas(NvidiaLibrary library, std::filesystem::path file, std::string cpu_library)
        : library_(std::move(library)), file_(std::move(file)), cpu_library_(std::move(cpu_library)) {}

    [[nodiscard]] std::string name() const override { return "nvblas"; }
    [[nodiscard]] std::string runs_on(int devices) const override {
        return cuda_devices_text(*library_.driver, devices);
    }
    void release() override { matrices_.release(); }

    PeerTime multiply(const PeerGemm& call, std::size_t /*variant*/) override {
        library_.driver->use(0);
        require_devices(*library_.driver, call.devices);
        const Loaded& loaded = with_devices(call.devices);
        const PeerGemm used = matrices_.begin(library_.driver, call);
        const auto begin = std::chrono::steady_clock::now();
        loaded.with(call.type, [&](const auto& product) { multiply_by(product, used); });
        const auto end = std::chrono::steady_clock::now();
        matrices_.end();
        return {std::chrono::duration<double>(end - begin).count(), std::nullopt};
    }

  private:
    const Loaded& with_devices(int devices) {
        const auto found = by_devices_.find(devices);
        if (found != by_devices_.end()) return found->second;
        const std::string stem = folder_.path() + "/" + std::to_string(devices);
        std::ofstream settings(stem + ".conf");
        settings << "NVBLAS_LOGFILE " << stem << ".log\nNVBLAS_CPU_BLAS_LIB " << cpu_library_
                 << "\nNVBLAS_GPU_LIST";
        for (int d = 0; d < devices; ++d) settings << ' ' << d;
        settings << "\nNVBLAS_TILE_DIM 2048\nNVBLAS_AUTOPIN_MEM_ENABLED\n";
        settings.close();
        setenv("NVBLAS_CONFIG_FILE", (stem + ".conf").c_str(), 1);
        std::error_code error;
        std::filesystem::copy_file(file_, stem + ".so", error);
        const SharedLibrary copy(stem + ".so");
        const Loaded loaded(copy);
        if (!loaded.complete())
            throw hg::Error(hg::ErrorCode::device_failed,
                            "NVBLAS: " + file_.string() +
                                (copy.loaded() ? " lacks products" : " does not load: " + copy.reason()));
        return by_devices_.emplace(devices, loaded).first->second;
    }

    template <class T>
    static void multiply_by(const NvblasProduct<T>& product, const PeerGemm& call) {
        const char op_a = static_cast<char>(call.op_a);
        const char op_b = static_cast<char>(call.op_b);
        const T alpha = element_of<T>(call.alpha);
        const T beta = element_of<T>(call.beta);
        const int m = static_cast<int>(call.m);
        const int n = static_cast<int>(call.n);
        const int k = static_cast<int>(call.k);
        const int lda = static_cast<int>(call.lda());
        const int ldb = static_cast<int>(call.ldb());
        product.gemm(&op_a, &op_b, &m, &n, &k, &alpha, static_cast<const T*>(call.a), &lda,
                     static_cast<const T*>(call.b), &ldb, &beta, static_cast<T*>(call.c), &m);
    }

    NvidiaLibrary library_;
    std::filesystem::path file_;
    std::string cpu_library_;
    ScratchFolder folder_;
    std::map<int, Loaded> by_devices_;
    NvidiaMatrices matrices_;
};

/// NVBLAS of the same version as cuBLAS, which it needs, in the same folder.
std::filesystem::path nvblas_beside(const SharedLibrary& cublas) {
    const std::filesystem::path file = cublas.path_of("cublasCreate_v2");
    std::string name = file.filename().string();
    const std::string ours = "libcublas";
    if (name.rfind(ours, 0) != 0) return {};
    name.replace(0, ours.size(), "libnvblas");
    std::error_code error;
    const std::filesystem::path beside = file.parent_path() / name;
    return std::filesystem::exists(beside, error) ? beside : std::filesystem::path{};
}

}  // namespace

std::unique_ptr<Peer> load_nvblas(std::string& reason) {
    std::optional<NvidiaLibrary> library = NvidiaLibrary::load_cublas(reason);
    if (!library) return nullptr;
    std::filesystem::path file = nvblas_beside(library->library);
    if (file.empty()) {
        reason = "there is no libnvblas.so beside " + library->library.path_of("cublasCreate_v2");
        return nullptr;
    }
    for (const char* cpu : {"libopenblas.so.0", "libmkl_rt.so.2", "libblas.so.3"})
        if (SharedLibrary(cpu).loaded())
            return std::make_unique<Nvblas>(std::move(*library), std::move(file), cpu);
    reason = "it needs a BLAS for the CPU; none of libopenblas.so.0, libmkl_rt.so.2, libblas.so.3 is there";
    return nullptr;
}

}  // namespace hgctl
