#include "hgblas/report.hpp"

#include <unistd.h>

#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "hgblas/settings.hpp"

namespace hg::dropin {
namespace {

double now() noexcept {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Calls are told apart by the order of square matrices that have as much work: up to 16, 32, 64, ...
constexpr std::size_t kClasses = 16;
constexpr double kFirstOrder = 16;

struct Where {
    std::atomic<std::uint64_t> calls{0};
    std::atomic<double> flops{0};
    std::atomic<double> seconds{0};
};

struct SizeClass {
    Where cpu;
    Where devices;
};

constinit std::array<std::array<SizeClass, kClasses>, kRoutines> table{};

void add(std::atomic<double>& sum, double value) noexcept {
    double before = sum.load(std::memory_order_relaxed);
    while (!sum.compare_exchange_weak(before, before + value, std::memory_order_relaxed)) {
    }
}

std::size_t class_of(const Work& work) noexcept {
    double order = kFirstOrder;
    std::size_t index = 0;
    while (index + 1 < kClasses && flops_of_order(work.routine, order) < work.flops) {
        order *= 2;
        ++index;
    }
    return index;
}

/// Seconds of calls inside the one under way in this thread.
thread_local constinit double inside = 0;

bool wanted() noexcept {
    return *settings().report != '\0';
}

bool any_calls() noexcept {
    for (const auto& sizes : table)
        for (const SizeClass& size : sizes)
            if (size.cpu.calls.load() + size.devices.calls.load() > 0) return true;
    return false;
}

void print_where(std::FILE* file, const char* name, const Where& where) {
    std::fprintf(file, "\"%s\": {\"calls\": %llu, \"flops\": %.17g, \"seconds\": %.9g}", name,
                 static_cast<unsigned long long>(where.calls.load()), where.flops.load(),
                 where.seconds.load());
}

void print_json(std::FILE* file) {
    std::fprintf(file, "{\"process\": %d, \"calls\": [", static_cast<int>(getpid()));
    const char* separator = "\n";
    for (std::size_t r = 0; r < kRoutines; ++r)
        for (std::size_t c = 0; c < kClasses; ++c) {
            const SizeClass& size = table[r][c];
            if (size.cpu.calls.load() + size.devices.calls.load() == 0) continue;
            std::fprintf(file, "%s  {\"routine\": \"%s\", \"order\": %.0f, ", separator,
                         kRoutineNames[r].data(), std::ldexp(kFirstOrder, static_cast<int>(c)));
            print_where(file, "cpu", size.cpu);
            std::fputs(", ", file);
            print_where(file, "devices", size.devices);
            std::fputs("}", file);
            separator = ",\n";
        }
    std::fputs("\n]}\n", file);
}

/// With %p as the number of the process.
std::string file_name(std::string_view text) {
    std::string name;
    for (std::size_t i = 0; i < text.size(); ++i)
        if (text.substr(i, 2) == "%p") {
            name += std::to_string(getpid());
            ++i;
        } else {
            name += text[i];
        }
    return name;
}

[[gnu::destructor]] void write_report() {
    if (!wanted() || !any_calls()) return;
    if (std::string_view(settings().report) == "1") return print_json(stderr);
    const std::string name = file_name(settings().report);
    std::FILE* const file = std::fopen(name.c_str(), "we");
    if (file == nullptr) return;
    print_json(file);
    std::fclose(file);
}

}  // namespace

TimedCall::TimedCall(const Work& work) noexcept : work_(work) {
    if (!wanted()) return;
    outer_inside_ = std::exchange(inside, 0);
    begin_ = now();
}

TimedCall::~TimedCall() {
    if (!wanted()) return;
    const double seconds = now() - begin_;
    SizeClass& size = table[index_of(work_.routine)][class_of(work_)];
    Where& where = offloaded_ ? size.devices : size.cpu;
    where.calls.fetch_add(1, std::memory_order_relaxed);
    add(where.flops, work_.flops);
    add(where.seconds, seconds - inside);
    inside = outer_inside_ + seconds;
}

}  // namespace hg::dropin
