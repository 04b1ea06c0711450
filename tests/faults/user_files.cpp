// Injects a failure into each allocation in turn while hg reads the files of its cache folder: the
// performance model, and tuned kernels with one result that this version cannot read. Reading must return the
// contents or throw; it must not end the process. The only argument is a folder for the files.
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <new>
#include <string_view>

#include "faults/fault_points.hpp"
#include "runtime/machine/measure/model_file.hpp"
#include <hg/kernels/database.hpp>
#include <hg/runtime/machine/machine.hpp>
#include <hg/runtime/program/error.hpp>

namespace {

constexpr std::string_view kResults =
    R"({"format": "hg tuned kernels 1", "results": [{"kernel": "gemm_later_f64_nn", "m": 1, "of": [1, 2]}]})";
constexpr const char* kMachine =
    R"({"format": "hg machine model 1", "hosts": {"other": {"f64": 1e9, "thin": [[100, 1e9]]}}})";

/// Returns the number of places. hg may throw its own errors, and std::bad_alloc.
template <class Read>
std::int64_t fail_everywhere(const Read& read) {
    read();  // makes what the next calls find made
    std::int64_t position = 0;
    for (bool failed = true; failed; ++position) {
        hg::test::fail_at(hg::test::Fault::allocation, position, false);
        try {
            read();
        } catch (const hg::Error&) {
        } catch (const std::bad_alloc&) {
        }
        failed = hg::test::stop_failing() > position;
    }
    return position - 1;
}

}  // namespace

int main(int /*count*/, char** words) {
    const std::filesystem::path folder = words[1];
    std::filesystem::create_directories(folder);
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all);
    std::ofstream(folder / "machine.json") << kMachine;
    const hg::Machine machine;
    const hg::ModelFile file(folder.string(), machine);
    const std::int64_t of_machine = fail_everywhere([&] { (void)file.load(); });
    const std::int64_t of_results = fail_everywhere([] { (void)hg::kernels::parse_tuned_results(kResults); });
    std::printf("%lld places in the performance model, %lld in tuned kernels\n",
                static_cast<long long>(of_machine), static_cast<long long>(of_results));
    return of_machine > 20 && of_results > 20 ? 0 : 1;
}
