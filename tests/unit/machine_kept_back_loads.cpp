#include <gtest/gtest.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/machine/device/host_device.hpp"
#include "support/forwarding_device.hpp"
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/builder.hpp>

namespace hg {
namespace {

/// Keeps each LD back as long as a device may.
class KeepsLoadsBack final : public test::ForwardingDevice {
  public:
    using ForwardingDevice::ForwardingDevice;

    void load(const HostRectangle& source, const LiveRegister& destination, Ticket ticket) noexcept override {
        if (kept_) ++sent_by_the_next;
        send();
        EXPECT_TRUE(source.may_wait);
        kept_ = {source, destination, ticket};
    }
    void send_staged() noexcept override {
        if (kept_) ++sent_before_a_wait;
        send();
    }

    int sent_by_the_next = 0;
    int sent_before_a_wait = 0;

  private:
    struct Kept {
        HostRectangle source;
        LiveRegister destination;
        Ticket ticket;
    };

    void send() noexcept {
        if (const std::optional<Kept> kept = std::exchange(kept_, {}))
            device().load(kept->source, kept->destination, kept->ticket);
    }

    std::optional<Kept> kept_{};
};

class KeptBackLoads : public testing::Test {
  protected:
    KeptBackLoads() {
        auto device = std::make_unique<KeepsLoadsBack>(make_host_device());
        device_ = device.get();
        std::vector<std::unique_ptr<Device>> devices;
        devices.push_back(std::move(device));
        machine_.emplace(std::move(devices), MachineOptions{});
    }

    static constexpr std::int64_t kTiles = 4;

    std::vector<double> x_{1, 2, 3, 4};
    std::vector<double> y_{0, 0, 0, 0};
    KeepsLoadsBack* device_ = nullptr;
    std::optional<Machine> machine_{};
};

TEST_F(KeptBackLoads, AreSentByTheNextIfItNeedNotWait) {
    ProgramBuilder builder(machine_->target());
    const ParameterId x = builder.matrix("x", ElementType::f64, 1, kTiles);
    const ParameterId y = builder.matrix("y", ElementType::f64, 1, kTiles);
    std::vector<RegisterId> tiles;
    for (std::int64_t j = 0; j < kTiles; ++j) {
        tiles.push_back(builder.reg(0, ElementType::f64, 1, 1));
        builder.load(tiles.back(), {x, 0, j, 1, 1});
    }
    for (std::int64_t j = 0; j < kTiles; ++j)
        builder.store({y, 0, j, 1, 1}, tiles[static_cast<std::size_t>(j)]);
    machine_->run(std::move(builder).finish(),
                  Bindings{}.matrix("x", x_.data(), 1).matrix("y", y_.data(), 1));
    EXPECT_EQ(y_, x_);
    EXPECT_EQ(device_->sent_by_the_next, kTiles - 1);
    EXPECT_EQ(device_->sent_before_a_wait, 1);
}

TEST_F(KeptBackLoads, AreSentBeforeTheNextWaitsForThem) {
    ProgramBuilder builder(machine_->target());
    const ParameterId x = builder.matrix("x", ElementType::f64, 1, kTiles);
    const ParameterId y = builder.matrix("y", ElementType::f64, 1, kTiles);
    builder.store({y, 0, 0, 1, 1}, [&] {
        const RegisterId first = builder.reg(0, ElementType::f64, 1, 1);
        builder.load(first, {x, 0, 3, 1, 1});
        return first;
    }());
    for (std::int64_t j = 1; j < kTiles; ++j) {
        const RegisterId tile = builder.reg(0, ElementType::f64, 1, 1);
        builder.load(tile, {y, 0, j - 1, 1, 1});
        builder.store({y, 0, j, 1, 1}, tile);
    }
    machine_->run(std::move(builder).finish(),
                  Bindings{}.matrix("x", x_.data(), 1).matrix("y", y_.data(), 1));
    EXPECT_EQ(y_, std::vector<double>(4, 4.0));
    EXPECT_EQ(device_->sent_before_a_wait, kTiles);
}

}  // namespace
}  // namespace hg
