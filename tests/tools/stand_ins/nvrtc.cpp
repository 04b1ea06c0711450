// Stands in for CUDA's run-time compiler: g++ compiles what it is given, with the words of CUDA C++ defined
// for a CPU. Its "machine code" is the name of a shared object, which the stand-in for the driver runs.
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

namespace {

constexpr const char* kWordsOfCuda = R"(
#include <barrier>
#include <cmath>
#include <cstddef>
#include <thread>
#include <utility>
#include <vector>
struct dim3 { unsigned x = 1, y = 1, z = 1; };
struct int2 { int x, y; };
static int2 make_int2(int x, int y) { return {x, y}; }
static int min(int x, int y) { return x < y ? x : y; }
using std::fma;
static dim3 gridDim, blockDim;
static thread_local dim3 blockIdx, threadIdx;
static std::barrier<>* block_barrier;
static void __syncthreads() { block_barrier->arrive_and_wait(); }
#define __global__
#define __shared__ static
#define __launch_bounds__(threads)
template <class... A, std::size_t... I>
void call(void (*kernel)(A...), void** p, std::index_sequence<I...>) { kernel(*static_cast<A*>(p[I])...); }
template <class... A>
void run(void (*kernel)(A...), const unsigned* grid, const unsigned* block, void** p) {
    gridDim = {grid[0], grid[1], grid[2]};
    blockDim = {block[0], block[1], block[2]};
    const unsigned groups = grid[0] * grid[1] * grid[2], threads = block[0] * block[1] * block[2];
    for (unsigned g = 0; g < groups; ++g) {
        std::barrier<> barrier(threads);
        block_barrier = &barrier;
        std::vector<std::jthread> all;
        for (unsigned t = 0; t < threads; ++t)
            all.emplace_back([=, &barrier] {
                blockIdx = {g % grid[0], g / grid[0] % grid[1], g / grid[0] / grid[1]};
                threadIdx = {t % block[0], t / block[0] % block[1], t / block[0] / block[1]};
                call(kernel, p, std::index_sequence_for<A...>{});
                barrier.arrive_and_drop();
            });
    }
}
)";

struct Program {
    std::string source, name, log, file;
};
Program& at(void* program) {
    return *static_cast<Program*>(program);
}

/// What the driver calls, for each kernel.
std::string launchers(const std::string& source) {
    const std::regex kernel(R"(__global__[\s\S]*?void\s+(\w+)\()");
    std::string text;
    for (std::sregex_iterator k(source.begin(), source.end(), kernel), end; k != end; ++k)
        text += "extern \"C\" void stand_in_" + k->str(1) +
                "(const unsigned* grid, const unsigned* block, void** p) { run(&" + k->str(1) +
                ", grid, block, p); }\n";
    return text;
}

}  // namespace

extern "C" {

int nvrtcVersion(int* major, int* minor) {
    *major = 12;
    *minor = 34;
    return 0;
}
int nvrtcCreateProgram(void** program, const char* source, const char* name, int, const char* const*,
                       const char* const*) {
    *program = new Program{source, name, {}, {}};
    return 0;
}
int nvrtcCompileProgram(void* program, int count, const char* const* options) {
    Program& p = at(program);
    const std::filesystem::path base = std::filesystem::current_path() / p.name;
    std::string defines;
    bool has_architecture = false, runs_on_device = false;
    for (int i = 0; i < count; ++i) {
        const std::string option = options[i];
        has_architecture = has_architecture || option == "--gpu-architecture=sm_90";
        runs_on_device = runs_on_device || option == "--device-as-default-execution-space";
        if (option.starts_with("-D")) defines += " '" + option + "'";
    }
    if (!has_architecture || !runs_on_device) {
        p.log = "the stand-in misses an option";
        return 6;
    }
    if (std::getenv("STAND_IN_COMPILES_NOTHING") != nullptr) {
        p.log = "error: no such thing";
        return 6;
    }
    std::ofstream(base.string() + ".cpp") << kWordsOfCuda << p.source << launchers(p.source);
    p.file = base.string() + ".so";
    const std::string command = "g++ -std=c++20 -O0 -pthread -shared -fPIC" + defines + " '" + base.string() +
                                ".cpp' -o '" + p.file + "' 2> '" + base.string() + ".log'";
    if (std::system(command.c_str()) == 0) return 0;
    std::ifstream log(base.string() + ".log");
    p.log.assign(std::istreambuf_iterator<char>(log), {});
    return 6;
}
int nvrtcGetProgramLogSize(void* program, std::size_t* size) {
    *size = at(program).log.size() + 1;
    return 0;
}
int nvrtcGetProgramLog(void* program, char* log) {
    std::strcpy(log, at(program).log.c_str());
    return 0;
}
int nvrtcGetCUBINSize(void* program, std::size_t* size) {
    *size = at(program).file.size() + 1;
    return 0;
}
int nvrtcGetCUBIN(void* program, char* code) {
    std::strcpy(code, at(program).file.c_str());
    return 0;
}
int nvrtcDestroyProgram(void** program) {
    delete static_cast<Program*>(*program);
    *program = nullptr;
    return 0;
}
}
