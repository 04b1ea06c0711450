// A process that shares the devices of its HG_* variables with others, for tests. Takes commands by standard
// input, answers each with a line:
//
//   (at the start)  "devices NAME.. memory BYTES", or "error MESSAGE"
//   run COUNT       runs a small program as often: "ran BEGIN END BEGIN END ..", nanoseconds of one clock
//   hold            runs it and stays in the middle: "holding", and never goes on
//   keep MS         stays in the middle for so long: "ran BEGIN END"
#include <unistd.h>

#include <chrono>
#include <iostream>
#include <sstream>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "tests/support/tile_programs.hpp"
#include <hg/runtime/program/error.hpp>

namespace {

using namespace hg;

constexpr std::int64_t kOrder = 64;

std::int64_t now() {
    return std::chrono::nanoseconds(std::chrono::steady_clock::now().time_since_epoch()).count();
}

/// Notes when runs have their devices; keeps them for some time, or for ever, at the begin of each.
class Watch final : public Observer {
  public:
    void on_begin(std::uint64_t /*run*/, const Program& /*program*/) noexcept override {
        times << ' ' << now();
        if (hold) std::cout << "holding" << std::endl;
        while (hold) pause();
        std::this_thread::sleep_for(keep);
    }
    void on_interval(const Interval& /*interval*/) noexcept override {}
    void on_end(std::uint64_t /*run*/, double /*seconds*/, bool /*succeeded*/) noexcept override {
        times << ' ' << now();
    }

    bool hold = false;
    std::chrono::milliseconds keep{0};
    std::ostringstream times;
};

void run(Machine& machine, const Program& program, Watch& watch) {
    const auto size = static_cast<std::size_t>(kOrder * kOrder) * machine.device_count();
    const std::vector<std::int32_t> a(size, 3);
    std::vector<std::int32_t> c(size, 4);
    machine.run(program,
                Bindings{}.matrix("A", a.data(), kOrder).matrix("C", c.data(), kOrder).scalar("alpha", 2),
                &watch);
    if (c != std::vector<std::int32_t>(size, 10)) throw Error(ErrorCode::internal, "wrong result");
}

void serve() {
    Machine machine;
    const Program program =
        test::axpy_program(machine, kOrder, static_cast<std::int64_t>(machine.device_count()));
    std::cout << "devices";
    for (std::size_t d = 0; d < machine.device_count(); ++d)
        std::cout << ' ' << machine.target().devices[d].name;
    std::cout << " memory " << machine.target().devices.front().memory << std::endl;
    std::string command;
    while (std::cin >> command) {
        Watch watch;
        int number = 1;
        if (command == "run") std::cin >> number;
        if (command == "hold") watch.hold = true;
        if (command == "keep") {
            std::cin >> number;
            watch.keep = std::chrono::milliseconds(std::exchange(number, 1));
        }
        for (int i = 0; i < number; ++i) run(machine, program, watch);
        std::cout << "ran" << watch.times.str() << std::endl;
    }
}

}  // namespace

int main() {
    try {
        serve();
    } catch (const Error& error) {
        std::cout << "error " << error.what() << std::endl;
        return 1;
    }
    return 0;
}
