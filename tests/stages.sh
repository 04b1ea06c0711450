# shellcheck shell=bash disable=SC2154
# The stages of `./hg test`, sourced by hg. The first stage that fails ends the run; the last line is always
# `N passed, M failed`.

passed=0 failed=0 skipped=0 stage=

# Tests find PoCL's devices alone, whatever else is installed; those for other platforms name them.
export OCL_ICD_VENDORS=${OCL_ICD_VENDORS:-/etc/OpenCL/vendors/pocl.icd}

run_stages() {
    trap summary EXIT
    for stage in "$@"; do
        local started=$SECONDS
        say "Stage $stage"
        "stage_$stage"
        echo "Stage $stage took $((SECONDS - started)) s"
    done
    stage=
}

summary() {
    echo
    if [ -n "$stage" ]; then
        [ "$failed" -gt 0 ] || failed=1
        echo "Stage $stage failed; what follows it was not run."
    fi
    [ "$skipped" = 0 ] || echo "$skipped skipped: the lines above that begin with 'Skipped' name them."
    echo "$passed passed, $failed failed"
}

# check NAME COMMAND...: a check that is not a test of ctest.
check() {
    local name=$1
    shift
    "$@" || fail "The check '$name' found faults."
    echo "$name: good"
    passed=$((passed + 1))
}

# check_or_skip NAME COMMAND...: the same, but a command that ends with 77 has said on a line `Skipped: ...`
# why.
check_or_skip() {
    local status=0
    "${@:2}" || status=$?
    if [ "$status" = 77 ]; then
        skipped=$((skipped + 1))
    else
        check "$1" [ "$status" = 0 ]
    fi
}

# run_ctest PRESET [OPTION...]: two tests at a time, since the compilers of PoCL and Oclgrind have one thread.
# Of a test that failed, count_results.py prints the lines that tell why; all of its output is in the JUnit
# file.
run_ctest() {
    local preset=$1 status=0 counts junit
    shift
    junit=$PWD/build/log/tests-$preset.xml
    ctest --test-dir "build/$preset" --parallel 2 --no-tests=error --output-junit "$junit" \
        --test-output-size-passed 1000000 --test-output-size-failed 10000000 "$@" || status=$?
    read -r -a counts < <("$kPython" tests/count_results.py "$junit")
    passed=$((passed + counts[0])) failed=$((failed + counts[1])) skipped=$((skipped + counts[2]))
    [ "$status" = 0 ] || fail "Some tests of build/$preset failed."
}

sources() {
    find blas examples interfaces kernels lapack runtime sparse tests tools \
        -name '*.cpp' -o -name '*.hpp'
}

check_format() { sources | xargs --max-args 100 --max-procs "$(nproc)" clang-format --dry-run -Werror; }

stage_format() {
    check "format of the sources" check_format
    check "columns, links and sentences" "$kPython" -B tests/docs/check.py
}

# The libraries are compiled as users build them, each folder at once, and the tests several sources at a
# time. Verbs of hgctl are not optimized: so they compile faster, and almost all of their time is that of the
# libraries.
configure_release() {
    configure release -DHG_BUILD_TESTS=ON -DHG_BUILD_EXAMPLES=ON \
        "-DHG_UNITY=libraries;tests" -DHG_VERBS_OPTIONS=-O0
}

# Users' compilers may warn of more than ours: there warnings are no errors, here they are.
check_warnings() { ! grep -F 'warning:' build/log/compile-release.txt; }

# What only tests with the label `watched` need is not in the target `all`.
readonly kWatchedTests=(program_tests host_blas_tests)

# compile_release [TARGET...]: all examples and tests, and these.
compile_release() {
    configure_release
    # All public headers go through Doxygen, which has one thread and finds what has no comment.
    compile release all docs "$@" | tee build/log/compile-release.txt
    check "no warnings of the compiler" check_warnings
    check "reference of all that is public" "$kPython" tests/reference/check.py build/docs
}

# Without what stage_address_sanitizer runs.
stage_release() {
    compile_release
    run_ctest release --label-exclude '^(watched|long)$'
}

stage_quick() {
    compile_release "${kWatchedTests[@]}"
    run_ctest release --label-exclude '^long$'
}

# run_sanitized PRESET TEST...: these tests with instrumented libraries, on the host device: neither PoCL nor
# the code it compiles is instrumented.
run_sanitized() {
    local preset=$1 tests
    shift
    tests=$(IFS='|'; echo "$*")
    configure "$preset"
    # OpenBLAS is not instrumented either: what its threads do to each other's memory would look like races.
    export OPENBLAS_NUM_THREADS=1
    compile "$preset" "${@/%/_tests}"
    run_ctest "$preset" --tests-regex "^($tests)(_host)?\$"
}

# The threads of pools, devices, copies and traces. Calls start no others: stage_long_threads runs them.
stage_thread_sanitizer() { run_sanitized tsan threads machine; }

# The layers that handle memory. Calls run on them; to compile them for it too takes longer than all the rest:
# see stage_long_address_sanitizer.
stage_address_sanitizer() {
    UBSAN_OPTIONS=print_stacktrace=1 run_sanitized asan program threads machine host_blas
}

# fuzz SECONDS: each fuzzer for so long.
fuzz() {
    local seconds=$1
    configure asan
    check "fuzzing program text and sources, .npy, Matrix Market and JSON, $seconds s each" \
        tests/fuzz/run "$seconds" build/asan
    configure_release
    compile release hgctl
    check "fuzzing command lines, $seconds s" \
        "$kPython" -B tests/fuzz/arguments.py build/release/tools/hgctl/hgctl "$seconds"
}

stage_fuzz() { fuzz 6; }

# What `./hg test long` runs: stages that take too long for each change.
readonly kLongStages=(long_sources long_tests long_packages long_address_sanitizer long_numerics long_threads
    long_opencl long_offline long_oclgrind long_limits long_faults long_soak long_fuzz)

stage_long_fuzz() { fuzz 600; }

# Calls, loops over sparse matrices, solvers, single kernels and the tuner. The layer `program` has no
# threads, and tests of numerics start none that others do not.
stage_long_threads() { run_sanitized tsan blas lapack kernels sparse; }

# Calls, single kernels and the tuner under AddressSanitizer and UBSan.
stage_long_address_sanitizer() {
    UBSAN_OPTIONS=print_stacktrace=1 run_sanitized asan blas lapack sparse kernels
}

# The tests that stage_release leaves out.
stage_long_tests() {
    compile_release
    run_ctest release --label-regex '^long$'
}

# The numerics under AddressSanitizer and UBSan: they are C++ that Clang 14 does not know.
stage_long_numerics() {
    UBSAN_OPTIONS=print_stacktrace=1 run_sanitized asan_gcc kernels_numerics blas_numerics lapack_numerics
}

# All calls and numerics on PoCL: stage_release runs what does not repeat itself there.
stage_long_opencl() {
    local layer
    configure_release
    compile release {blas,lapack}{,_numerics}_tests
    for layer in {blas,lapack}{,_numerics}; do
        check "$layer on PoCL" env HG_TEST_DEVICES=pthread POCL_DEVICES="pthread pthread pthread" \
            POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable OPENBLAS_NUM_THREADS=1 \
            HG_CACHE_DIR="$PWD/build/release/tests/cache/long" "build/release/tests/${layer}_tests"
    done
}

# Kernels under Oclgrind in all element types: stage_release takes one or two of them.
stage_long_oclgrind() {
    local kernels
    configure_release
    compile release oclgrind_{kernels,lu,triangles,emulated}
    for kernels in kernels lu triangles emulated; do
        check "$kernels under Oclgrind, in all types" \
            tests/kernels/run_oclgrind "build/release/tests/kernels/oclgrind_$kernels" all
    done
}

# Every kernel for GPUs of AMD and Intel; stage_release takes each source once.
stage_long_offline() {
    configure_release
    compile release hgctl
    check_or_skip "kernels for AMD and Intel" env HGCTL=build/release/tools/hgctl/hgctl \
        "$kPython" -B kernels/offline/compile.py
}

# Every routine at limits of memory from 1 to 64 MiB, in steps of a twentieth.
stage_long_limits() {
    configure_release
    compile release lapack_numerics_tests
    check "limits of memory" env HG_TEST_DEVICES=host,host,host OPENBLAS_NUM_THREADS=1 \
        build/release/tests/lapack_numerics_tests --gtest_filter='*MemoryLimits*From1To64MiB*' \
        --gtest_also_run_disabled_tests
}

# Each source by itself, which shows those that lack an #include.
stage_long_sources() {
    configure release -DHG_BUILD_TESTS=ON -DHG_BUILD_EXAMPLES=ON -DHG_UNITY=
    compile release all "${kWatchedTests[@]}" | tee build/log/compile-release.txt
    check "each source compiles by itself, with no warnings" check_warnings
}

# The Debian packages, installed in a new Debian: a minute, most of it apt's.
stage_long_packages() {
    deb
    check_or_skip "packages in a clean root" check_deb
}

# on_devices DEVICES COMMAND...: with all calls on these devices.
on_devices() {
    local devices=$1
    shift
    env HG_DEVICES="$devices" POCL_DEVICES="pthread pthread" POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable \
        HG_HOST_BELOW=0 \
        HG_OFFLOAD=always OPENBLAS_NUM_THREADS=1 HG_CACHE_DIR="$PWD/build/release/tests/cache/long" "$@"
}

# Every place of failure in every call; of the first calls of a process, which take long, some hundred places
# a call.
stage_long_faults() {
    local devices program
    configure_release
    compile release faults_hg faults_dropin
    for devices in host pthread; do
        for program in hg dropin; do
            local faults=(on_devices "$devices" "build/release/tests/faults/faults_$program")
            check "faults at every place, $program on $devices" "${faults[@]}" --first-calls none
            check "faults in first calls, $program on $devices" "${faults[@]}" \
                --interface "first call" --most 200
        done
    done
}

# Ten thousand calls of many sizes, which may not grow the process by more than 60 MiB.
stage_long_soak() {
    local devices
    configure_release
    compile release soak
    for devices in host pthread; do
        # PoCL's compiler keeps what it took: another process has the kernels compiled before.
        on_devices "$devices" build/release/tests/soak/soak 2000 1000000 >"build/log/soak-$devices.txt"
        check "soak on $devices" on_devices "$devices" build/release/tests/soak/soak 10200 60
    done
}
