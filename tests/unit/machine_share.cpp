// Several processes share the devices of a node.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "runtime/files/private_folder.hpp"
#include "runtime/machine/share/device_share.hpp"
#include "runtime/machine/share/file_locks.hpp"
#include "tests/support/share_process.hpp"

namespace hg {
namespace {

using test::ShareFolder;
using test::ShareProcess;
using testing::HasSubstr;
using testing::StartsWith;

/// Devices of a process that says so, and memory of each.
struct Greeting {
    std::vector<std::string> devices;
    std::int64_t memory = 0;
};

Greeting greeting(ShareProcess& process) {
    const std::string line = process.line();
    std::istringstream stream(line);
    Greeting greeting;
    std::string word;
    stream >> word;
    EXPECT_EQ(word, "devices") << line;
    while (stream >> word && word != "memory") greeting.devices.push_back(word);
    stream >> greeting.memory;
    return greeting;
}

/// The processes that have the devices, or their turns.
std::vector<pid_t> holders(const ShareFolder& folder) {
    const PrivateFolder locks(folder.locks());
    std::vector<pid_t> list;
    for (const auto& file : std::filesystem::directory_iterator(folder.locks()))
        if (const pid_t pid = FileLocks(locks.open_file(file.path().filename())).holder(); pid != 0)
            list.push_back(pid);
    return list;
}

std::vector<std::string> rank(const std::string& policy, int number, int ranks) {
    return {"HG_SHARE=" + policy, "HG_SHARE_RANK=" + std::to_string(number),
            "HG_SHARE_RANKS=" + std::to_string(ranks)};
}

TEST(ShareRange, EachDeviceHasItsSharersAndAllAreUsed) {
    for (int ranks = 1; ranks <= 12; ++ranks)
        for (std::size_t devices = 1; devices <= 9; ++devices) {
            std::vector<int> users(devices, 0);
            for (int r = 0; r < ranks; ++r) {
                const DeviceRange range = range_of(r, ranks, devices);
                ASSERT_LT(range.first, range.last);
                ASSERT_LE(range.last, devices);
                for (std::size_t d = range.first; d < range.last; ++d) ++users[d];
            }
            for (int r = 0; r < ranks; ++r) {
                const DeviceRange range = range_of(r, ranks, devices);
                for (std::size_t d = range.first; d < range.last; ++d)
                    EXPECT_EQ(range.sharers, users[d]) << r << " of " << ranks << " on " << devices;
            }
            const auto [least, most] = std::minmax_element(users.begin(), users.end());
            EXPECT_LE(*most - *least, ranks > static_cast<int>(devices) ? 1 : 0);
        }
}

TEST(Share, RanksHaveWholeDevicesOfTheirOwn) {
    const ShareFolder folder;
    ShareProcess first(folder, rank("exclusive", 0, 2));
    ShareProcess second(folder, rank("exclusive", 1, 2));
    EXPECT_EQ(greeting(first).devices.size(), 1U);
    EXPECT_EQ(greeting(second).devices.size(), 1U);
    EXPECT_THAT(holders(folder), testing::UnorderedElementsAre(first.pid(), second.pid()));
    first.send("run 2");
    EXPECT_EQ(ShareProcess::numbers(first.line(), "ran").size(), 4U);
}

TEST(Share, AnOnlyRankHasAllDevices) {
    const ShareFolder folder;
    ShareProcess only(folder, rank("exclusive", 0, 1));
    EXPECT_EQ(greeting(only).devices.size(), 2U);
    EXPECT_THAT(holders(folder), testing::ElementsAre(only.pid(), only.pid()));
}

TEST(Share, WithoutRanksEachProcessHasADeviceAndThoseWithoutComputeOnTheHost) {
    const ShareFolder folder;
    std::vector<std::unique_ptr<ShareProcess>> processes;
    for (int i = 0; i < 3; ++i) {
        processes.push_back(
            std::make_unique<ShareProcess>(folder, std::vector<std::string>{"HG_SHARE=exclusive"}));
        const Greeting found = greeting(*processes.back());
        ASSERT_EQ(found.devices.size(), 1U);
        EXPECT_EQ(found.devices.front() == "host0", i == 2 || test::on_host());
    }
    EXPECT_THAT(holders(folder), testing::UnorderedElementsAre(processes[0]->pid(), processes[1]->pid()));
    processes[2]->send("run 1");
    EXPECT_THAT(processes[2]->line(), StartsWith("ran "));
}

TEST(Share, AKilledProcessGivesItsDevicesBackAtOnce) {
    const ShareFolder folder;
    ShareProcess first(folder, rank("exclusive", 0, 1));
    EXPECT_EQ(greeting(first).devices.size(), 2U);
    first.send("hold");
    EXPECT_EQ(first.line(), "holding");
    first.kill();
    EXPECT_THAT(holders(folder), testing::IsEmpty());
    ShareProcess second(folder, rank("exclusive", 0, 1));
    EXPECT_EQ(greeting(second).devices.size(), 2U);
    EXPECT_THAT(holders(folder), testing::ElementsAre(second.pid(), second.pid()));
}

TEST(Share, FairSharersLeaveAloneWhatAnotherHasToItself) {
    const ShareFolder folder;
    ShareProcess whole(folder, rank("exclusive", 0, 2));
    EXPECT_EQ(greeting(whole).devices.size(), 1U);
    ShareProcess fair(folder, {"HG_SHARE=fair"});
    EXPECT_EQ(greeting(fair).devices.size(), 1U);
    ShareProcess late(folder, rank("exclusive", 0, 1));
    const Greeting left = greeting(late);
    ASSERT_EQ(left.devices.size(), 1U);
    EXPECT_EQ(left.devices.front(), "host0");
    EXPECT_THAT(holders(folder), testing::ElementsAre(whole.pid()));
}

TEST(Share, SharersHaveSlicesOfMemory) {
    const ShareFolder folder;
    const auto memory = [&](const std::vector<std::string>& variables) {
        std::vector<std::string> all{"HG_MEMORY_LIMIT=96M"};
        all.insert(all.end(), variables.begin(), variables.end());
        ShareProcess process(folder, all);
        const Greeting found = greeting(process);
        return std::pair(found.devices.size(), found.memory >> 20);
    };
    using Found = std::pair<std::size_t, std::int64_t>;
    EXPECT_EQ(memory({"HG_SHARE=none", "HG_SHARE_RANK=0", "HG_SHARE_RANKS=4"}), Found(2, 96));
    EXPECT_EQ(memory({"HG_SHARE=fair"}), Found(2, 96));
    EXPECT_EQ(memory({"HG_SHARE=fair", "HG_SHARE_RANKS=3"}), Found(2, 32));  // which of them is not known
    EXPECT_EQ(memory(rank("fair", 1, 2)), Found(1, 96));
    EXPECT_EQ(memory(rank("fair", 3, 4)), Found(1, 48));
    EXPECT_EQ(memory(rank("fair", 0, 5)), Found(1, 32));
    EXPECT_EQ(memory(rank("fair", 4, 5)), Found(1, 48));
}

/// When runs had their devices, of several processes, in the order of their beginnings.
using Turns = std::vector<std::pair<std::int64_t, std::int64_t>>;

void add_turns(Turns& turns, const std::string& line) {
    const std::vector<std::int64_t> times = ShareProcess::numbers(line, "ran");
    for (std::size_t i = 0; i + 1 < times.size(); i += 2) turns.emplace_back(times[i], times[i + 1]);
}

void expect_no_overlap(Turns turns) {
    std::sort(turns.begin(), turns.end());
    for (std::size_t i = 1; i < turns.size(); ++i)
        EXPECT_LE(turns[i - 1].second, turns[i].first) << "turn " << i << " of " << turns.size();
}

TEST(Share, OneProcessAtATimeHasItsTurn) {
    const ShareFolder folder;
    constexpr int kRuns = 20;
    for (const auto& variables : {std::vector<std::string>{"HG_SHARE=fair"},
                                  std::vector<std::string>{"HG_SHARE=fair", "HG_SHARE_RANKS=3"}}) {
        std::vector<std::unique_ptr<ShareProcess>> processes;
        for (int i = 0; i < 3; ++i) processes.push_back(std::make_unique<ShareProcess>(folder, variables));
        for (auto& process : processes) EXPECT_EQ(greeting(*process).devices.size(), 2U);
        for (auto& process : processes) process->send("run " + std::to_string(kRuns));
        Turns turns;
        for (auto& process : processes) add_turns(turns, process->line());
        EXPECT_EQ(turns.size(), 3U * kRuns);
        expect_no_overlap(turns);
    }
    EXPECT_THAT(holders(folder), testing::IsEmpty());
}

TEST(Share, TurnsAreFirstComeFirstServed) {
    const ShareFolder folder;
    std::vector<std::unique_ptr<ShareProcess>> processes;
    for (int i = 0; i < 4; ++i)
        processes.push_back(
            std::make_unique<ShareProcess>(folder, std::vector<std::string>{"HG_SHARE=fair"}));
    for (auto& process : processes) EXPECT_EQ(greeting(*process).devices.size(), 2U);
    // While the first has its turn the others queue up, with time between them; then it asks again at once.
    processes[0]->send("keep 800\nkeep 1");
    for (int i = 1; i < 4; ++i) {
        std::this_thread::sleep_for(std::chrono::milliseconds(150));
        processes[static_cast<std::size_t>(i)]->send("keep 20");
    }
    Turns turns;
    add_turns(turns, processes[0]->line());
    for (std::size_t i = 1; i < 4; ++i) add_turns(turns, processes[i]->line());
    add_turns(turns, processes[0]->line());
    EXPECT_EQ(turns.size(), 5U);
    EXPECT_TRUE(std::is_sorted(turns.begin(), turns.end()));
    expect_no_overlap(turns);
}

TEST(Share, TheTurnOfAKilledProcessGoesToTheNextAndAKilledWaiterIsPassedBy) {
    const ShareFolder folder;
    const std::vector<std::string> fair{"HG_SHARE=fair"};
    ShareProcess first(folder, fair), second(folder, fair), third(folder, fair);
    for (ShareProcess* process : {&first, &second, &third}) EXPECT_EQ(greeting(*process).devices.size(), 2U);
    first.send("hold");
    EXPECT_EQ(first.line(), "holding");
    second.send("run 1");
    EXPECT_EQ(second.line(std::chrono::milliseconds(200)), "");
    third.send("run 1");
    EXPECT_EQ(third.line(std::chrono::milliseconds(200)), "");
    second.kill();
    // The dead one stood between them; the turn is still the first one's.
    EXPECT_EQ(third.line(std::chrono::milliseconds(200)), "");
    EXPECT_THAT(holders(folder), testing::Contains(first.pid()));
    first.kill();
    EXPECT_THAT(third.line(), StartsWith("ran "));
    third.send("run 3");
    EXPECT_EQ(ShareProcess::numbers(third.line(), "ran").size(), 6U);
}

TEST(Share, ThoseWhoDoNotShareWaitForNobody) {
    const ShareFolder folder;
    ShareProcess fair(folder, {"HG_SHARE=fair"}), alone(folder, {"HG_SHARE=none"});
    EXPECT_EQ(greeting(fair).devices.size(), 2U);
    EXPECT_EQ(greeting(alone).devices.size(), 2U);
    fair.send("hold");
    EXPECT_EQ(fair.line(), "holding");
    alone.send("run 1");
    EXPECT_THAT(alone.line(), StartsWith("ran "));
}

TEST(Share, CpusAreSharedOnlyWhenAskedFor) {
    const ShareFolder folder;
    ShareProcess process(folder, {"HG_SHARE_RANK=0", "HG_SHARE_RANKS=2"});
    EXPECT_EQ(greeting(process).devices.size(), 2U);
    EXPECT_FALSE(std::filesystem::exists(folder.locks()));
}

TEST(Share, GpusOfSeveralRanksAreSharedUnasked) {
    const ShareFolder folder;
    const std::vector<ShareCandidate> gpus{{"gpu-a", true}, {"gpu-b", true}};
    const ShareOptions four{.ranks = 4, .rank = 3, .folder = folder.locks()};
    const DeviceShare share(four, gpus);
    ASSERT_TRUE(share.is_shared());
    EXPECT_THAT(share.chosen(), testing::ElementsAre(1U));
    EXPECT_EQ(share.sharers(), 2);
    ASSERT_NE(share.turns(0), nullptr);
    EXPECT_EQ(share.turns(0)->name(), "gpu-b");
    EXPECT_FALSE(DeviceShare(ShareOptions{.ranks = 1, .rank = 0}, gpus).is_shared());
    EXPECT_FALSE(DeviceShare(ShareOptions{}, gpus).is_shared());
}

/// Whether a child of this process, which has none of its locks, finds the device to be this process's.
bool a_child_finds_it_held(const ShareFolder& folder, const std::string& name) {
    const pid_t child = fork();
    if (child == 0) {
        const FileLocks locks(PrivateFolder(folder.locks()).open_file(name));
        _exit(locks.holder() == getppid() ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

TEST(Share, TwoMachinesOfAProcessShareWhatItHas) {
    const ShareFolder folder;
    const std::vector<ShareCandidate> devices{{"a", true}, {"b", true}};
    const ShareOptions options{
        .policy = SharePolicy::exclusive, .ranks = 1, .rank = 0, .folder = folder.locks()};
    std::optional<DeviceShare> first(std::in_place, options, devices);
    std::optional<DeviceShare> second(std::in_place, options, devices);
    EXPECT_THAT(second->chosen(), testing::ElementsAre(0U, 1U));
    EXPECT_TRUE(a_child_finds_it_held(folder, "b"));
    first.reset();
    EXPECT_TRUE(a_child_finds_it_held(folder, "b"));
    second.reset();
    EXPECT_FALSE(a_child_finds_it_held(folder, "b"));
}

}  // namespace
}  // namespace hg
