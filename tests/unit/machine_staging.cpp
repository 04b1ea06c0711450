#include <gtest/gtest.h>

#include <cstddef>
#include <vector>

#include "runtime/machine/staging.hpp"

namespace hg {
namespace {

struct Shape {
    std::int64_t column_bytes;
    std::int64_t columns;
    std::int64_t to_gap;
    std::int64_t from_gap;
};

void expect_copied(ColumnCopier& copier, const Shape& s) {
    const std::int64_t to_stride = s.column_bytes + s.to_gap;
    const std::int64_t from_stride = s.column_bytes + s.from_gap;
    std::vector<std::byte> from(static_cast<std::size_t>(from_stride * s.columns));
    for (std::size_t i = 0; i < from.size(); ++i) from[i] = static_cast<std::byte>(1 + i % 251);
    std::vector<std::byte> to(static_cast<std::size_t>(to_stride * s.columns), std::byte{255});
    std::vector<std::byte> expected = to;
    for (std::int64_t j = 0; j < s.columns; ++j)
        for (std::int64_t i = 0; i < s.column_bytes; ++i)
            expected[static_cast<std::size_t>(i + j * to_stride)] =
                from[static_cast<std::size_t>(i + j * from_stride)];
    copier.copy({to.data(), to_stride, from.data(), from_stride, s.column_bytes, s.columns});
    EXPECT_TRUE(to == expected) << s.column_bytes << " bytes x " << s.columns << " gaps " << s.to_gap << " "
                                << s.from_gap;
}

TEST(ColumnCopier, CopiesColumnsOfAnyShape) {
    for (int threads : {1, 3}) {
        ColumnCopier copier(threads);
        for (std::int64_t to_gap : {0, 24})
            for (std::int64_t from_gap : {0, 8})
                for (const auto& [bytes, columns] :
                     std::vector<std::pair<std::int64_t, std::int64_t>>{{1, 1},
                                                                        {8, 5},
                                                                        {1000, 3000},
                                                                        {70000, 40},
                                                                        {(1 << 20) + 8, 3},
                                                                        {(3 << 20) + 1, 2},
                                                                        {524288, 5}})
                    expect_copied(copier, {bytes, columns, to_gap, from_gap});
    }
}

TEST(ColumnCopier, CopiesNothingWhereThereIsNothing) {
    ColumnCopier copier(2);
    copier.copy({});
    std::byte untouched{9};
    copier.copy({&untouched, 8, nullptr, 8, 0, 4});
    EXPECT_EQ(untouched, std::byte{9});
}

}  // namespace
}  // namespace hg
