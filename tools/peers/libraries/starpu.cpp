// StarPU's tasks with implicit dependencies on data. Its library is loaded when it is asked for; the layout of its structures
// comes from its headers, if they were there when this was compiled.
#include "tools/peers/libraries/load.hpp"

#ifdef HGCTL_STARPU

#include <starpu.h>

#include <array>
#include <cstdlib>

#include "tools/cli/scratch_folder.hpp"
#include "tools/cli/stopwatch.hpp"
#include "tools/peers/cholesky_tasks.hpp"
#include "tools/peers/shared_library.hpp"
#include <hg/runtime/program/error.hpp>

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

/// Its functions, as its headers declare them.
struct Functions {
    decltype(starpu_init)* init;
    decltype(starpu_shutdown)* shutdown;
    decltype(starpu_pause)* pause;
    decltype(starpu_resume)* resume;
    decltype(starpu_variable_data_register)* add_data;
    decltype(starpu_data_unregister)* remove_data;
    decltype(starpu_task_create)* create;
    decltype(starpu_task_submit)* submit;
    decltype(starpu_task_wait_for_all)* wait;

    explicit Functions(const SharedLibrary& library)
        : init(library.function<decltype(starpu_init)>("starpu_init")),
          shutdown(library.function<decltype(starpu_shutdown)>("starpu_shutdown")),
          pause(library.function<decltype(starpu_pause)>("starpu_pause")),
          resume(library.function<decltype(starpu_resume)>("starpu_resume")),
          add_data(
              library.function<decltype(starpu_variable_data_register)>("starpu_variable_data_register")),
          remove_data(library.function<decltype(starpu_data_unregister)>("starpu_data_unregister")),
          create(library.function<decltype(starpu_task_create)>("starpu_task_create")),
          submit(library.function<decltype(starpu_task_submit)>("starpu_task_submit")),
          wait(library.function<decltype(starpu_task_wait_for_all)>("starpu_task_wait_for_all")) {}
    [[nodiscard]] bool complete() const noexcept {
        return init && shutdown && pause && resume && add_data && remove_data && create && submit && wait;
    }
};

/// Paused but for its runs: its workers look for tasks all the time.
class StarPu final : public TaskPeer {
  public:
    explicit StarPu(const Functions& call) : call_(call) { call_.pause(); }
    ~StarPu() override {
        call_.resume();
        call_.shutdown();
    }

    [[nodiscard]] std::string name() const override { return "starpu"; }

    TaskTimes run(std::size_t tiles) override {
        std::vector<double> data(tiles * tiles);
        std::vector<starpu_data_handle_t> handles(data.size());
        for (std::size_t i = 0; i < data.size(); ++i)
            call_.add_data(&handles[i], STARPU_MAIN_RAM, reinterpret_cast<std::uintptr_t>(&data[i]),
                           sizeof(double));
        call_.resume();
        bool accepted = true;
        Stopwatch watch;
        for_each_cholesky_task(tiles, [&](std::span<const std::size_t> reads, std::size_t written) {
            starpu_task* const task = call_.create();
            task->cl = &codelets_[reads.size()];
            for (std::size_t i = 0; i < reads.size(); ++i) task->handles[i] = handles[reads[i]];
            task->handles[reads.size()] = handles[written];
            accepted = call_.submit(task) == 0 && accepted;
        });
        accepted = call_.wait() == 0 && accepted;
        const double seconds = watch.lap();
        for (const starpu_data_handle_t handle : handles) call_.remove_data(handle);
        call_.pause();
        if (!accepted) throw hg::Error(hg::ErrorCode::device_failed, "starpu: a task was refused");
        return {.build = std::nullopt, .run = seconds};
    }

  private:
    const Functions call_;
    std::array<starpu_codelet, 3> codelets_{empty_task(0), empty_task(1), empty_task(2)};
};

}  // namespace

std::unique_ptr<TaskPeer> load_starpu(int workers, std::string& reason) {
    const SharedLibrary library(HGCTL_STARPU);
    if (!library.loaded()) {
        reason = library.reason();
        return nullptr;
    }
    const Functions call(library);
    if (!call.complete()) {
        reason = "its library lacks functions that its headers declare";
        return nullptr;
    }
    // It measures the machine when it starts, and keeps the figures in a folder of its user's.
    const ScratchFolder folder;
    set("STARPU_HOME", folder.path());
    set("STARPU_SILENT", "1");
    set("STARPU_CATCH_SIGNALS", "0");
    set("STARPU_NCUDA", "0");
    set("STARPU_NOPENCL", "0");
    set("STARPU_NCPU", std::to_string(workers));
    if (const int status = call.init(nullptr); status != 0) {
        reason = "starpu_init() fails with status " + std::to_string(status);
        return nullptr;
    }
    return std::make_unique<StarPu>(call);
}

}  // namespace hgctl

#else

namespace hgctl {

std::unique_ptr<TaskPeer> load_starpu(int /*workers*/, std::string& reason) {
    reason = "it is not built in; its headers (Debian's libstarpu-dev) were not there";
    return nullptr;
}

}  // namespace hgctl

#endif
