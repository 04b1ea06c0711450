#include <gtest/gtest.h>

#include <array>

#include "runtime/files/read_file.hpp"
#include "support/expected_error.hpp"
#include "support/odd_files.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::TestFolder;

/// The message of the Error{io} with which the file is refused.
std::string refusal(const std::string& path, std::size_t most = kMostBytesOfAFile) {
    return test::expect_error(ErrorCode::io, {}, [&] { return read_file(path, most); }).message();
}

TEST(ReadFile, GivesAllBytes) {
    const TestFolder folder;
    std::string text(300000, 'x');
    text[7] = '\0';
    for (const std::string& content : {std::string(), std::string("line\n"), text}) {
        std::ofstream(folder.file("a"), std::ios::binary) << content;
        EXPECT_EQ(read_file(folder.file("a")), content);
        EXPECT_EQ(read_existing_file(folder.file("a")), content);
    }
    std::filesystem::create_symlink("a", folder.file("link"));
    EXPECT_EQ(read_file(folder.file("link")), text);
}

TEST(ReadFile, TellsAMissingFileFromOthers) {
    const TestFolder folder;
    EXPECT_FALSE(read_file(folder.file("missing")));
    EXPECT_FALSE(read_file(folder.file("no/such")));
    EXPECT_THROW(static_cast<void>(read_existing_file(folder.file("missing"))), Error);
    std::ofstream(folder.file("a")) << "text";
    EXPECT_NE(refusal(folder.file("a") + "/b").find("Not a directory"), std::string::npos);
}

TEST(ReadFile, RefusesWhatIsNoOrdinaryFileWithoutWaiting) {
    for (const test::OddFile kind : test::odd_files()) {
        const TestFolder folder;
        const std::string path = folder.file("odd");
        test::make(kind, path);
        EXPECT_EQ(refusal(path).find(path + ": "), 0U) << name(kind) << ": " << refusal(path);
    }
    EXPECT_NE(refusal("/").find("is a folder; an ordinary file is needed"), std::string::npos);
    EXPECT_NE(refusal("/dev/zero").find("is a device"), std::string::npos);
}

TEST(ReadFile, RefusesWhatIsTooLong) {
    const TestFolder folder;
    std::ofstream(folder.file("a")) << "12345";
    EXPECT_EQ(read_file(folder.file("a"), 5), "12345");
    EXPECT_NE(refusal(folder.file("a"), 4).find("more than 4 bytes"), std::string::npos);
    // A sparse file takes no room on the disk, but would in memory.
    std::filesystem::resize_file(folder.file("a"), std::uintmax_t{1} << 40);
    EXPECT_NE(refusal(folder.file("a")).find("more than"), std::string::npos);
}

TEST(ReadFile, ReadsPipesThatAreOpen) {
    std::array<int, 2> ends{};
    ASSERT_EQ(pipe(ends.data()), 0);
    ASSERT_EQ(write(ends[1], "program", 7), 7);
    close(ends[1]);
    EXPECT_EQ(read_to_end(ends[0], "-"), "program");
    close(ends[0]);
    EXPECT_THROW(static_cast<void>(read_to_end(ends[0], "-")), Error) << "it is closed";
}

}  // namespace
}  // namespace hg
