// NVBLAS, which stands in for a Fortran BLAS and sends large calls to the devices. It reads its
// settings from a file, once, when it is loaded; so each number of devices has a copy of the library
// with a file of its own.
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <memory>

#include "tools/cli/scratch_folder.hpp"
#include "tools/peers/forms/fortran_call.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/nvidia_library.hpp"

namespace hgctl {
namespace {

/// NVBLAS of the same version as cuBLAS, which it needs, in the same folder.
std::filesystem::path nvblas_beside(const SharedLibrary& cublas) {
    const std::filesystem::path file = cublas.path_of("cublasCreate_v2");
    std::string name = file.filename().string();
    const std::string ours = "libcublas";
    std::error_code error;
    if (name.rfind(ours, 0) == 0) {
        name.replace(0, ours.size(), "libnvblas");
        if (std::filesystem::exists(file.parent_path() / name, error)) return file.parent_path() / name;
    }
    fail("there is no libnvblas.so beside " + file.string());
}

class Nvblas final : public NvidiaHostPeer {
  public:
    Nvblas() : NvidiaHostPeer(NvidiaLibrary::cublas()) {}

    [[nodiscard]] std::string name() const override { return "nvblas"; }

  protected:
    std::function<void()> prepare(const ListedCall& call, const std::vector<void*>& operands,
                                  std::size_t /*variant*/) override {
        void (*const function)() = with_devices(call.devices).find(call.name + "_");
        if (function == nullptr) lacks(call);
        return [fortran = std::make_shared<FortranCall>(function, call, operands)] { fortran->run(); };
    }

  private:
    /// The library as it is with one set of devices.
    const SharedLibrary& with_devices(int devices) {
        const auto found = by_devices_.find(devices);
        if (found != by_devices_.end()) return found->second;
        const std::string stem = folder_.path() + "/" + std::to_string(devices);
        std::ofstream settings(stem + ".conf");
        settings << "NVBLAS_LOGFILE " << stem << ".log\nNVBLAS_CPU_BLAS_LIB " << cpu_library_.file()
                 << "\nNVBLAS_GPU_LIST";
        for (int d = 0; d < devices; ++d) settings << ' ' << d;
        settings << "\nNVBLAS_TILE_DIM 2048\nNVBLAS_AUTOPIN_MEM_ENABLED\n";
        settings.close();
        setenv("NVBLAS_CONFIG_FILE", (stem + ".conf").c_str(), 1);
        std::error_code error;
        std::filesystem::copy_file(file_, stem + ".so", error);
        return by_devices_.emplace(devices, stem + ".so").first->second;
    }

    std::filesystem::path file_ = nvblas_beside(library_);
    SharedLibrary cpu_library_{{"libopenblas.so.0", "libmkl_rt.so.2", "libblas.so.3"}};
    ScratchFolder folder_;
    std::map<int, SharedLibrary> by_devices_;
};

}  // namespace

std::unique_ptr<Peer> load_nvblas() {
    return std::make_unique<Nvblas>();
}

}  // namespace hgctl
