#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

#include "runtime/machine/staging/copy_threads.hpp"
#include "runtime/machine/staging/page_population.hpp"

namespace hg {
namespace {

/// Memory of the system that nobody has written yet.
class FreshMemory {
  public:
    explicit FreshMemory(std::size_t bytes) : bytes_(bytes) {
        void* const memory = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (memory != MAP_FAILED) data_ = static_cast<std::byte*>(memory);
    }
    ~FreshMemory() {
        if (data_) munmap(data_, bytes_);
    }
    FreshMemory(const FreshMemory&) = delete;
    FreshMemory& operator=(const FreshMemory&) = delete;
    [[nodiscard]] std::byte* data() const { return data_; }
    /// Share of its pages that it has.
    [[nodiscard]] double resident() const {
        const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
        std::vector<unsigned char> pages(bytes_ / page);
        EXPECT_EQ(mincore(data_, bytes_, pages.data()), 0);
        const auto there = std::count_if(pages.begin(), pages.end(), [](unsigned char p) { return p & 1; });
        return static_cast<double>(there) / static_cast<double>(pages.size());
    }

  private:
    std::size_t bytes_;
    std::byte* data_ = nullptr;
};

void populate(const ColumnCopy& copy, CopyThreads& threads) {
    ColumnJob job(copy, threads, populate_pages);
    threads.begin(job);
    threads.finish(job);
}

constexpr std::int64_t kBytes = std::int64_t{8} << 20;

TEST(PagePopulation, GetsThePagesOfACopyAndChangesNothing) {
#ifndef MADV_POPULATE_WRITE
    GTEST_SKIP() << "this system has no call for it";
#endif
    CopyThreads threads(2);
    for (const std::int64_t columns : {1, 16, 1024}) {
        const FreshMemory memory(kBytes);
        ASSERT_NE(memory.data(), nullptr);
        memory.data()[kBytes - 1] = std::byte{5};
        const std::int64_t stride = kBytes / columns;
        const ColumnCopy copy{
            .to = memory.data(), .to_stride = stride, .column_bytes = stride - 40, .columns = columns};
        EXPECT_TRUE(lacks_pages(copy));
        populate(copy, threads);
        if (memory.resident() < 1) GTEST_SKIP() << "this kernel is older than the call";
        EXPECT_FALSE(lacks_pages(copy));
        EXPECT_EQ(memory.data()[0], std::byte{0});
        EXPECT_EQ(memory.data()[kBytes - 1], std::byte{5});
    }
}

TEST(PagePopulation, LeavesAloneWhatTheCopyDoesNotTouch) {
    CopyThreads threads(2);
    const FreshMemory memory(kBytes);
    ASSERT_NE(memory.data(), nullptr);
    // Large pages would come with all their neighbours.
    ASSERT_EQ(madvise(memory.data(), kBytes, MADV_NOHUGEPAGE), 0);
    populate({.to = memory.data(), .to_stride = kBytes / 16, .column_bytes = 5000, .columns = 16}, threads);
    EXPECT_LT(memory.resident(), 0.1);
}

TEST(PagePopulation, NothingNeedsNoPages) {
    EXPECT_FALSE(lacks_pages({}));
}

}  // namespace
}  // namespace hg
