#include "tools/hgctl/manual.hpp"

#include "runtime/machine/environment.hpp"
#include "tools/report/build_info.hpp"

namespace hgctl {
namespace {

using Names = std::vector<std::string_view>;

/// The variables that bear on verbs which plan and run programs on several devices.
Names machine_variables(const Names& others = {}) {
    Names names{"HG_DEVICES",  "HG_MEMORY_LIMIT", "HG_WORK_GROUP_LIMIT", "HG_CACHE_DIR", "HG_STAGING_THREADS",
                "HG_IN_PLACE", "HG_ARITHMETIC",   "HG_CPU_BLAS",         "HG_LOG",       "HG_TRACE",
                "HG_SHARE",    "HG_SHARE_RANKS",  "HG_SHARE_RANK",       "HG_SHARE_DIR"};
    names.insert(names.end(), others.begin(), others.end());
    return names;
}

const char* const kMatrices = "Matrices in files";
const char* const kRoutines = "Routines";
const char* const kMachine = "Devices and kernels";
const char* const kPrograms = "Programs";

VerbManual own_page() {
    return {
        .verb = "",
        .group = "",
        .description =
            "hgctl is the command line of hg, which runs BLAS and LAPACK routines on matrices in host "
            "memory, "
            "using every GPU of the machine. Each verb has a page of its own, and hgctl VERB --help prints "
            "its "
            "options.\n"
            "Verbs that print figures also write them as JSON (--json), comma-separated values (--csv) and "
            "HTML (--html). Every JSON report records version, date, host and devices.\n"
            "Output files appear whole or not at all. On a terminal, long commands show a progress bar.",
        .variables = machine_variables({"HG_HOST_BELOW", "HG_HELP"}),
        .examples = {{"List the devices and mark those that a run uses:", "hgctl devices"},
                     {"Multiply two matrices:", "hgctl multiply A.npy B.npy -o C.npy"},
                     {"Time dgemm:", "hgctl bench dgemm --n 1024"},
                     {"Use two host devices instead of GPUs:", "HG_DEVICES=host,host hgctl check gemm"}},
        .see_also = {"devices", "multiply", "bench", "docs/reference/hgctl.md",
                     "docs/reference/environment.md"}};
}

VerbManual multiply_page() {
    return {
        .verb = "multiply",
        .group = kMatrices,
        .description =
            "Computes C = alpha op(A) op(B) + beta C0 and writes C to a .npy file. A and B are both float32, "
            "float64, complex64 or complex128, in C or Fortran order. A may be a sparse matrix in a Matrix "
            "Market file.\n"
            "The report has the time of the product and its rate, and apart from these the times for files, "
            "finding devices and compiling kernels.",
        .variables = machine_variables(),
        .examples = {{"Multiply two matrices:", "hgctl multiply A.npy B.npy -o C.npy"},
                     {"C = 2 A^T B - C0:",
                      "hgctl multiply A.npy B.npy --trans-a --alpha 2 --c C0.npy --beta -1 -o C.npy"},
                     {"Multiply a sparse matrix by a vector:", "hgctl multiply L.mtx x.npy -o y.npy"}},
        .see_also = {"solve", "trace", "docs/reference/sparse.md"}};
}

VerbManual solve_page() {
    return {
        .verb = "solve",
        .group = kMatrices,
        .description =
            "Solves A X = B and writes X to a .npy file in the form and order of B. If A is square, hg "
            "factors "
            "it by LU with partial pivoting. If A has more rows than columns, X is the least-squares "
            "solution; "
            "if A has fewer, X is the solution of least norm; both by QR. If A is sparse, hg solves by an "
            "iterative method.\n"
            "The report has the residual: after LU and Cholesky |b - A x| / (eps (|A| |x| + |b|) n) in "
            "infinity "
            "norms, as in HPL; after QR and for sparse A |b - A x| / |b| in Euclidean norms, after QR with a "
            "scaled residual below it. A scaled residual below 16 is good. With a larger one, if A is "
            "singular, "
            "or if the iterations don't converge, the exit status is 1.",
        .variables = machine_variables(),
        .examples = {{"Solve a linear system:", "hgctl solve A.npy B.npy -o X.npy"},
                     {"Factor in single precision and refine to double:",
                      "hgctl solve A.npy B.npy -o X.npy --refine"},
                     {"Solve with a symmetric positive definite A by Cholesky:",
                      "hgctl solve A.npy B.npy -o X.npy --spd"},
                     {"Solve a sparse system by conjugate gradients:",
                      "hgctl solve L.mtx x.npy -o y.npy --method cg --tol 1e-8"}},
        .see_also = {"multiply", "docs/reference/routines.md", "docs/reference/solvers.md"}};
}

VerbManual check_page() {
    return {
        .verb = "check",
        .group = kRoutines,
        .description =
            "Runs a routine on random problems and compares the results with a reference, or with what "
            "defines "
            "the result. COMMAND is the routine's name without the letter of its type; level1 and level2 run "
            "all routines of those levels.\n"
            "Errors are multiples of the bound that the routine must keep. The last line says how many "
            "problems "
            "passed; if one fails, the exit status is 1.",
        .variables = machine_variables(),
        .examples = {{"Check products of all element types:", "hgctl check gemm --count 20"},
                     {"Check each kernel of one family:",
                      "hgctl check gemm --kernels --families global --type f64"},
                     {"Check Cholesky factorizations of orders up to 300:",
                      "hgctl check potrf --n-max 300 --count 5"}},
        .see_also = {"bench", "stress"}};
}

VerbManual bench_page() {
    return {
        .verb = "bench",
        .group = kRoutines,
        .description =
            "Times a routine of BLAS or LAPACK, or a part of hg. The first letter of a routine's name is the "
            "type of the elements: d is f64, s is f32, z is c64, c is c32. ?gemm stands for dgemm, sgemm, "
            "zgemm "
            "and cgemm, and so on.\n"
            "Operands and results of routines are in host memory, so times include transfers. The rate is "
            "that of "
            "the best run. The median and the interquartile range (IQR) of all runs tell how much times "
            "spread; "
            "the JSON has every run. T* is the time that kernels, links and host copies allow, as measured "
            "on this machine; "
            "T*/T is the share of it that was reached. An error up to 1 is good; with a larger one the exit "
            "status is 1.\n"
            "Routines of levels 1 and 2 run on the CPU unless HG_HOST_BELOW sends them to the devices; their "
            "rates are bytes a second.",
        .variables = machine_variables({"HG_HOST_BELOW"}),
        .examples = {{"Time dgemm for two sizes:", "hgctl bench dgemm --n 512,1024 --repeat 3"},
                     {"Compare one and two devices, with matrices in pinned memory:",
                      "hgctl bench dgemm --n 1024 --device-counts 1,2 --memory pinned"},
                     {"Compare with cuBLASXt and plot the rates:",
                      "hgctl bench dgemm --n 8192,16384 --peer cublasxt --html dgemm.html"},
                     {"Time an LU factorization and keep the figures:",
                      "hgctl bench dgetrf --n 1024 --json dgetrf.json"},
                     {"Time kernels alone, with data in device memory:",
                      "hgctl bench kernel --type f64 --ops nn,tt --sizes 512"},
                     {"Time sparse products of a stencil in two formats:",
                      "hgctl bench spmv --matrix stencil27:20 --format csr,sell"}},
        .see_also = {"compare", "check", "trace", "tune", "probe", "docs/reference/hgctl.md"}};
}

VerbManual compare_page() {
    return {.verb = "compare",
            .group = kRoutines,
            .description =
                "Compares two JSON reports of a bench: before and after a change, or on two machines. It "
                "matches rows "
                "by routine, type, sizes, devices and memory, and shows both medians with their "
                "interquartile ranges "
                "(IQR) and the change of the median time.\n"
                "A row is faster or slower if the two-sided rank-sum test of its times (Wilcoxon, Mann and "
                "Whitney) "
                "has p < 0.05. Otherwise it is the same within the spread. The test needs at least four runs "
                "of each "
                "report.\n"
                "With --limit, the exit status is 1 if a row is slower by more than the limit, and not the "
                "same. Rows "
                "with too few runs count by their medians alone.\n"
                "If host, devices or driver of the reports differ, a warning says so.",
            .variables = {},
            .examples = {{"Time dgemm and keep every run:",
                          "hgctl bench dgemm --n 512 --repeat 10 --json a.json"},
                         {"The same after a change:", "hgctl bench dgemm --n 512 --repeat 10 --json b.json"},
                         {"Show what changed:", "hgctl compare a.json b.json"},
                         {"Fail if a row became slower by more than 5 %:",
                          "hgctl compare a.json b.json --limit 5%"}},
            .see_also = {"bench", "stress", "docs/reference/hgctl.md"}};
}

VerbManual trace_page() {
    return {
        .verb = "trace",
        .group = kRoutines,
        .description =
            "Reads a trace that hg wrote and says what limited a run: the use of each queue, the overlap of "
            "transfers with kernels, and the share of each rate that was reached. Verbs write traces with "
            "--trace, and every program that uses hg does with HG_TRACE. https://ui.perfetto.dev draws them.",
        .variables = {},
        .examples = {{"Trace a product:", "hgctl bench dgemm --n 1024 --repeat 1 --trace t.json"},
                     {"Show what limited it:", "hgctl trace t.json"}},
        .see_also = {"bench", "program"}};
}

VerbManual devices_page() {
    return {
        .verb = "devices",
        .group = kMachine,
        .description =
            "Lists every OpenCL device and the CPU as the host device, which needs no OpenCL. A star marks "
            "the devices that a run uses. The second table says where each device's kernels come from: "
            "tuned by you, for this device, its architecture or its vendor; default: for none of these. With "
            "--check, a third table says which routines each OpenCL device ran by itself, and for those that "
            "it did not run, the limit or error that stood in the way. The status is then 1.",
        .variables = {"HG_DEVICES", "HG_CACHE_DIR", "HG_LOG"},
        .examples = {{"List the devices:", "hgctl devices"},
                     {"See what HG_DEVICES selects:", "HG_DEVICES=host hgctl devices"}},
        .see_also = {"probe", "tune", "docs/reference/environment.md"}};
}

VerbManual probe_page() {
    return {.verb = "probe",
            .group = kMachine,
            .description =
                "Measures the machine. links, kernels and all save their results in machine.json in "
                "HG_CACHE_DIR, "
                "where hg finds them when it plans and simulates; memory saves its bandwidths there too.",
            .variables = {"HG_DEVICES", "HG_MEMORY_LIMIT", "HG_CACHE_DIR", "HG_STAGING_THREADS",
                          "HG_CPU_BLAS", "HG_LOG"},
            .examples = {{"Measure links and host copies:", "hgctl probe links"},
                         {"Measure bandwidths of two functions for vectors of 1 to 8 MiB:",
                          "hgctl probe memory --functions read,copy --type f64 --sizes 1M:8M"}},
            .see_also = {"devices", "tune", "stress", "docs/reference/probe.md"}};
}

VerbManual tune_page() {
    return {.verb = "tune",
            .group = kMachine,
            .description =
                "Searches for the fastest kernels of one device and saves them in tuned.json in "
                "HG_CACHE_DIR. Later "
                "runs use them. Candidates run in a process of their own, so one that crashes or hangs "
                "doesn't end "
                "the search.\n"
                "The last two columns of the table show which kernel served a size before, and its time as a "
                "multiple of the best kernel's.",
            .variables = {"HG_DEVICES", "HG_MEMORY_LIMIT", "HG_CACHE_DIR", "HG_LOG"},
            .examples = {{"Tune products in f64 on the first GPU, with maps of the best kernels:",
                          "hgctl tune gemm --type f64 --html map.html"},
                         {"Tune dot for two lengths in 5 seconds:",
                          "hgctl tune dot --type f64 --sizes 1000,100000 --budget 5"},
                         {"Measure without saving:", "hgctl tune axpy --type f64 --sizes 1000 --no-save"},
                         {"Tune the kernel for one sparse matrix:", "hgctl tune spmv L.mtx --budget 5"}},
            .see_also = {"bench", "probe", "warm", "docs/reference/tuning.md"}};
}

VerbManual warm_page() {
    return {.verb = "warm",
            .group = kMachine,
            .description =
                "Compiles the kernels that calls will need and keeps them in HG_CACHE_DIR, so that no first "
                "call waits for a compiler. Kernels that ship compiled with hg take no time.",
            .variables = {"HG_DEVICES", "HG_MEMORY_LIMIT", "HG_CACHE_DIR", "HG_ARITHMETIC", "HG_LOG"},
            .examples = {{"Compile the kernels of all routines in f64:", "hgctl warm --type f64"},
                         {"Compile those of products of orders 512 and 1024:",
                          "hgctl warm --routines gemm --type f64 --sizes 512:1024:log"}},
            .see_also = {"devices", "tune"}};
}

VerbManual stress_page() {
    return {.verb = "stress",
            .group = kMachine,
            .description =
                "Repeats kernels on all devices and answers two questions: does a device hold its rate, and "
                "does it "
                "compute the same bits each time? Wrong bits are reported with device, kernel, iteration, "
                "row and "
                "column, and the exit status is 1.\n"
                "Run at least ten minutes before you judge a device.",
            .variables = {"HG_DEVICES", "HG_MEMORY_LIMIT", "HG_CACHE_DIR", "HG_LOG"},
            .examples =
                {{"Stress all devices for half an hour; fail if one loses more than 5 per cent of its rate:",
                  "hgctl stress --minutes 30 --limit 5% --html s.html"},
                 {"A short run of small products:",
                  "hgctl stress --kernels gemm --types f64 --n 128 --repeat 2 --links"}},
            .see_also = {"probe", "check", "docs/reference/stress.md"}};
}

VerbManual program_page() {
    return {
        .verb = "program",
        .group = kPrograms,
        .description =
            "Works with the programs of hg's virtual machine as text. FILE is a program in format 1, which "
            "has "
            "every command, or a source, from which hg derives memory plan and dependencies; - is standard "
            "input.\n"
            "Only run executes a program. It fills matrices with random numbers and takes 1 for scalars "
            "unless "
            "you bind them. check runs each kernel of a program's files by itself: it finds writes outside "
            "of "
            "operands, and compares results with a host implementation, files or other devices. verify "
            "compiles these kernels. The other commands at most ask which devices there are, so you can "
            "print and "
            "simulate programs for GPUs that you don't have.",
        .variables = machine_variables(),
        .examples = {{"Print the program of a product on two model devices:",
                      "hgctl program print --routine gemm --n 1024 --machine h200 --devices 2 -o gemm.hg"},
                     {"Prove that it is sound:", "hgctl program verify gemm.hg"},
                     {"Simulate it with slow host copies:", "hgctl program simulate gemm.hg --copy-rate 10"},
                     {"Draw the simulated run:", "hgctl program graph gemm.hg --svg gemm.svg"},
                     {"See where its time goes:", "hgctl program analyze gemm.hg"},
                     {"Say what an instruction takes:",
                      "hgctl program instructions scale_f64 --shapes 1000x500"}},
        .see_also = {"plan", "trace", "docs/reference/program-text.md", "docs/guide/own-programs.md"}};
}

VerbManual plan_page() {
    return {
        .verb = "plan",
        .group = kPrograms,
        .description =
            "Predicts how long a routine takes on one or more devices of a machine, which need not be there: "
            "hg's planner makes the program that the call would run, and the simulator runs it. Each row "
            "says "
            "how many of the devices the plan uses, what sets the largest lower bound on its time, and what "
            "the last device saves. The last columns say what a better machine would save, each with a plan "
            "of its own; a negative number says that the new plan is slower.\n"
            "docs/measurements/predicted-2026-11-27.md compares predicted and measured times.",
        .variables = {},
        .examples = {{"See how LU scales on up to four H200:",
                      "hgctl plan getrf --sizes 8192 --machine h200 --devices 1..4"},
                     {"Write the predicted run for Perfetto:",
                      "hgctl plan gemm --sizes 4096 --machine h200 --devices 2 --no-gains --trace run.json"}},
        .see_also = {"program", "trace", "bench", "docs/design/machine.md"}};
}

std::vector<NamedText> hgctl_variables() {
    std::vector<NamedText> variables;
    for (const hg::EnvironmentVariable& variable : hg::kEnvironmentVariables)
        variables.push_back({variable.name, variable.help});
    return variables;
}

struct OwnedManual {
    std::vector<VerbManual> verbs{own_page(),     multiply_page(), solve_page(),   check_page(), bench_page(),
                                  compare_page(), trace_page(),    devices_page(), probe_page(), tune_page(),
                                  warm_page(),    stress_page(),   program_page(), plan_page()};
    std::string version = version_text().substr(0, version_text().find('\n'));
    Manual manual{.version = version,
                  .variables = hgctl_variables(),
                  .files = {{"~/.cache/hg",
                             "compiled kernels, tuned kernels (tuned.json) and measured rates "
                             "(machine.json), unless HG_CACHE_DIR names another folder"},
                            {"/dev/shm/hg-USERID",
                             "locks of processes that share devices, unless HG_SHARE_DIR names "
                             "another folder"}},
                  .statuses = {{"0", "success"},
                               {"1", "a check or a run failed"},
                               {"2", "wrong usage or input, or output that cannot be written"}},
                  .verbs = verbs};
};

}  // namespace

const Manual& manual() {
    static const OwnedManual owned;
    return owned.manual;
}

std::string exit_status_text() {
    std::string text = "Exit status:";
    for (const NamedText& status : manual().statuses)
        text.append(text.back() == ':' ? " " : "; ").append(status.name).append(" ").append(status.text);
    return text + ".";
}

}  // namespace hgctl
