#include "interfaces/dropin/report.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <string>
#include <string_view>
#include <utility>

#include "interfaces/dropin/settings.hpp"
#include "interfaces/dropin/tally.hpp"
#include "runtime/program/base/printable.hpp"

namespace hg::dropin {
namespace {

/// Seconds of the calls that the current call of this thread has made.
thread_local constinit double inside = 0;

bool wanted() noexcept {
    return *settings().report != '\0';
}

double now() noexcept {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

double bytes_of(const Product& p) noexcept {
    const auto m = static_cast<double>(p.m), n = static_cast<double>(p.n), k = static_cast<double>(p.k);
    return (m * k + k * n + 2 * m * n) * static_cast<double>(size_of(p.type));
}

bool is_single(std::size_t routine) noexcept {
    return !needs_f64(kRoutineTypes[routine]);
}

/// The text as a JSON string. Names from drivers may contain anything; bytes that are not UTF-8 become
/// U+FFFD.
std::string json_text(std::string_view text) {
    std::string json = "\"";
    while (!text.empty()) {
        const auto [bytes, code_point] = first_utf8_sequence(text);
        std::array<char, 16> escape{};
        std::snprintf(escape.data(), escape.size(), "\\u%04x", bytes == 0 ? 0xfffdU : code_point);
        if (bytes == 0 || code_point < 0x20)
            json += escape.data();
        else if (code_point == '"' || code_point == '\\')
            json.append("\\").append(text.substr(0, 1));
        else
            json += text.substr(0, bytes);
        text.remove_prefix(std::max<std::size_t>(bytes, 1));
    }
    return json + "\"";
}

/// Returns true if calls use each element of their matrices only a few times: levels 1 and 2, and level 3 and
/// LAPACK with one or two columns. No device is faster, because transferring the elements already reads the
/// same host memory.
bool reads_once(std::size_t routine, const Tally& tally) noexcept {
    constexpr double kFewTimes = 4;  // flops per element; a column of a product counts 2
    if (kRoutineLevels[routine] < 3) return true;
    const double elements = tally.bytes.load() / static_cast<double>(size_of(kRoutineTypes[routine]));
    return tally.flops.load() <= kFewTimes * real_operations(kRoutineTypes[routine]) * elements;
}

/// The seconds that devices would have saved.
double expected_gain(std::size_t routine, const Tally& cpu, const Figures& figures) noexcept {
    const double gain = cpu.seconds.load() - expected_on_device(cpu, is_single(routine), figures);
    return reads_once(routine, cpu) ? std::min(gain, 0.0) : gain;
}

/// The figures of the started device. The CPU's rates are the best that this process has seen from its BLAS.
Figures known_figures() {
    Figures figures = example_figures();
    if (const Engine* const engine = started_engine()) engine->figures(figures);
    for (std::size_t r = 0; r < kRoutines; ++r)
        for (const SizeClass& size : tallies[r]) {
            const double seconds = size.cpu.seconds.load();
            double& rate = is_single(r) ? figures.host_f32 : figures.host_f64;
            if (seconds > 0) rate = std::max(rate, size.cpu.flops.load() / seconds);
        }
    return figures;
}

/// One size class of one routine: the seconds that its calls on devices gained, and those that its calls on
/// the CPU would have gained on devices.
struct Line {
    std::string_view routine;
    double order;
    const SizeClass& size;
    double gained;
    double would_gain;
};

template <class Print>
void for_each_line(const Figures& figures, const Print& print) {
    for (std::size_t r = 0; r < kRoutines; ++r)
        for (std::size_t c = 0; c < kSizeClasses; ++c) {
            const SizeClass& size = tallies[r][c];
            if (size.empty()) continue;
            const bool single = is_single(r);
            const double on_cpu = expected_on_cpu(size.devices, single, figures);
            print(Line{kRoutineNames[r], static_cast<double>(order_of(c)), size,
                       on_cpu > 0 ? on_cpu - size.devices.seconds.load() : 0,
                       expected_gain(r, size.cpu, figures)});
        }
}

template <class Print>
void for_each_fall_back(const Print& print) {
    const Engine* const engine = started_engine();
    if (engine == nullptr) return;
    const void* const to = &print;
    engine->fall_backs([](const FallBackText& one, void* place) { (*static_cast<const Print*>(place))(one); },
                       const_cast<void*>(to));
}

void print_tally(std::FILE* file, const char* name, const Tally& tally) {
    std::fprintf(file, "\"%s\": {\"calls\": %llu, \"flops\": %.17g, \"seconds\": %.9g}", name,
                 static_cast<unsigned long long>(tally.calls.load()), tally.flops.load(),
                 tally.seconds.load());
}

void print_json(std::FILE* file) {
    const Figures figures = known_figures();
    std::fprintf(file,
                 "{\"process\": %d, \"device\": %s, \"example\": %s, \"started\": %s, \"devices\": %s, "
                 "\"start_seconds\": %.9g, \"compile_seconds\": %.9g, \"calls\": [",
                 static_cast<int>(getpid()), json_text(figures.device).c_str(),
                 figures.is_example ? "true" : "false", started_engine() != nullptr ? "true" : "false",
                 json_text(figures.devices).c_str(), start_seconds(), figures.compile_seconds);
    const char* separator = "\n";
    for_each_line(figures, [&](const Line& line) {
        std::fprintf(file, "%s  {\"routine\": \"%s\", \"order\": %.0f, ", separator, line.routine.data(),
                     line.order);
        print_tally(file, "cpu", line.size.cpu);
        std::fputs(", ", file);
        print_tally(file, "devices", line.size.devices);
        std::fprintf(file, ", \"gained\": %.9g, \"would_gain\": %.9g}", line.gained, line.would_gain);
        separator = ",\n";
    });
    std::fputs("\n], \"fall_backs\": [", file);
    separator = "\n";
    for_each_fall_back([&](const FallBackText& one) {
        std::fprintf(file, "%s  {\"device\": %s, \"reason\": %s, \"finished_by\": %s, \"times\": %llu}",
                     separator, json_text(one.device).c_str(), json_text(one.reason).c_str(),
                     json_text(one.finished_by).c_str(), one.times);
        separator = ",\n";
    });
    std::fputs("]}\n", file);
}

void print_table(std::FILE* file) {
    const Figures figures = known_figures();
    std::fprintf(file,
                 "hg: calls of BLAS and LAPACK in process %d\n"
                 "                           on the CPU            on devices       seconds by devices\n"
                 "routine  order up to      calls    seconds      calls    seconds     gained  would gain\n",
                 static_cast<int>(getpid()));
    double gained = 0, would_gain = 0;
    for_each_line(figures, [&](const Line& line) {
        std::fprintf(file, "%-7s  %11.0f  %9llu  %9.3f  %9llu  %9.3f  %9.3f  %10.3f\n", line.routine.data(),
                     line.order, static_cast<unsigned long long>(line.size.cpu.calls.load()),
                     line.size.cpu.seconds.load(),
                     static_cast<unsigned long long>(line.size.devices.calls.load()),
                     line.size.devices.seconds.load(), line.gained, line.would_gain);
        gained += line.gained;
        would_gain += std::max(0.0, line.would_gain);
    });
    std::fprintf(
        file, "Devices gained %.3f s; more calls on them would have gained %.3f s, by the figures of %s%s.\n",
        gained, would_gain, printable(figures.device).c_str(), figures.is_example ? ", an example" : "");
    if (started_engine() != nullptr)
        std::fprintf(file,
                     "Started: %s. That took %.3f s, and compiling kernels %.3f s, both in the "
                     "seconds above.\n",
                     printable(figures.devices).c_str(), start_seconds(), figures.compile_seconds);
    else
        std::fputs("No device was started.\n", file);
    for_each_fall_back([&](const FallBackText& one) {
        std::fprintf(file, "Not done by %s: %s (%llu times, by %s).\n", printable(one.device).c_str(),
                     printable(one.reason).c_str(), one.times, one.finished_by);
    });
    std::fputs(
        "Orders are those of square matrices with as much work; seconds without those of calls inside.\n",
        file);
}

/// The file's name, with %p replaced by the process number.
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

bool any_calls() noexcept {
    return std::any_of(tallies.begin(), tallies.end(), [](const auto& sizes) {
        return std::any_of(sizes.begin(), sizes.end(), [](const SizeClass& size) { return !size.empty(); });
    });
}

/// Processes without calls, such as the shells of a job, write no report.
[[gnu::destructor]] void write_report() {
    if (!wanted() || !any_calls()) return;
    if (std::string_view(settings().report) == "1") return print_table(stderr);
    const std::string name = file_name(settings().report);
    if (std::FILE* const file = std::fopen(name.c_str(), "we")) {
        print_json(file);
        std::fclose(file);
    } else {
        warn_once(Warning::report, ("HG_REPORT: cannot write " + name).c_str());
    }
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
    SizeClass& size = tallies[index_of(work_.routine)][size_class_of(work_.routine, work_.flops)];
    (offloaded_ ? size.devices : size.cpu).add(work_.flops, bytes_of(work_.product), seconds - inside);
    inside = outer_inside_ + seconds;
}

}  // namespace hg::dropin
