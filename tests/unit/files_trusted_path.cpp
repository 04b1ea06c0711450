#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "runtime/files/cache_folder.hpp"
#include "runtime/files/trusted_path.hpp"
#include "support/odd_files.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

namespace fs = std::filesystem;
using test::TestFolder;

constexpr uid_t kOtherUser = 2;  ///< a user of every Debian
constexpr uid_t kNobody = 65534;
constexpr const char* kName = "a.kernel";

/// A cache folder with one file, as hg makes them, in a folder that belongs to the test.
struct Place {
    TestFolder base;
    std::string parent = base.file("parent");
    std::string cache = parent + "/cache";
    std::string file = cache + "/" + kName;

    Place() {
        for (const std::string& folder : {parent, cache}) make_folder(folder);
        make_file(file, "sound");
    }
    static void make_folder(const std::string& path) {
        fs::create_directory(path);
        mode(path, 0700);
    }
    static void make_file(const std::string& path, const char* contents) {
        std::ofstream(path) << contents;
        mode(path, 0600);
    }
    static void mode(const std::string& path, mode_t mode) { ASSERT_EQ(chmod(path.c_str(), mode), 0); }
    static void give(const std::string& path, uid_t user, gid_t group) {
        ASSERT_EQ(lchown(path.c_str(), user, group), 0) << path;
    }
};

std::string read_or_refusal(const std::string& folder) {
    try {
        return CacheFolder(folder).read(kName).value_or("nothing");
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ErrorCode::io);
        return error.message();
    }
}

/// What somebody prepared, and what hg makes of it: the file's contents, or a part of the error.
struct Situation {
    const char* name;
    bool needs_root;
    std::function<void(Place&)> plant;
    const char* expected;
};

constexpr const char* kOtherUsers = "belongs to user 2";
constexpr const char* kWritable = "other users can write to it (mode ";

void add_access_list(const std::string& path) {
    // Version 2; user::rwx, user 2:rwx, group::r-x, mask::rwx, other::---, as acl(5) numbers them.
    struct Entry {
        std::uint16_t tag, permissions;
        std::uint32_t id;
    };
    constexpr auto kNone = ~std::uint32_t{0};
    const Entry entries[] = {
        {1, 7, kNone}, {2, 7, kOtherUser}, {4, 5, kNone}, {16, 7, kNone}, {32, 0, kNone}};
    std::string list("\2\0\0\0", 4);
    list.append(reinterpret_cast<const char*>(entries), sizeof entries);
    if (setxattr(path.c_str(), "system.posix_acl_access", list.data(), list.size(), 0) != 0)
        GTEST_SKIP() << "this file system has no access control lists";
}

const std::vector<Situation>& situations() {
    using P = Place;
    static const std::vector<Situation> all{
        {"AsHgMakesIt", false, [](P&) {}, "sound"},
        {"NoFile", false, [](P& p) { fs::remove(p.file); }, "nothing"},
        {"NoFolder", false, [](P& p) { fs::remove_all(p.parent); }, "nothing"},
        {"AFolderInItsPlace", false, [](P& p) { fs::remove(p.file), fs::create_directory(p.file); },
         "is a folder"},
        {"EverybodyMayWriteTheFile", false, [](P& p) { P::mode(p.file, 0666); }, kWritable},
        {"EverybodyMayWriteTheFolder", false, [](P& p) { P::mode(p.cache, 0777); }, kWritable},
        {"EverybodyMayAddToTheFolder", false, [](P& p) { P::mode(p.cache, 01777); }, kWritable},
        {"EverybodyMayWriteTheParent", false, [](P& p) { P::mode(p.parent, 0777); }, kWritable},
        {"EverybodyMayAddToTheParent", false, [](P& p) { P::mode(p.parent, 01777); }, "sound"},
        {"AThroughWayThatEverybodyMayWrite", false,
         [](P& p) {
             P::mode(p.parent, 0777);
             P::make_folder(p.base.file("own"));
             fs::create_directory_symlink(p.cache, p.base.file("own/cache"));
             p.cache = p.base.file("own/cache");
         },
         kWritable},
        {"ALinkToTheUsersOwnFile", false,
         [](P& p) {
             fs::rename(p.file, p.base.file("kept"));
             fs::create_symlink("../../kept", p.file);
         },
         "sound"},
        {"ALinkToItself", false, [](P& p) { fs::remove(p.file), fs::create_symlink(p.file, p.file); },
         "too many symbolic links"},
        {"ALinkToADevice", false, [](P& p) { fs::remove(p.file), fs::create_symlink("/dev/zero", p.file); },
         "an ordinary file is needed"},
        {"APipe", false, [](P& p) { fs::remove(p.file), mkfifo(p.file.c_str(), 0600); },
         "an ordinary file is needed"},
        {"AStrangersFileInAFolderOfEverybodys", true,
         [](P& p) { P::mode(p.cache, 0777), P::give(p.file, kOtherUser, 0); }, kWritable},
        {"AStrangersFile", true, [](P& p) { P::give(p.file, kOtherUser, 0); }, kOtherUsers},
        {"AStrangersFolder", true, [](P& p) { P::give(p.cache, kOtherUser, 0); }, kOtherUsers},
        {"AStrangersParent", true, [](P& p) { P::give(p.parent, kOtherUser, 0); }, kOtherUsers},
        {"AFileOfNobodys", true, [](P& p) { P::give(p.file, kNobody, 0); }, "belongs to user 65534"},
        {"AFolderThatAStrangerPutInThePlaceOfIt", true,
         [](P& p) {
             fs::rename(p.cache, p.cache + ".old");
             P::make_folder(p.cache);
             P::make_file(p.file, "planted");
             P::give(p.file, kOtherUser, 0);
             P::give(p.cache, kOtherUser, 0);
         },
         kOtherUsers},
        {"ALinkToAStrangersFile", true,
         [](P& p) {
             fs::rename(p.file, p.base.file("theirs"));
             P::give(p.base.file("theirs"), kOtherUser, 0);
             fs::create_symlink(p.base.file("theirs"), p.file);
         },
         kOtherUsers},
        {"AStrangersLinkToTheUsersOwnFile", true,
         [](P& p) {
             fs::rename(p.file, p.base.file("kept"));
             fs::create_symlink(p.base.file("kept"), p.file);
             P::give(p.file, kOtherUser, 0);
         },
         kOtherUsers},
        {"ALinkToAStrangersFolder", true,
         [](P& p) {
             fs::rename(p.cache, p.base.file("theirs"));
             P::give(p.base.file("theirs"), kOtherUser, 0);
             fs::create_directory_symlink("../theirs", p.cache);
         },
         kOtherUsers},
        {"AGroupMayWriteTheFile", true, [](P& p) { P::give(p.file, 0, kOtherUser), P::mode(p.file, 0660); },
         kWritable},
        {"AGroupMayWriteTheFolder", true,
         [](P& p) { P::give(p.cache, 0, kOtherUser), P::mode(p.cache, 0770); }, kWritable},
        {"AGroupMayWriteTheParent", true,
         [](P& p) { P::give(p.parent, 0, kOtherUser), P::mode(p.parent, 0770); }, kWritable},
        {"ThePrivateGroupMayWriteAll", true,
         [](P& p) { P::mode(p.parent, 0775), P::mode(p.cache, 0775), P::mode(p.file, 0664); }, "sound"},
        {"AListLetsAStrangerWrite", true, [](P& p) { add_access_list(p.cache); }, kWritable}};
    return all;
}

class PlantedFiles : public ::testing::TestWithParam<Situation> {};

TEST_P(PlantedFiles, AreUsedOnlyIfNobodyElseCanChangeThem) {
    if (GetParam().needs_root && geteuid() != 0) GTEST_SKIP() << "only root can give files to another user";
    Place place;
    GetParam().plant(place);
    if (IsSkipped()) return;
    const std::string found = read_or_refusal(place.cache);
    EXPECT_NE(found.find(GetParam().expected), std::string::npos) << found;
    EXPECT_EQ(CacheFolder(place.cache).has(kName), found == "sound");
}

INSTANTIATE_TEST_SUITE_P(All, PlantedFiles, ::testing::ValuesIn(situations()),
                         [](const ::testing::TestParamInfo<Situation>& row) {
                             return std::string(row.param.name);
                         });

TEST(TrustedPath, IsFoundFromTheWorkingFolder) {
    const Place place;
    const fs::path before = fs::current_path();
    fs::current_path(place.parent);
    EXPECT_EQ(read_or_refusal("cache"), "sound");
    EXPECT_EQ(read_or_refusal("./cache/../cache//"), "sound");
    fs::current_path(before);
}

TEST(TrustedPath, AcceptsAFileInASharedFolderIfOthersMayOnlyAddToIt) {
    const Place place;
    Place::mode(place.cache, 01777);
    EXPECT_TRUE(open_trusted(place.file));
    Place::mode(place.cache, 0777);
    EXPECT_THROW(static_cast<void>(open_trusted(place.file)), Error);
}

/// The exit status of a child that runs as another user.
int as_user(uid_t user, gid_t group, const std::function<bool()>& works) {
    const pid_t child = fork();
    if (child == 0) _exit(setgid(group) == 0 && setuid(user) == 0 && works() ? 0 : 1);
    int status = 0;
    waitpid(child, &status, 0);
    return status;
}

TEST(TrustedPath, OfRootServesEveryUser) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can become another user";
    const Place place;
    for (const std::string& folder : {place.base.path(), place.parent, place.cache})
        Place::mode(folder, 0755);
    Place::mode(place.file, 0644);
    EXPECT_EQ(as_user(kOtherUser, kOtherUser, [&] { return read_or_refusal(place.cache) == "sound"; }), 0);
    // Root's group is not this user's own.
    Place::mode(place.cache, 0775);
    EXPECT_EQ(as_user(kOtherUser, kOtherUser,
                      [&] { return read_or_refusal(place.cache).find(kWritable) != std::string::npos; }),
              0);
    for (const std::string& path : {place.cache, place.file}) Place::give(path, kOtherUser, kOtherUser);
    EXPECT_EQ(as_user(kOtherUser, kOtherUser, [&] { return read_or_refusal(place.cache) == "sound"; }), 0);
}

TEST(TrustedPath, IsNeverOneThatIsExchangedMeanwhile) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can give files to another user";
    Place place;
    const std::string theirs = place.parent + "/theirs";
    Place::make_folder(theirs);
    Place::make_file(theirs + "/" + kName, "planted");
    for (const std::string& path : {theirs + "/" + kName, theirs}) Place::give(path, kOtherUser, kOtherUser);
    std::atomic<bool> done{false};
    std::thread exchanger([&] {
        while (!done) renameat2(AT_FDCWD, place.cache.c_str(), AT_FDCWD, theirs.c_str(), RENAME_EXCHANGE);
    });
    int sound = 0;
    for (int turn = 0; turn < 3000; ++turn) {
        const std::string found = read_or_refusal(place.cache);
        if (found == "sound") ++sound;
        EXPECT_NE(found, "planted");
    }
    done = true;
    exchanger.join();
    EXPECT_GT(sound, 0);
}

class Umask {
  public:
    explicit Umask(mode_t mask) : before_(umask(mask)) {}
    ~Umask() { umask(before_); }
    Umask(const Umask&) = delete;
    Umask& operator=(const Umask&) = delete;

  private:
    mode_t before_;
};

mode_t permissions(const std::string& path) {
    struct stat status {};
    EXPECT_EQ(stat(path.c_str(), &status), 0) << path;
    return status.st_mode & 07777U;
}

TEST(CacheFolder, KeepsWhatItMakesFromOthers) {
    const TestFolder base;
    const Umask open_to_all(0);
    const CacheFolder folder(base.file("a/b/cache"));
    folder.replace(kName, "first");
    for (const char* made : {"a", "a/b", "a/b/cache"}) EXPECT_EQ(permissions(base.file(made)), 0700U) << made;
    EXPECT_EQ(permissions(folder.file(kName)), 0644U);
    folder.replace(kName, "second");
    EXPECT_EQ(folder.read(kName), "second");
    EXPECT_EQ(folder.fault(), "");
}

TEST(CacheFolder, IsNotMadeWhereOthersCanExchangeIt) {
    const TestFolder base;
    Place::mode(base.path(), 0777);
    const CacheFolder folder(base.file("a/cache"));
    EXPECT_THROW(folder.replace(kName, "text"), Error);
    EXPECT_NE(folder.fault().find(kWritable), std::string::npos) << folder.fault();
    EXPECT_EQ(base.entries(), 0);
}

TEST(CacheFolder, WithoutAPathKeepsNothing) {
    const CacheFolder none("");
    EXPECT_FALSE(none.keeps());
    EXPECT_FALSE(none.has(kName));
    EXPECT_EQ(none.read(kName), std::nullopt);
    EXPECT_NE(none.fault(), "");
}

}  // namespace
}  // namespace hg
