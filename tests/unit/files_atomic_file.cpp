#include <gtest/gtest.h>
#include <sys/wait.h>

#include <memory>

#include "runtime/files/atomic_file.hpp"
#include "support/expected_error.hpp"
#include "support/odd_files.hpp"
#include "support/small_disk.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

using test::contents;
using test::TestFolder;

mode_t mode_of(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(lstat(path.c_str(), &status), 0) << path;
    return status.st_mode & 07777;
}

/// Those that stand in the folder beside `target`.
std::vector<std::string> temporaries(const TestFolder& folder, const std::string& target) {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
        if (entry.path().filename() != target) names.push_back(entry.path().filename());
    return names;
}

TEST(AtomicFile, AppearsWholeOrNotAtAll) {
    const TestFolder folder;
    const std::string path = folder.file("a.npy");
    {
        AtomicFile file(path);
        file.write("new", 3);
        EXPECT_FALSE(std::filesystem::exists(path));
        file.commit();
        EXPECT_EQ(contents(path), "new");
    }
    {
        AtomicFile dropped(path);
        dropped.write("other", 5);
    }
    EXPECT_EQ(contents(path), "new");
    replace_file(path, "third");
    EXPECT_EQ(contents(path), "third");
    EXPECT_EQ(folder.entries(), 1) << "no temporary file stays";
}

TEST(AtomicFile, HasATemporaryNameThatCannotBeForeseen) {
    const TestFolder folder;
    const std::string path = folder.file("a.npy");
    const AtomicFile first(path);
    const AtomicFile second(path);
    const std::vector<std::string> names = temporaries(folder, "a.npy");
    ASSERT_EQ(names.size(), 2U);
    for (const std::string& name : names) {
        EXPECT_EQ(name.find(".a.npy.part-"), 0U) << name;
        EXPECT_NE(name.find("-" + std::to_string(getpid()) + "-"), std::string::npos) << name;
    }
    // The last part is random; the process alone could be guessed.
    EXPECT_NE(names[0].substr(names[0].size() - 16), names[1].substr(names[1].size() - 16));
}

TEST(AtomicFile, FollowsNoLinkThatIsPlanted) {
    const TestFolder folder;
    const std::string victim = folder.file("victim");
    std::ofstream(victim) << "precious";
    const std::string process = std::to_string(getpid());
    for (const std::string& name : {".C.part-" + process, "C." + process, "C." + process + ".tmp"})
        std::filesystem::create_symlink(victim, folder.file(name));
    replace_file(folder.file("C"), "result");
    EXPECT_EQ(contents(folder.file("C")), "result");
    EXPECT_EQ(contents(victim), "precious");
}

TEST(AtomicFile, KeepsTheModeOfWhatItReplaces) {
    const TestFolder folder;
    const std::string path = folder.file("a");
    const mode_t before = umask(027);
    replace_file(path, "new");
    EXPECT_EQ(mode_of(path), 0640U) << "a new one's is the umask's";
    for (const mode_t mode : {0600U, 0664U, 0444U}) {
        ASSERT_EQ(chmod(path.c_str(), mode), 0);
        replace_file(path, "text");
        EXPECT_EQ(mode_of(path), mode);
    }
    // Nobody reads a private file while it is being replaced.
    ASSERT_EQ(chmod(path.c_str(), 0600), 0);
    const AtomicFile file(path);
    EXPECT_EQ(mode_of(folder.file(temporaries(folder, "a").at(0))), 0600U);
    umask(before);
}

TEST(AtomicFile, PutsNothingInThePlaceOfWhatIsNoFile) {
    for (const test::OddFile kind : test::odd_files()) {
        const TestFolder folder;
        const std::string path = folder.file("odd");
        test::make(kind, path);
        const auto type = std::filesystem::symlink_status(path).type();
        EXPECT_THROW(require_writable(path), Error) << name(kind);
        EXPECT_THROW(replace_file(path, "text"), Error) << name(kind);
        EXPECT_EQ(std::filesystem::symlink_status(path).type(), type) << name(kind);
        EXPECT_EQ(folder.entries(), 1) << name(kind);
    }
}

TEST(AtomicFile, RefusesASymbolicLinkAndSaysSo) {
    const TestFolder folder;
    std::ofstream(folder.file("real")) << "precious";
    std::filesystem::create_symlink("real", folder.file("link"));
    test::expect_error(ErrorCode::io, {"symbolic link"}, [&] { require_writable(folder.file("link")); });
    EXPECT_EQ(contents(folder.file("real")), "precious");
    // Folders on the way may be links.
    std::filesystem::create_directory_symlink(folder.path(), folder.file("way"));
    replace_file(folder.file("way/real"), "new");
    EXPECT_EQ(contents(folder.file("real")), "new");
}

TEST(AtomicFile, KnowsBeforehandWhatCannotBeWritten) {
    const TestFolder folder;
    std::ofstream(folder.file("a")) << "text";
    for (const std::string& path : {std::string(), folder.path() + "/", folder.file("no/such"),
                                    folder.file("a/b"), folder.file(std::string(256, 'x'))}) {
        EXPECT_THROW(require_writable(path), Error) << path;
        EXPECT_THROW(replace_file(path, "text"), Error) << path;
    }
    // Only asked: a device that was replaced would be gone for everyone.
    EXPECT_THROW(require_writable("/dev/full"), Error);
    // The longest name that there can be leaves none longer for the temporary one.
    const std::string longest = folder.file(std::string(255, 'x'));
    require_writable(longest);
    replace_file(longest, "text");
    EXPECT_EQ(contents(longest), "text");
}

TEST(AtomicFile, LeavesTheOldFileIfTheDiskIsFull) {
    const TestFolder folder;
    const std::string path = folder.file("a");
    replace_file(path, "old");
    {
        const test::SmallDisk disk(100);
        EXPECT_THROW(replace_file(path, std::string(200, 'x')), Error);
    }
    EXPECT_EQ(contents(path), "old");
    EXPECT_EQ(folder.entries(), 1);
}

TEST(TemporaryNames, AreRemovedWhileTheyLast) {
    const TestFolder folder;
    {
        AtomicFile file(folder.file("a"));
        file.write("part", 4);
        ASSERT_EQ(folder.entries(), 1);
        remove_temporary_files();
        EXPECT_EQ(folder.entries(), 0);
    }
    std::filesystem::create_directory(folder.file("scratch"));
    for (int i = 0; i < 300; ++i) std::ofstream(folder.file("scratch/" + std::to_string(i) + ".kernel")) << i;
    {
        const TemporaryName name(folder.file("scratch"), TemporaryName::Kind::folder);
        remove_temporary_files();
        EXPECT_EQ(folder.entries(), 0);
    }
    std::ofstream(folder.file("kept")) << "text";
    { const TemporaryName name(folder.file("kept")); }
    remove_temporary_files();
    EXPECT_EQ(folder.entries(), 1) << "it is no longer temporary";
}

TEST(TemporaryNames, BelongToOneProcess) {
    const TestFolder folder;
    const AtomicFile file(folder.file("a"));
    const pid_t child = fork();
    if (child == 0) {
        remove_temporary_files();
        _exit(0);
    }
    int status = 0;
    ASSERT_EQ(waitpid(child, &status, 0), child);
    EXPECT_EQ(folder.entries(), 1);
}

TEST(TemporaryNames, MayBeMoreThanAreKept) {
    const TestFolder folder;
    std::vector<std::unique_ptr<AtomicFile>> files;
    for (int i = 0; i < 200; ++i)
        files.push_back(std::make_unique<AtomicFile>(folder.file(std::to_string(i))));
    for (const auto& file : files) file->commit();
    EXPECT_EQ(folder.entries(), 200);
}

}  // namespace
}  // namespace hg
