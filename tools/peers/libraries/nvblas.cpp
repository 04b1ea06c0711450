// NVBLAS, which stands in for a Fortran BLAS and sends large calls to the devices. It reads its
// settings from a file, once, when it is loaded; so each number of devices has a copy of the library
// with a file of its own.
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>

#include "tools/cli/scratch_folder.hpp"
#include "tools/peers/forms/fortran_call.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/nvidia_library.hpp"
#include <hg/runtime/program/error.hpp>

namespace hgctl {

namespace {

class Nvblas final : public Peer {
  public:
    Nvblas(NvidiaLibrary library, std::filesystem::path file, std::string cpu_library)
        : library_(std::move(library)), file_(std::move(file)), cpu_library_(std::move(cpu_library)) {}

    [[nodiscard]] std::string name() const override { return "nvblas"; }
    [[nodiscard]] std::string runs_on(int devices) const override {
        return cuda_devices_text(*library_.driver, devices);
    }
    void release() override { matrices_.release(); }

    PeerTime run(const ListedCall& call, std::size_t /*variant*/) override {
        library_.driver->use(0);
        require_devices(*library_.driver, call.devices);
        auto* const function = with_devices(call.devices).function<void()>(call.name + "_");
        if (function == nullptr) lacks(call);
        const ListedCall used = matrices_.begin(library_.driver, call);
        std::vector<void*> memory;
        for (const ListedOperand* const operand : used.operands()) memory.push_back(operand->data);
        FortranCall fortran(function, used, memory);
        const auto begin = std::chrono::steady_clock::now();
        fortran.run();
        const auto end = std::chrono::steady_clock::now();
        matrices_.end();
        return {std::chrono::duration<double>(end - begin).count(), std::nullopt};
    }

  private:
    /// The library as it is with one set of devices.
    const SharedLibrary& with_devices(int devices) {
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
        if (!copy.loaded())
            throw hg::Error(hg::ErrorCode::device_failed,
                            "NVBLAS: " + file_.string() + " does not load: " + copy.reason());
        return by_devices_.emplace(devices, copy).first->second;
    }

    NvidiaLibrary library_;
    std::filesystem::path file_;
    std::string cpu_library_;
    ScratchFolder folder_;
    std::map<int, SharedLibrary> by_devices_;
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
