#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

namespace hg {

/// A flow through resources, and its rate.
struct Flow {
    /// A resource by its position, and how much of it a flow of rate 1 takes.
    struct Use {
        std::uint32_t resource = 0;
        double weight = 1;
    };
    static constexpr std::size_t kMostResources = 5;
    std::array<Use, kMostResources> uses{};
    std::uint32_t use_count = 0;
    double limit = std::numeric_limits<double>::infinity();  ///< its rate by itself
    double rate = 0;

    void use(std::uint32_t resource, double weight = 1) { uses[use_count++] = {resource, weight}; }
    [[nodiscard]] std::span<const Use> used() const noexcept { return {uses.data(), use_count}; }
};

/// Resources that flows share max-min fairly: a flow's rate can only increase at the expense of a flow with
/// the same or a lower rate. Computed by progressive filling (D. Bertsekas, R. Gallager, Data Networks, 2nd
/// ed., 1992, section 6.5.2): all rates grow equally until a resource is full or a flow reaches its limit;
/// the flows that use the resource keep their rates, and the others continue to grow. Not thread-safe: calls
/// share scratch memory.
class FairShare {
  public:
    /// Capacities are positive and finite.
    explicit FairShare(std::span<const double> capacities);

    /// Sets the rate of each flow, which uses at least one resource with a positive weight. Takes (rounds of
    /// filling) x (flows) steps, however many resources there are.
    void share(std::span<Flow* const> flows);

  private:
    struct Resource {
        double capacity = 0;
        double left = 0;          ///< capacity that flows with fixed rates leave
        double demand = 0;        ///< sum of the weights of growing flows
        std::uint32_t users = 0;  ///< number of growing flows
        bool full = false;
    };

    void count_users(std::span<Flow* const> flows);
    double fill_up();
    void settle(Flow& flow, double rate);

    std::vector<Resource> resources_;
    std::vector<std::uint32_t> used_;  ///< the resources of the present flows
    std::vector<Flow*> growing_;
};

}  // namespace hg
