#include "tools/peers/nvidia_library.hpp"

#include <hg/runtime/program/error.hpp>

namespace hgctl {
namespace {

/// `versions` are those of the file name, newest first; CUDA's own folder comes after where the system looks.
std::optional<NvidiaLibrary> load(const std::string& name, const std::vector<int>& versions,
                                  std::string& reason) {
    const std::string file = "lib" + name + ".so";
    std::vector<std::string> files;
    for (const std::string& folder : {std::string(), std::string("/usr/local/cuda/lib64/")}) {
        files.push_back(folder + file);
        for (const int version : versions) files.push_back(folder + file + "." + std::to_string(version));
    }
    NvidiaLibrary found{SharedLibrary::first_of(files), nullptr};
    if (!found.library.loaded()) {
        reason = found.library.reason();
        return std::nullopt;
    }
    found.driver = CudaDriver::load(reason);
    if (!found.driver) return std::nullopt;
    return found;
}

}  // namespace

std::optional<NvidiaLibrary> NvidiaLibrary::load_cublas(std::string& reason) {
    return load("cublas", {13, 12, 11}, reason);
}

std::optional<NvidiaLibrary> NvidiaLibrary::load_cusolver(std::string& reason) {
    return load("cusolver", {12, 11, 10}, reason);
}

std::optional<NvidiaLibrary> NvidiaLibrary::load_cusparse(std::string& reason) {
    return load("cusparse", {12, 11}, reason);
}

std::string cuda_devices_text(const CudaDriver& driver, int devices) {
    return (devices > 1 ? std::to_string(devices) + " x " : "") + driver.device_name(0);
}

void require_status(int status, const char* library, const char* what) {
    if (status != 0)
        throw hg::Error(hg::ErrorCode::device_failed,
                        std::string(library) + ": " + what + " failed with status " + std::to_string(status));
}

void require_devices(const CudaDriver& driver, int devices) {
    if (devices > driver.device_count())
        throw hg::Error(hg::ErrorCode::device_failed, "NVIDIA's driver offers " +
                                                          std::to_string(driver.device_count()) + " of " +
                                                          std::to_string(devices) + " devices");
}

ListedCall NvidiaMatrices::begin(const std::shared_ptr<CudaDriver>& driver, const ListedCall& call) {
    ListedCall used = call;
    if (!call.pinned) return used;
    std::vector<ListedOperand*> operands = used.operands();
    std::erase_if(operands, [](const ListedOperand* x) { return !x->has_stride(); });
    std::vector<Held> list;
    for (const ListedOperand* const x : operands) list.push_back({x->data, x->bytes(), x->written});
    hold(driver, list);
    for (std::size_t i = 0; i < operands.size(); ++i) operands[i]->data = pinned_[i]->data();
    return used;
}

void NvidiaMatrices::hold(const std::shared_ptr<CudaDriver>& driver, const std::vector<Held>& matrices) {
    const bool held = matrices == matrices_;
    if (!held) {
        release();
        for (const Held& matrix : matrices)
            pinned_.push_back(std::make_unique<CudaPinnedMatrix>(driver, matrix.data, matrix.bytes));
        matrices_ = matrices;
    }
    // No library writes to what its call only reads.
    for (std::size_t i = 0; i < pinned_.size(); ++i)
        if (!held || matrices_[i].written) pinned_[i]->copy_in();
}

void NvidiaMatrices::end() const {
    for (std::size_t i = 0; i < pinned_.size(); ++i)
        if (matrices_[i].written) pinned_[i]->copy_out();
}

void NvidiaMatrices::release() {
    pinned_.clear();
    matrices_.clear();
}

}  // namespace hgctl
