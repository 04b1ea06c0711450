#include <gtest/gtest.h>

#include <chrono>
#include <optional>
#include <thread>

#include "runtime/files/file_lock.hpp"
#include "tests/support/expected_error.hpp"
#include "tests/support/odd_files.hpp"

namespace hg {
namespace {

using std::chrono::milliseconds;

TEST(FileLock, IsWaitedForAsLongAsItTakes) {
    const test::TestFolder folder;
    std::optional<FileLock> first(folder.file("lock"));
    std::thread other([&] {
        std::this_thread::sleep_for(milliseconds(50));
        first.reset();
    });
    int told = 0;
    EXPECT_NO_THROW(FileLock(folder.file("lock"), {.moment = milliseconds(10), .told = [&] { ++told; }}));
    other.join();
    EXPECT_EQ(told, 1);
    EXPECT_NO_THROW(FileLock(folder.file("lock"), {.moment = milliseconds(0), .told = [&] { ++told; }}));
    EXPECT_EQ(told, 1) << "a lock that is free keeps nobody waiting";
}

TEST(FileLock, ThatIsNeverFreeIsAnError) {
    const test::TestFolder folder;
    const FileLock first(folder.file("tuned.json.lock"));
    const LockWait wait{.limit = milliseconds(100), .moment = milliseconds(10), .told = {}};
    const auto begin = std::chrono::steady_clock::now();
    test::expect_error(ErrorCode::io,
                       {folder.file("tuned.json.lock") + ": another process has held this lock for 0.1 s"},
                       [&] { const FileLock second(folder.file("tuned.json.lock"), wait); });
    EXPECT_GE(std::chrono::steady_clock::now() - begin, milliseconds(100));
}

}  // namespace
}  // namespace hg
