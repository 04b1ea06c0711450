#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "runtime/files/trusted_path.hpp"
#include "support/odd_files.hpp"
#include <hg/runtime/program/error.hpp>

namespace hg {
namespace {

constexpr uid_t kAttacker = 2;

/// base/a/b/file with random owners, groups and modes.
std::vector<std::string> random_way(const std::string& base, std::mt19937& random) {
    const std::vector<std::string> way{base + "/a", base + "/a/b", base + "/a/b/file"};
    const auto one_of = [&](auto... values) {
        const std::array<unsigned, sizeof...(values)> all{static_cast<unsigned>(values)...};
        return all[random() % all.size()];
    };
    for (const std::string& path : way) {
        if (path == way.back())
            std::ofstream(path) << "text";
        else
            std::filesystem::create_directory(path);
    }
    for (const std::string& path : way) {
        EXPECT_EQ(chown(path.c_str(), one_of(0, 0, 0, kAttacker), one_of(0, 0, kAttacker)), 0);
        const bool is_file = path == way.back();
        const unsigned mode =
            is_file ? one_of(0600, 0644, 0664, 0666) : one_of(0755, 0755, 0775, 0777, 01777, 01775);
        EXPECT_EQ(chmod(path.c_str(), mode), 0);
    }
    return way;
}

/// True if the attacker gets at the file, or at a folder that it stands in. Tries it.
bool can_attack(const std::vector<std::string>& way) {
    const pid_t child = fork();
    if (child == 0) {
        if (setgid(kAttacker) != 0 || setuid(kAttacker) != 0) _exit(2);
        bool won = open(way.back().c_str(), O_WRONLY | O_CLOEXEC) >= 0;
        for (const std::string& path : way)
            won =
                won || chmod(path.c_str(), 0777) == 0 || std::rename(path.c_str(), (path + "-").c_str()) == 0;
        _exit(won ? 1 : 0);
    }
    int status = 0;
    waitpid(child, &status, 0);
    EXPECT_LT(WEXITSTATUS(status), 2);
    return WEXITSTATUS(status) == 1;
}

bool is_trusted(const std::string& path) {
    try {
        return open_trusted(path).has_value();
    } catch (const Error&) {
        return false;
    }
}

/// The rule is right in both directions: what another user can change is refused, and what nobody can is
/// used.
TEST(TrustedPathAttacks, SucceedExactlyWhereHgRefusesTheFile) {
    if (geteuid() != 0) GTEST_SKIP() << "only root can give files to another user, and become one";
    std::mt19937 random(42);
    int trusted = 0;
    for (int turn = 0; turn < 150; ++turn) {
        const test::TestFolder folder;
        ASSERT_EQ(chmod(folder.path().c_str(), 0755), 0);
        const std::vector<std::string> way = random_way(folder.path(), random);
        const bool used = is_trusted(way.back());
        trusted += used ? 1 : 0;
        ASSERT_NE(used, can_attack(way)) << "turn " << turn;
    }
    EXPECT_GT(trusted, 5);
    EXPECT_LT(trusted, 145);
}

}  // namespace
}  // namespace hg
