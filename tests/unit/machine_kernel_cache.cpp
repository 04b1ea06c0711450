#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "runtime/machine/opencl/kernel_cache.hpp"
#include "runtime/program/base/fnv1a.hpp"
#include "runtime/program/base/sha256.hpp"
#include "tests/support/odd_files.hpp"
#include "tests/support/setting.hpp"
#include "tests/support/test_devices.hpp"
#include "tests/support/test_instructions.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

namespace fs = std::filesystem;

/// y[0] = VALUE, a build option.
InstructionPtr constant(int value) {
    const auto i = test::variant(test::fill<std::int32_t>(), "constant" + std::to_string(value));
    i->scalars.clear();
    i->source = "kernel void run(global int* y, long first, int m, int n, int ld) { y[0] = VALUE; }";
    i->build_options = "-DVALUE=" + std::to_string(value);
    return i;
}

/// The parts of a cache file.
struct CacheFile {
    static constexpr std::size_t kHeader = 40;

    explicit CacheFile(const std::string& path) {
        const std::string content = test::contents(path);
        std::array<std::uint64_t, 2> bytes{};
        std::memcpy(bytes.data(), content.data() + 8, sizeof bytes);
        const auto [key_bytes, name_bytes] = bytes;
        magic = content.substr(0, 8);
        key = content.substr(kHeader, key_bytes);
        name = content.substr(kHeader + key_bytes, name_bytes);
        binary = content.substr(kHeader + key_bytes + name_bytes);
    }

    std::string magic;
    std::string key;
    std::string name;
    std::string binary;
};

/// Gives the file at `to` the code of the one at `from`, and a checksum that fits.
void plant_code_of(const std::string& from, const std::string& to) {
    const std::string code = CacheFile(from).binary;
    const CacheFile file(to);
    const std::array<std::uint64_t, 4> numbers{file.key.size(), file.name.size(), code.size(),
                                               fnv1a(code, fnv1a(file.name, fnv1a(file.key)))};
    std::ofstream out(to, std::ios::binary);
    out << file.magic;
    out.write(reinterpret_cast<const char*>(numbers.data()), sizeof numbers);
    out << file.key << file.name << code;
}

class KernelCacheFiles : public ::testing::Test {
  protected:
    void SetUp() override {
        if (test::on_host()) GTEST_SKIP() << "the host device compiles nothing";
    }

    /// What the instruction yields on a new machine.
    std::int32_t run(const InstructionPtr& instruction) const {
        MachineOptions options = test::test_options();
        options.cache_folder = folder_;
        Machine machine(options);
        ProgramBuilder b(machine.target());
        const ParameterId y = b.matrix("Y", ElementType::i32, 1, 1);
        const RegisterId r = b.reg(0, ElementType::i32, 1, 1);
        b.exec(instruction, {r});
        b.store({y, 0, 0, 1, 1}, r);
        std::int32_t result = 0;
        machine.run(std::move(b).finish(), Bindings{}.matrix("Y", &result, 1));
        return result;
    }

    /// Files with their inodes: a file that is written anew has another.
    [[nodiscard]] std::map<std::string, ino_t> files() const {
        std::map<std::string, ino_t> found;
        for (const fs::directory_entry& entry : fs::directory_iterator(folder_)) {
            struct stat status {};
            stat(entry.path().c_str(), &status);
            found[entry.path()] = status.st_ino;
        }
        return found;
    }

    /// Spoils the one cache file, then checks that it is not trusted, but replaced by a sound one.
    void expect_replaced(const std::function<void(std::string&)>& spoil) const {
        ASSERT_EQ(run(constant(5)), 5);
        ASSERT_EQ(files().size(), 1U);
        const std::string path = files().begin()->first;
        const std::string sound = test::contents(path);
        std::string partially_written = sound;
        spoil(partially_written);
        ASSERT_NE(partially_written, sound);
        std::ofstream(path, std::ios::binary) << partially_written;
        const auto before = files();
        EXPECT_EQ(run(constant(5)), 5);
        const auto after = files();
        EXPECT_EQ(after.size(), 1U);
        EXPECT_NE(after, before) << "the partially_written file was kept";
        EXPECT_EQ(run(constant(5)), 5);
        EXPECT_EQ(files(), after) << "the new file was not used";
    }

    const test::TestFolder base_;
    fs::path folder_ = base_.file("k");  // short, since one test puts a socket there; not made yet
};

TEST_F(KernelCacheFiles, AreWrittenOnceAndUsedAgain) {
    EXPECT_EQ(run(constant(1)), 1);
    const auto before = files();
    EXPECT_EQ(before.size(), 1U);
    EXPECT_EQ(run(constant(1)), 1);
    EXPECT_EQ(files(), before);
}

TEST_F(KernelCacheFiles, DifferByBuildOptionsAndSource) {
    EXPECT_EQ(run(constant(1)), 1);
    EXPECT_EQ(run(constant(2)), 2);
    auto other = std::make_shared<Instruction>(*constant(2));
    other->source += " ";
    EXPECT_EQ(run(other), 2);
    EXPECT_EQ(files().size(), 3U);
}

TEST_F(KernelCacheFiles, SayWhatTheyWereMadeOf) {
    EXPECT_EQ(run(constant(1)), 1);
    const std::string path = files().begin()->first;
    const CacheFile file(path);
    EXPECT_EQ(file.name, "constant1");
    EXPECT_TRUE(file.key.ends_with(constant(1)->build_options + "\n" + constant(1)->source));
    EXPECT_EQ(fs::path(path).filename(), digest({file.key}) + ".kernel");
}

/// Else a process that asks for optimised kernels would take those of one that did not.
TEST_F(KernelCacheFiles, DifferByWhatThePoclCompilerIsTold) {
    if (Machine(test::test_options()).device(0).traits.vendor != "pocl") GTEST_SKIP() << "no PoCL";
    const std::pair<const char*, const char*> settings[] = {{"POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable"},
                                                            {"POCL_EXTRA_BUILD_FLAGS", "-DOTHER"},
                                                            {"POCL_WORK_GROUP_METHOD", "loopvec"}};
    std::size_t count = 0;
    for (const auto& [variable, value] : settings) {
        const test::Setting setting(variable, value);
        EXPECT_EQ(run(constant(1)), 1);
        EXPECT_EQ(files().size(), ++count) << variable << "=" << value;
    }
}

TEST_F(KernelCacheFiles, ThatWereCutOffAreReplaced) {
    expect_replaced([](std::string& content) { content.resize(content.size() - 1); });
    expect_replaced([](std::string& content) { content.resize(content.size() / 2); });
    expect_replaced([](std::string& content) { content.resize(20); });
    expect_replaced([](std::string& content) { content.clear(); });
}

TEST_F(KernelCacheFiles, ThatWereDamagedAreReplaced) {
    for (const std::size_t at : {0, 12, 20, 28, 36})
        expect_replaced([at](std::string& content) { content[at] ^= 1; });
    expect_replaced([](std::string& content) { content[content.size() - 10] ^= 1; });
}

TEST_F(KernelCacheFiles, OfSomethingElseAreReplaced) {
    expect_replaced(
        [](std::string& content) { content = "not a kernel at all, but long enough to hold a header"; });
    // The kernel of another source, sound in itself, under this one's name.
    ASSERT_EQ(run(constant(9)), 9);
    const std::string other = files().begin()->first;
    ASSERT_EQ(run(constant(8)), 8);
    for (const auto& [path, inode] : files())
        if (path != other) fs::copy_file(other, path, fs::copy_options::overwrite_existing);
    EXPECT_EQ(run(constant(8)), 8);
    EXPECT_EQ(run(constant(9)), 9);
}

TEST_F(KernelCacheFiles, ThatAreNoFilesAreLeftAlone) {
    ASSERT_EQ(run(constant(6)), 6);
    const std::string path = files().begin()->first;
    for (const test::OddFile kind : test::odd_files()) {
        fs::remove(path);
        test::make(kind, path);
        const fs::file_type type = fs::symlink_status(path).type();
        EXPECT_EQ(run(constant(6)), 6) << name(kind);
        EXPECT_EQ(fs::symlink_status(path).type(), type) << name(kind);
        EXPECT_EQ(std::distance(fs::directory_iterator(folder_), {}), 1) << name(kind);
    }
}

TEST_F(KernelCacheFiles, AreNotWrittenThroughALinkThatIsPlanted) {
    ASSERT_EQ(run(constant(7)), 7);
    const std::string path = files().begin()->first;
    fs::remove(path);
    const std::string victim = folder_ / "victim";
    std::ofstream(victim) << "precious";
    fs::create_symlink(victim, path);
    EXPECT_EQ(run(constant(7)), 7);
    EXPECT_EQ(test::contents(victim), "precious");
}

/// What makes the cache file of constant(7) one that others may have written.
struct Exposure {
    const char* name;
    bool needs_root;
    std::function<void(const fs::path& folder, const fs::path& file)> expose;
};

const std::vector<Exposure>& exposures() {
    constexpr uid_t kOtherUser = 2;
    const auto give = [](const fs::path& path) {
        ASSERT_EQ(lchown(path.c_str(), kOtherUser, kOtherUser), 0);
    };
    const auto mode = [](const fs::path& path, mode_t bits) { ASSERT_EQ(chmod(path.c_str(), bits), 0); };
    static const std::vector<Exposure> all{
        {"AFolderOfEverybodys", false, [=](const auto& folder, const auto&) { mode(folder, 0777); }},
        {"AStickyFolderOfEverybodys", false, [=](const auto& folder, const auto&) { mode(folder, 01777); }},
        {"AFileOfEverybodys", false, [=](const auto&, const auto& file) { mode(file, 0666); }},
        {"AStrangersFileInAFolderOfEverybodys", true,
         [=](const auto& folder, const auto& file) { mode(folder, 0777), give(file); }},
        {"AStrangersFile", true, [=](const auto&, const auto& file) { give(file); }},
        {"AStrangersFolder", true, [=](const auto& folder, const auto&) { give(folder); }},
        {"ALinkToAStrangersFile", true, [=](const auto& folder, const auto& file) {
             fs::rename(file, folder / "theirs");
             give(folder / "theirs");
             fs::create_symlink(folder / "theirs", file);
         }}};
    return all;
}

class ExposedKernels : public KernelCacheFiles, public ::testing::WithParamInterface<Exposure> {};

/// The code of constant(5) in the file of constant(7), sound otherwise: the result tells what ran.
TEST_P(ExposedKernels, AreNotRun) {
    if (GetParam().needs_root && geteuid() != 0) GTEST_SKIP() << "only root can give files to another user";
    ASSERT_EQ(run(constant(5)), 5);
    const std::string five = files().begin()->first;
    ASSERT_EQ(run(constant(7)), 7);
    for (const auto& [path, inode] : files())
        if (path != five) plant_code_of(five, path);
    fs::remove(five);
    ASSERT_EQ(run(constant(7)), 5) << "what was planted is no kernel";
    GetParam().expose(folder_, files().begin()->first);
    const auto before = files();
    EXPECT_EQ(run(constant(7)), 7);
    EXPECT_EQ(files(), before) << "something was replaced";
}

INSTANTIATE_TEST_SUITE_P(All, ExposedKernels, ::testing::ValuesIn(exposures()),
                         [](const ::testing::TestParamInfo<Exposure>& row) {
                             return std::string(row.param.name);
                         });

TEST_F(KernelCacheFiles, AreNotKeptWhereOthersCanWrite) {
    fs::create_directory(folder_);
    ASSERT_EQ(chmod(folder_.c_str(), 0777), 0);
    EXPECT_EQ(run(constant(7)), 7);
    EXPECT_TRUE(files().empty());
}

TEST_F(KernelCacheFiles, ThatCannotBeWrittenStopNothing) {
    std::ofstream(folder_) << "a file where the folder should be";
    EXPECT_EQ(run(constant(3)), 3);
}

class CompiledKernels : public KernelCacheFiles {
  protected:
    /// constant(7), compiled beforehand of constant(5): its result tells what was used.
    [[nodiscard]] InstructionPtr seven(const std::string& kind, const std::string& binary) const {
        auto i = std::make_shared<Instruction>(*constant(7));
        i->compiled = {{kind, binary}};
        return i;
    }

    /// Of constant(5), and nothing is left in the folder.
    [[nodiscard]] std::string compiled_five() const {
        EXPECT_EQ(run(constant(5)), 5);
        const std::string binary = CacheFile(files().begin()->first).binary;
        fs::remove_all(folder_);
        return binary;
    }

    [[nodiscard]] static std::string kind_here() {
        return compiled_kind(Machine(test::test_options()).device(0));
    }
};

TEST_F(CompiledKernels, SaveTheCompiler) {
    const std::string binary = compiled_five();
    EXPECT_EQ(run(seven(kind_here(), binary)), 5);
    EXPECT_FALSE(fs::exists(folder_)) << "there was nothing to keep";
}

TEST_F(CompiledKernels, OfOtherDriversAreNotUsed) {
    const std::string binary = compiled_five();
    EXPECT_EQ(run(seven(kind_here() + "1", binary)), 7);
}

TEST_F(CompiledKernels, ThatTheDriverDoesNotTakeAreCompiledOfTheSource) {
    EXPECT_EQ(run(seven(kind_here(), "this is no kernel")), 7);
}

TEST_F(CompiledKernels, SeveralInstructionsAreMadeAtOnce) {
    Machine machine(test::test_options());
    ProgramBuilder b(machine.target());
    const ParameterId y = b.matrix("Y", ElementType::i32, 16, 1);
    for (int value = 0; value < 16; ++value) {
        const RegisterId r = b.reg(0, ElementType::i32, 1, 1);
        b.exec(constant(value), {r});
        b.store({y, value, 0, 1, 1}, r);
    }
    const Program program = std::move(b).finish();
    machine.prepare(program);
    EXPECT_TRUE(machine.is_compiled(program));
    std::array<std::int32_t, 16> result{};
    machine.run(program, Bindings{}.matrix("Y", result.data(), 16));
    for (int value = 0; value < 16; ++value) EXPECT_EQ(result[static_cast<std::size_t>(value)], value);
}

TEST_F(KernelCacheFiles, AreNotWrittenWithoutAFolder) {
    folder_.clear();
    EXPECT_EQ(run(constant(4)), 4);
}

}  // namespace
}  // namespace hg
