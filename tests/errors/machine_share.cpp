// What sharing does about wrong variables, and folders that others could have had their hands in.
#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <string>
#include <vector>

#include "runtime/files/private_folder.hpp"
#include "runtime/machine/share/device_share.hpp"
#include "tests/support/expected_error.hpp"
#include "tests/support/setting.hpp"
#include "tests/support/share_process.hpp"

namespace hg {
namespace {

using test::ShareFolder;
using test::ShareProcess;
using testing::HasSubstr;

std::string failure(ErrorCode code, const auto& call) {
    return test::expect_error(code, {}, call).what();
}

std::string folder_failure(const std::string& path) {
    return failure(ErrorCode::io, [&] { const PrivateFolder folder(path); });
}

std::string file_failure(const std::string& path, const std::string& name) {
    return failure(ErrorCode::io, [&] {
        const PrivateFolder folder(path);
        static_cast<void>(folder.open_file(name));
    });
}

TEST(PrivateFolder, IsMadeForItsUserAlone) {
    const ShareFolder folder;
    const PrivateFolder made(folder.locks() + "/");
    EXPECT_EQ(made.path(), folder.locks());
    struct stat status {};
    ASSERT_EQ(stat(folder.locks().c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0700U);
    static_cast<void>(made.open_file("device"));
    ASSERT_EQ(stat((folder.locks() + "/device").c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 07777, 0600U);
    static_cast<void>(PrivateFolder(folder.locks()).open_file("device"));
}

TEST(PrivateFolder, FoldersThatOthersCanWriteAreRefused) {
    const ShareFolder folder;
    for (const mode_t mode : {0755U, 0770U, 0701U, 01700U}) {
        mkdir(folder.locks().c_str(), 0700);
        chmod(folder.locks().c_str(), mode);
        const std::string text = folder_failure(folder.locks());
        EXPECT_THAT(text, HasSubstr(folder.locks()));
        EXPECT_THAT(text, HasSubstr("it must have 0700"));
    }
}

TEST(PrivateFolder, FoldersOfOtherUsersAreRefused) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can make a folder of another user's";
    const ShareFolder folder;
    mkdir(folder.locks().c_str(), 0700);
    ASSERT_EQ(chown(folder.locks().c_str(), 12345, 12345), 0);
    EXPECT_THAT(folder_failure(folder.locks()), HasSubstr("belongs to user 12345, not to user 0"));
}

TEST(PrivateFolder, FilesOfOtherUsersAreRefused) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can make a file of another user's";
    const ShareFolder folder;
    static_cast<void>(PrivateFolder(folder.locks()).open_file("device"));
    ASSERT_EQ(chown((folder.locks() + "/device").c_str(), 12345, 12345), 0);
    EXPECT_THAT(file_failure(folder.locks(), "device"), HasSubstr("belongs to user 12345"));
}

TEST(PrivateFolder, LinksAreNotFollowed) {
    const ShareFolder folder;
    const std::string target = folder.locks() + "-target";
    const PrivateFolder real(target);
    ASSERT_EQ(symlink(target.c_str(), folder.locks().c_str()), 0);
    EXPECT_THAT(folder_failure(folder.locks()), HasSubstr("symbolic link"));
    std::ofstream(target + "/victim") << "precious";
    ASSERT_EQ(symlink("victim", (target + "/device").c_str()), 0);
    EXPECT_THAT(file_failure(target, "device"), HasSubstr("symbolic link"));
    chmod((target + "/victim").c_str(), 0600);
    ASSERT_EQ(link((target + "/victim").c_str(), (target + "/hard").c_str()), 0);
    EXPECT_THAT(file_failure(target, "hard"), HasSubstr("hard links"));
    std::ifstream victim(target + "/victim");
    std::string contents;
    victim >> contents;
    EXPECT_EQ(contents, "precious");
}

TEST(PrivateFolder, OnlyPlainFilesWillDo) {
    const ShareFolder folder;
    const PrivateFolder made(folder.locks());
    ASSERT_EQ(mkfifo((folder.locks() + "/pipe").c_str(), 0600), 0);
    EXPECT_THAT(file_failure(folder.locks(), "pipe"), HasSubstr("plain file"));
    const std::string readable = folder.locks() + "/readable";
    std::ofstream(readable) << "";
    chmod(readable.c_str(), 0644);
    EXPECT_THAT(file_failure(folder.locks(), "readable"), HasSubstr("it must have 0600"));
    std::ofstream(folder.locks() + "-file") << "";
    EXPECT_THAT(folder_failure(folder.locks() + "-file"), HasSubstr("not a folder"));
    EXPECT_THAT(folder_failure(folder.locks() + "/none/none"), HasSubstr("cannot be created"));
}

TEST(ShareFailure, AFolderThatIsNotPrivateStopsThoseWhoAskToShare) {
    const ShareFolder folder;
    mkdir(folder.locks().c_str(), 0755);
    chmod(folder.locks().c_str(), 0755);
    for (const char* policy : {"HG_SHARE=fair", "HG_SHARE=exclusive"}) {
        ShareProcess process(folder, {policy});
        EXPECT_THAT(process.line(), HasSubstr("it must have 0700"));
    }
    // Ranks that did not ask go on, each with its part, without turns.
    const std::vector<ShareCandidate> gpus{{"gpu-a", true}, {"gpu-b", true}};
    const DeviceShare share(ShareOptions{.ranks = 4, .rank = 1, .folder = folder.locks()}, gpus);
    EXPECT_THAT(share.chosen(), testing::ElementsAre(0U));
    EXPECT_EQ(share.sharers(), 2);
    EXPECT_EQ(share.turns(0), nullptr);
}

std::string bytes_of(std::int64_t counter) {
    return {reinterpret_cast<const char*>(&counter), sizeof counter};
}

void overwrite_files(const std::string& folder, const std::string& contents) {
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const int descriptor = open(file.path().c_str(), O_WRONLY | O_TRUNC | O_CLOEXEC);
        ASSERT_GE(descriptor, 0);
        ASSERT_EQ(write(descriptor, contents.data(), contents.size()), std::ssize(contents));
        close(descriptor);
    }
}

TEST(ShareFailure, ACounterThatWasTamperedWithDoesNotMatter) {
    constexpr std::int64_t kLargest = std::numeric_limits<std::int64_t>::max();
    const std::vector<std::string> fair{"HG_SHARE=fair"};
    const ShareFolder folder;
    ShareProcess second(folder, fair);
    EXPECT_THAT(second.line(), HasSubstr("devices"));
    for (const std::string& contents :
         {std::string(), std::string(3, 'x'), bytes_of(-1), bytes_of(0), bytes_of(kLargest),
          bytes_of(kLargest - 4096), bytes_of(kLargest / 2)}) {
        SCOPED_TRACE(testing::PrintToString(contents));
        ShareProcess first(folder, fair);
        EXPECT_THAT(first.line(), HasSubstr("devices"));
        first.send("run 2");
        EXPECT_EQ(ShareProcess::numbers(first.line(), "ran").size(), 4U);
        first.send("hold");
        EXPECT_EQ(first.line(), "holding");
        overwrite_files(folder.locks(), contents);
        second.send("run 2");
        EXPECT_EQ(second.line(std::chrono::milliseconds(100)), "") << "the turn is the first one's";
        first.kill();
        EXPECT_EQ(ShareProcess::numbers(second.line(), "ran").size(), 4U);
    }
}

using Values = std::map<std::string, std::string>;

/// The variables that place a process among others: those given, and none else, until the end of the scope.
class Variables {
  public:
    explicit Variables(const Values& values) {
        for (const char* name :
             {"HG_SHARE", "HG_SHARE_RANK", "HG_SHARE_RANKS", "OMPI_COMM_WORLD_LOCAL_RANK",
              "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALRANKID", "MPI_LOCALNRANKS", "MV2_COMM_WORLD_LOCAL_RANK",
              "MV2_COMM_WORLD_LOCAL_SIZE", "SLURM_LOCALID", "SLURM_STEP_TASKS_PER_NODE", "SLURM_NODEID"}) {
            const auto given = values.find(name);
            settings_.emplace_back(name, given == values.end() ? nullptr : given->second.c_str());
        }
    }

  private:
    std::deque<test::Setting> settings_;
};

/// "RANK of RANKS"
std::string place(const Values& values) {
    const Variables variables(values);
    const ShareOptions options = ShareOptions::from_environment();
    return std::to_string(options.rank) + " of " + std::to_string(options.ranks);
}

TEST(ShareOptions, ReadTheVariablesOfLaunchers) {
    EXPECT_EQ(place({}), "-1 of 0");
    EXPECT_EQ(place({{"OMPI_COMM_WORLD_LOCAL_RANK", "3"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}}), "3 of 4");
    EXPECT_EQ(place({{"MPI_LOCALRANKID", "1"}, {"MPI_LOCALNRANKS", "2"}}), "1 of 2");
    EXPECT_EQ(place({{"MV2_COMM_WORLD_LOCAL_RANK", "0"}, {"MV2_COMM_WORLD_LOCAL_SIZE", "8"}}), "0 of 8");
    EXPECT_EQ(place({{"OMPI_COMM_WORLD_LOCAL_RANK", "4"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}}), "-1 of 0");
    EXPECT_EQ(place({{"OMPI_COMM_WORLD_LOCAL_RANK", "x"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "4"}}), "-1 of 0");
    const auto slurm = [](const std::string& list, const std::string& node, const std::string& local) {
        return place({{"SLURM_STEP_TASKS_PER_NODE", list}, {"SLURM_NODEID", node}, {"SLURM_LOCALID", local}});
    };
    EXPECT_EQ(slurm("4", "0", "2"), "2 of 4");
    EXPECT_EQ(slurm("4(x2),3", "1", "3"), "3 of 4");
    EXPECT_EQ(slurm("4(x2),3", "2", "2"), "2 of 3");
    EXPECT_EQ(slurm("4(x2),3", "3", "0"), "-1 of 0");
    EXPECT_EQ(slurm("4(x2", "0", "0"), "-1 of 0");
    EXPECT_EQ(slurm("4(x0),2", "0", "0"), "-1 of 0");
    // A batch script's own process is no task of a step.
    EXPECT_EQ(place({{"SLURM_LOCALID", "0"}, {"SLURM_NODEID", "0"}}), "-1 of 0");
}

TEST(ShareOptions, TakeWhatIsGivenBeforeWhatLaunchersTell) {
    const Values two{{"OMPI_COMM_WORLD_LOCAL_RANK", "1"}, {"OMPI_COMM_WORLD_LOCAL_SIZE", "2"}};
    const auto with = [&](Values more) {
        more.insert(two.begin(), two.end());
        return place(more);
    };
    EXPECT_EQ(with({{"HG_SHARE_RANKS", "8"}}), "1 of 8");
    EXPECT_EQ(with({{"HG_SHARE_RANKS", "1"}}), "-1 of 1");
    EXPECT_EQ(with({{"HG_SHARE_RANKS", "0"}}), "-1 of 0");
    EXPECT_EQ(with({{"HG_SHARE_RANK", "0"}}), "0 of 2");
    EXPECT_EQ(with({{"HG_SHARE_RANKS", "8"}, {"HG_SHARE_RANK", "7"}}), "7 of 8");
}

TEST(ShareOptions, AnswerUnreadableValuesWithWhatTheyTake) {
    const auto text = [](const Values& values) {
        const Variables variables(values);
        return failure(ErrorCode::invalid_argument, [] { ShareOptions::from_environment(); });
    };
    EXPECT_THAT(text({{"HG_SHARE", "all"}}),
                HasSubstr("HG_SHARE is 'all', but must be none, exclusive or fair"));
    EXPECT_THAT(text({{"HG_SHARE_RANKS", "-1"}}), HasSubstr("HG_SHARE_RANKS is '-1'"));
    EXPECT_THAT(text({{"HG_SHARE_RANK", "0"}}), HasSubstr("HG_SHARE_RANK is '0'"));
    EXPECT_THAT(text({{"HG_SHARE_RANKS", "2"}, {"HG_SHARE_RANK", "2"}}), HasSubstr("which is 2"));
}

}  // namespace
}  // namespace hg
