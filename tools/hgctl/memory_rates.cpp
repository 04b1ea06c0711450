#include "tools/hgctl/memory_rates.hpp"

#include <filesystem>

#include "blas/session/model/model_file.hpp"

namespace hgctl {

hg::MemoryRates memory_rates(const OneDevice& device) {
    const std::string& folder = device.options.cache_folder;
    if (folder.empty() || !std::filesystem::exists(std::filesystem::path(folder) / "machine.json")) return {};
    const hg::Machine machine(device.options);
    const hg::kernels::Database none;  // memory's rates are kept by the device alone
    const hg::MachineModel model = hg::ModelFile(folder, machine, none).load();
    return model.devices.empty() ? hg::MemoryRates{} : model.devices.front().memory;
}

}  // namespace hgctl
