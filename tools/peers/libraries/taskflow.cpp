// Taskflow's static graphs. It has headers alone, so it is compiled in. It is given the dependencies: the
// last task that wrote each tile is kept here, as its users do.
#include <taskflow/taskflow.hpp>

#include "tools/cli/stopwatch.hpp"
#include "tools/peers/cholesky_tasks.hpp"
#include "tools/peers/libraries/load.hpp"

namespace hgctl {
namespace {

class Taskflow final : public TaskPeer {
  public:
    explicit Taskflow(int workers) : executor_(static_cast<std::size_t>(workers)) {}

    [[nodiscard]] std::string name() const override { return "taskflow"; }

    TaskTimes run(std::size_t tiles) override {
        Stopwatch watch;
        TaskTimes times;
        tf::Taskflow graph;
        std::vector<tf::Task> last(tiles * tiles);
        for_each_cholesky_task(tiles, [&](std::span<const std::size_t> reads, std::size_t written) {
            tf::Task task = graph.emplace([] {});
            for (const std::size_t tile : reads) last[tile].precede(task);
            if (!last[written].empty()) last[written].precede(task);
            last[written] = task;
        });
        times.build = watch.lap();
        executor_.run(graph).wait();
        times.run = watch.lap();
        return times;
    }

  private:
    tf::Executor executor_;
};

}  // namespace

std::unique_ptr<TaskPeer> load_taskflow(int workers) {
    return std::make_unique<Taskflow>(workers);
}

}  // namespace hgctl
