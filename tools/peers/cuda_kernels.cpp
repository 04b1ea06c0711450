#include "tools/peers/cuda_kernels.hpp"

namespace hgctl {

class CudaKernels::Event {
  public:
    explicit Event(const CudaKernels& kernels) : kernels_(kernels) {
        kernels.require(kernels.make_event_(&event_, 0), "making an event");
    }
    ~Event() { kernels_.end_event_(event_); }
    Event(const Event&) = delete;
    Event& operator=(const Event&) = delete;

    void record() const { kernels_.require(kernels_.record_(event_, nullptr), "recording an event"); }
    void wait() const { kernels_.require(kernels_.await_(event_), "running a kernel"); }
    [[nodiscard]] double seconds_since(const Event& other) const {
        float milliseconds = 0;
        kernels_.require(kernels_.elapsed_(&milliseconds, other.event_, event_), "reading a clock");
        return milliseconds / 1e3;
    }

  private:
    const CudaKernels& kernels_;
    void* event_ = nullptr;
};

void CudaKernels::require(int status, const char* what) const {
    if (status == 0) return;
    const char* name = nullptr;
    if (error_name_(status, &name) != 0 || name == nullptr) name = "an error without a name";
    fail(std::string("NVIDIA's driver: ") + what + " failed: " + name);
}

int CudaKernels::capability(int device) const {
    constexpr int kMajor = 75, kMinor = 76;  // CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_...
    int major = 0, minor = 0;
    require(attribute_(&major, kMajor, device), "asking for a device's compute capability");
    require(attribute_(&minor, kMinor, device), "asking for a device's compute capability");
    return 10 * major + minor;
}

CudaKernels::Kernel::Kernel(const CudaKernels& kernels, const std::string& binary, const std::string& name)
    : kernels_(kernels) {
    kernels.require(kernels.load_(&module_, binary.data()), "loading a kernel");
    if (const int status = kernels.function_(&function_, module_, name.c_str()); status != 0) {
        kernels.unload_(module_);
        kernels.require(status, "finding a kernel");
    }
}

CudaKernels::Kernel::~Kernel() {
    kernels_.unload_(module_);
}

double CudaKernels::Kernel::run(const std::array<unsigned, 3>& grid, const std::array<unsigned, 3>& block,
                                std::vector<void*>& arguments) const {
    const Event start(kernels_), end(kernels_);
    start.record();
    kernels_.require(kernels_.launch_(function_, grid[0], grid[1], grid[2], block[0], block[1], block[2], 0,
                                      nullptr, arguments.data(), nullptr),
                     "launching a kernel");
    end.record();
    end.wait();
    return end.seconds_since(start);
}

CudaKernels::Side CudaKernels::side(const CudaColumns& columns, unsigned type) {
    Side side{.memory_type = type, .pitch = columns.pitch};
    if (type == kHost)
        side.host = columns.memory;
    else
        side.device = reinterpret_cast<unsigned long long>(columns.memory);
    return side;
}

void CudaKernels::copy(const CudaColumns& to, unsigned to_type, const CudaColumns& from, unsigned from_type,
                       std::size_t bytes, std::size_t count) const {
    const Copy plan{side(from, from_type), side(to, to_type), bytes, count};
    require(copy_(&plan), "copying columns");
}

}  // namespace hgctl
