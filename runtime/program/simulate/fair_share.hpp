#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace hg {

/// What flows through resources, and the rate it gets.
struct Flow {
    static constexpr std::size_t kMostResources = 5;
    std::array<std::uint32_t, kMostResources> resources{};  ///< positions of those it uses
    std::uint32_t resource_count = 0;
    double rate = 0;

    void use(std::uint32_t resource) { resources[resource_count++] = resource; }
    [[nodiscard]] std::span<const std::uint32_t> used() const noexcept {
        return {resources.data(), resource_count};
    }
};

/// Resources that flows share max-min fairly: no flow can have more unless one that has no more than it gets
/// less. By progressive filling (D. Bertsekas, R. Gallager, Data Networks, 2nd ed., 1992, section 6.5.2): all
/// rates grow alike until a resource is full; the flows that use it keep what they have, the others grow on.
/// Not thread-safe: calls share scratch memory.
class FairShare {
  public:
    /// Capacities are positive and finite.
    explicit FairShare(std::span<const double> capacities);

    /// Sets the rate of each flow, which uses at least one resource. Takes (rounds of filling) x (flows)
    /// steps, however many resources there are.
    void share(std::span<Flow* const> flows);

  private:
    struct Resource {
        double capacity = 0;
        double left = 0;          ///< by the flows whose rate is settled
        std::uint32_t users = 0;  ///< flows that still grow
        bool full = false;
    };

    void count_users(std::span<Flow* const> flows);
    double fill_up();
    void settle(Flow& flow, double rate);

    std::vector<Resource> resources_;
    std::vector<std::uint32_t> used_;  ///< the resources of the flows at hand
    std::vector<Flow*> growing_;
};

}  // namespace hg
