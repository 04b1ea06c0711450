#include "runtime/machine/opencl/host_views.hpp"

#include "runtime/machine/device/host_memory.hpp"
#include "runtime/machine/opencl/kernel_launcher.hpp"

namespace hg {

HostView HostViews::open(const cl::Context& context, std::byte* data, std::int64_t bytes,
                         std::int64_t largest_buffer) {
    constexpr std::int64_t kLine = 64;
    std::byte* const begin = start_of_page(data);
    const std::int64_t wanted = (data - begin + bytes + kLine - 1) / kLine * kLine;
    std::erase_if(ranges_, [](const auto& range) { return range.second.memory.expired(); });
    for (const auto& [other, range] : ranges_) {
        if (begin + wanted <= other || other + range.bytes <= begin) continue;
        const bool is_same = other == begin && wanted == range.bytes;
        if (std::shared_ptr<DeviceMemory> memory = range.memory.lock(); memory && is_same)
            return {std::move(memory), other};
        return {};
    }
    if (wanted > largest_buffer) return {};
    auto memory = std::make_shared<OpenClMemory>(
        cl::Buffer(context, CL_MEM_READ_ONLY | CL_MEM_USE_HOST_PTR, static_cast<std::size_t>(wanted), begin));
    ranges_[begin] = {wanted, memory};
    return {std::move(memory), begin};
}

}  // namespace hg
