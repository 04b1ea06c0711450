#include "tools/peers/nvidia_library.hpp"

#include <oneapi/tbb/blocked_range.h>
#include <oneapi/tbb/parallel_for.h>

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <cstring>
#include <utility>

#include "tools/cli/stopwatch.hpp"

namespace hgctl {
namespace {

constexpr std::size_t kCopyOfAThread = std::size_t{4} << 20;

void copy(void* to, const void* from, std::int64_t bytes) {
    tbb::parallel_for(
        tbb::blocked_range<std::size_t>(0, static_cast<std::size_t>(bytes), kCopyOfAThread),
        [&](const auto& part) {
            std::memcpy(static_cast<std::byte*>(to) + part.begin(),
                        static_cast<const std::byte*>(from) + part.begin(), part.size());
        },
        tbb::static_partitioner());
}

/// CUDA's own folder comes after where the system looks.
std::vector<std::string> files_of(std::string name, const std::vector<int>& versions) {
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    std::vector<std::string> files;
    for (const char* const folder : {"", "/usr/local/cuda/lib64/"}) {
        const std::string file = folder + ("lib" + name + ".so");
        files.push_back(file);
        for (const int version : versions) files.push_back(file + "." + std::to_string(version));
    }
    return files;
}

}  // namespace

NvidiaMatrices::Pinned::Pinned(const CudaDriver& driver, const ListedOperand& operand)
    : driver_(driver), memory_(operand.data), bytes_(operand.bytes()), written_(operand.written) {
    if (bytes_ == 0 || driver_.is_pinned(memory_)) return;
    pinned_here_ = driver_.pin(memory_, bytes_);
    if (!pinned_here_) copy_ = driver_.allocate_pinned(bytes_);
}

NvidiaMatrices::Pinned::~Pinned() {
    if (pinned_here_) driver_.unpin(memory_);
    if (copy_ != nullptr) driver_.free_pinned(copy_);
}

bool NvidiaMatrices::Pinned::is(const ListedOperand& operand) const noexcept {
    return memory_ == operand.data && bytes_ == operand.bytes() && written_ == operand.written;
}

void NvidiaMatrices::Pinned::copy_in() const {
    if (copy_ != nullptr) copy(copy_, memory_, bytes_);
}

void NvidiaMatrices::Pinned::copy_out() const {
    if (copy_ != nullptr) copy(memory_, copy_, bytes_);
}

ListedCall NvidiaMatrices::begin(const ListedCall& call) {
    ListedCall used = call;
    if (!call.pinned) return used;
    std::vector<ListedOperand*> operands = used.operands();
    std::erase_if(operands, [](const ListedOperand* x) { return !x->has_stride(); });
    const bool held =
        std::ranges::equal(held_, operands, [](const Pinned& x, const auto* y) { return x.is(*y); });
    if (!held) {
        release();
        for (const ListedOperand* const x : operands) held_.emplace_back(driver_, *x);
    }
    // No library writes to what its call only reads.
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (!held || held_[i].written()) held_[i].copy_in();
        operands[i]->data = held_[i].data();
    }
    return used;
}

void NvidiaMatrices::end() const {
    for (const Pinned& x : held_)
        if (x.written()) x.copy_out();
}

NvidiaLibrary::NvidiaLibrary(std::string name, const std::vector<int>& versions)
    : SharedLibrary(files_of(name, versions)), name_(std::move(name)) {}

std::string NvidiaLibrary::devices_text(int devices) const {
    return (devices > 1 ? std::to_string(devices) + " x " : "") + driver.device_name(0);
}

void NvidiaLibrary::require_devices(int devices) const {
    if (devices > driver.device_count())
        fail("NVIDIA's driver offers " + std::to_string(driver.device_count()) + " of " +
             std::to_string(devices) + " devices");
}

void NvidiaLibrary::require(int status, const std::string& what) const {
    if (status != 0) fail(name_ + ": " + what + " failed with status " + std::to_string(status));
}

NvidiaHandle NvidiaLibrary::make_handle(const std::string& create, const std::string& destroy) {
    int (*const make)(void**) = need(create);
    int (*const end)(void*) = need(destroy);
    driver.use(0);
    void* handle = nullptr;
    require(make(&handle), create);
    return {handle, end};
}

PeerTime NvidiaHostPeer::run(const ListedCall& call, std::size_t variant) {
    library_.driver.use(0);
    library_.require_devices(call.devices);
    const ListedCall used = matrices_.begin(call);
    std::vector<void*> memory;
    for (const ListedOperand* const operand : used.operands()) memory.push_back(operand->data);
    const std::function<void()> work = prepare(used, memory, variant);
    Stopwatch watch;
    work();
    const double seconds = watch.lap();
    matrices_.end();
    return {seconds, std::nullopt};
}

}  // namespace hgctl
