#include <gtest/gtest.h>

#include <cstddef>
#include <cstring>
#include <utility>
#include <vector>

#include "runtime/machine/copy_threads.hpp"

namespace hg {
namespace {

struct Shape {
    std::int64_t column_bytes;
    std::int64_t columns;
    std::int64_t to_gap;
    std::int64_t from_gap;
    bool streaming;
};

constexpr std::size_t kLargest = std::size_t{8} << 20;

/// Bytes to copy, no two neighbours alike.
const std::vector<std::byte>& pattern() {
    static const std::vector<std::byte> bytes = [] {
        std::vector<std::byte> made(kLargest);
        for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<std::byte>(1 + i % 251);
        return made;
    }();
    return bytes;
}

void expect_copied(CopyThreads& copier, const Shape& s) {
    const std::int64_t to_stride = s.column_bytes + s.to_gap;
    const std::int64_t from_stride = s.column_bytes + s.from_gap;
    const std::byte* from = pattern().data();
    ASSERT_LE(static_cast<std::size_t>(from_stride * s.columns), kLargest);
    std::vector<std::byte> to(static_cast<std::size_t>(to_stride * s.columns), std::byte{255});
    std::vector<std::byte> expected = to;
    for (std::int64_t j = 0; j < s.columns; ++j)
        std::memcpy(expected.data() + j * to_stride, from + j * from_stride,
                    static_cast<std::size_t>(s.column_bytes));
    copier.copy({to.data(), to_stride, from, from_stride, s.column_bytes, s.columns, s.streaming});
    EXPECT_EQ(std::memcmp(to.data(), expected.data(), to.size()), 0)
        << s.column_bytes << " bytes x " << s.columns << " gaps " << s.to_gap << " " << s.from_gap
        << (s.streaming ? ", streaming" : "");
}

TEST(CopyThreads, CopiesColumnsOfAnyShape) {
    for (int threads : {1, 3}) {
        CopyThreads copier(threads);
        for (std::int64_t to_gap : {0, 24})
            for (std::int64_t from_gap : {0, 8})
                for (bool streaming : {false, true})
                    for (const auto& [bytes, columns] :
                         std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 1},
                                                                            {8, 5},
                                                                            {1000, 3000},
                                                                            {70000, 40},
                                                                            {(1 << 20) + 8, 3},
                                                                            {(3 << 20) + 1, 2},
                                                                            {524288, 5}})
                        expect_copied(copier, {bytes, columns, to_gap, from_gap, streaming});
    }
}

TEST(CopyThreads, CopiesNothingWhereThereIsNothing) {
    CopyThreads copier(2);
    copier.copy({});
    std::byte untouched{9};
    copier.copy({&untouched, 8, nullptr, 8, 0, 4});
    EXPECT_EQ(untouched, std::byte{9});
}

}  // namespace
}  // namespace hg
