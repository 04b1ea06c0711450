// StarPU's tasks with implicit dependencies on data. Its library is loaded when it is asked for; the layout
// of its structures comes from its headers, without which this is not compiled.
#include <starpu.h>

#include <array>
#include <cstdlib>

#include "tools/cli/scratch_folder.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/peers/cholesky_tasks.hpp"
#include "tools/peers/libraries/load.hpp"
#include "tools/peers/shared_library.hpp"

namespace hgctl {
namespace {

void nothing(void** /*buffers*/, void* /*argument*/) {}

/// An empty task that reads so many tiles and updates another one.
starpu_codelet empty_task(int reads) {
    starpu_codelet codelet{};
    codelet.cpu_funcs[0] = nothing;
    codelet.nbuffers = reads + 1;
    for (int i = 0; i < reads; ++i) codelet.modes[i] = STARPU_R;
    codelet.modes[reads] = STARPU_RW;
    return codelet;
}

/// Its settings are variables of the environment, whatever its version.
void set(const char* name, const std::string& value) {
    setenv(name, value.c_str(), 1);
}

class StarPu final : public TaskPeer {
  public:
    explicit StarPu(int workers) {
        // It measures the machine when it starts, and keeps the figures in a folder of its user's.
        const ScratchFolder folder;
        set("STARPU_HOME", folder.path());
        set("STARPU_SILENT", "1");
        set("STARPU_CATCH_SIGNALS", "0");
        set("STARPU_NCUDA", "0");
        set("STARPU_NOPENCL", "0");
        set("STARPU_NCPU", std::to_string(workers));
        if (const int status = init_(nullptr); status != 0)
            fail("starpu_init() fails with status " + std::to_string(status));
        pause_();
    }
    ~StarPu() override {
        resume_();
        shutdown_();
    }

    [[nodiscard]] std::string name() const override { return "starpu"; }

    TaskTimes run(std::size_t tiles) override {
        std::vector<double> data(tiles * tiles);
        std::vector<starpu_data_handle_t> handles(data.size());
        for (std::size_t i = 0; i < data.size(); ++i)
            add_data_(&handles[i], STARPU_MAIN_RAM, reinterpret_cast<std::uintptr_t>(&data[i]),
                      sizeof(double));
        resume_();
        bool accepted = true;
        Stopwatch watch;
        for_each_cholesky_task(tiles, [&](std::span<const std::size_t> reads, std::size_t written) {
            starpu_task* const task = create_();
            task->cl = &codelets_[reads.size()];
            for (std::size_t i = 0; i < reads.size(); ++i) task->handles[i] = handles[reads[i]];
            task->handles[reads.size()] = handles[written];
            accepted = submit_(task) == 0 && accepted;
        });
        accepted = wait_() == 0 && accepted;
        const double seconds = watch.lap();
        for (const starpu_data_handle_t handle : handles) remove_data_(handle);
        pause_();
        if (!accepted) fail("starpu: a task was refused");
        return {.build = std::nullopt, .run = seconds};
    }

  private:
    // Its functions, as its headers declare them.
    SharedLibrary library_{HGCTL_STARPU};
    decltype(starpu_init)* init_ = library_.need("starpu_init");
    decltype(starpu_shutdown)* shutdown_ = library_.need("starpu_shutdown");
    decltype(starpu_pause)* pause_ = library_.need("starpu_pause");
    decltype(starpu_resume)* resume_ = library_.need("starpu_resume");
    decltype(starpu_variable_data_register)* add_data_ = library_.need("starpu_variable_data_register");
    decltype(starpu_data_unregister)* remove_data_ = library_.need("starpu_data_unregister");
    decltype(starpu_task_create)* create_ = library_.need("starpu_task_create");
    decltype(starpu_task_submit)* submit_ = library_.need("starpu_task_submit");
    decltype(starpu_task_wait_for_all)* wait_ = library_.need("starpu_task_wait_for_all");
    std::array<starpu_codelet, 3> codelets_{empty_task(0), empty_task(1), empty_task(2)};
};

}  // namespace

std::unique_ptr<TaskPeer> load_starpu(int workers) {
    return std::make_unique<StarPu>(workers);
}

}  // namespace hgctl
