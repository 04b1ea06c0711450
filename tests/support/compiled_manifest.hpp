#pragma once

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace hg::test {

/// An entry of the manifests in kernels/compiled.
struct ListedKernel {
    std::string instruction, digest;
};

inline std::vector<ListedKernel> listed_kernels() {
    std::vector<ListedKernel> kernels;
    for (const auto& file : std::filesystem::directory_iterator(HG_ROOT "/kernels/compiled")) {
        if (file.path().extension() != ".json") continue;
        std::ifstream stream(file.path());
        const nlohmann::json manifest = nlohmann::json::parse(stream);
        for (const nlohmann::json& kernel : manifest.at("kernels"))
            kernels.push_back({kernel.at("instruction"), kernel.at("digest")});
    }
    return kernels;
}

}  // namespace hg::test
