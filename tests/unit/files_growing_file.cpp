#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "runtime/files/atomic_file.hpp"
#include "runtime/files/growing_file.hpp"
#include "tests/support/odd_files.hpp"
#include "tests/support/small_disk.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr std::size_t kNoLimit = 1 << 20;

GrowingFile list_at(const std::string& path, std::size_t most_bytes = kNoLimit) {
    return {path, {"[", ",", "\n]\n"}, most_bytes};
}

/// Without spaces and ends of lines, which mean nothing.
std::string text_of(const std::string& path) {
    std::string text = test::contents(path);
    std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
    return text;
}

TEST(GrowingFile, IsWholeAfterEachPieceAndStaysTheSameFile) {
    const test::TestFolder folder;
    const std::string path = folder.file("list");
    replace_file(path, "old");
    GrowingFile file = list_at(path);
    EXPECT_EQ(test::contents(path), "old");
    file.append("1");
    EXPECT_EQ(text_of(path), "[1]");
    struct stat first {};
    ASSERT_EQ(stat(path.c_str(), &first), 0);
    file.append("2");
    EXPECT_EQ(text_of(path), "[1,2]");
    file.append("3");
    EXPECT_EQ(text_of(path), "[1,2,3]");
    struct stat last {};
    ASSERT_EQ(stat(path.c_str(), &last), 0);
    EXPECT_EQ(first.st_ino, last.st_ino) << "nothing is written twice";
    EXPECT_EQ(folder.entries(), 1);
}

TEST(GrowingFile, HasNoTailOnTwoPages) {
    const test::TestFolder folder;
    for (std::size_t bytes = 4088; bytes < 4100; ++bytes) {
        const std::string path = folder.file(std::to_string(bytes));
        GrowingFile file = list_at(path);
        for (int piece = 0; piece < 2; ++piece) {
            file.append(std::string(bytes, 'x'));
            const std::size_t size = test::contents(path).size();
            EXPECT_EQ((size - 3) / 4096, (size - 1) / 4096) << bytes;
        }
    }
}

TEST(GrowingFile, IsAsItWasAfterAPieceThatTheDiskCannotHold) {
    const test::TestFolder folder;
    const std::string path = folder.file("list");
    GrowingFile file = list_at(path);
    file.append("1");
    const std::string before = test::contents(path);
    {
        const test::SmallDisk disk(before.size() + 10);
        EXPECT_THROW(file.append(std::string(100, '2')), Error);
    }
    EXPECT_EQ(test::contents(path), before);
    file.append("2");
    EXPECT_EQ(text_of(path), "[1,2]");
}

TEST(GrowingFile, GrowsToItsLimit) {
    const test::TestFolder folder;
    const std::string path = folder.file("list");
    GrowingFile file = list_at(path, 100);
    EXPECT_THROW(file.append(std::string(97, '1')), Error);
    EXPECT_EQ(folder.entries(), 0);
    file.append(std::string(40, '1'));
    file.append(std::string(40, '2'));
    const std::string before = test::contents(path);
    EXPECT_THROW(file.append(std::string(40, '3')), Error);
    EXPECT_EQ(test::contents(path), before);
}

TEST(GrowingFile, LeavesAFileThatIsAnothersAlone) {
    const test::TestFolder folder;
    const std::string path = folder.file("list");
    for (const bool changed : {false, true}) {
        GrowingFile file = list_at(path);
        file.append("1");
        if (changed)
            EXPECT_EQ(truncate(path.c_str(), 2), 0);
        else
            replace_file(path, "another");
        const std::string before = test::contents(path);
        EXPECT_FALSE(file.begins());
        EXPECT_THROW(file.append("2"), Error);
        EXPECT_EQ(test::contents(path), before);
    }
}

TEST(GrowingFile, BeginsAnewIfItWasRemoved) {
    const test::TestFolder folder;
    const std::string path = folder.file("list");
    GrowingFile file = list_at(path);
    EXPECT_TRUE(file.begins());
    file.append("1");
    EXPECT_FALSE(file.begins());
    std::filesystem::rename(path, folder.file("kept"));
    EXPECT_TRUE(file.begins());
    file.append("2");
    EXPECT_EQ(text_of(path), "[2]");
    EXPECT_EQ(text_of(folder.file("kept")), "[1]");
}

TEST(GrowingFile, FollowsNoLink) {
    const test::TestFolder folder;
    const std::string path = folder.file("list");
    GrowingFile file = list_at(path);
    file.append("1");
    std::filesystem::rename(path, folder.file("moved"));
    std::filesystem::create_symlink(folder.file("moved"), path);
    EXPECT_THROW(file.append("2"), Error);
    EXPECT_EQ(text_of(folder.file("moved")), "[1]");
}

}  // namespace
}  // namespace hg
