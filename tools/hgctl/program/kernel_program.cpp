#include "tools/hgctl/program/kernel_program.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <sstream>

namespace hgctl {
namespace {

/// What stands behind the tables of one kernel in every program.
constexpr const char* kBody = R"(
static void require(cl_int status, const char* what) {
    if (status == CL_SUCCESS) return;
    fprintf(stderr, "%s failed with status %d\n", what, status);
    exit(1);
}

/* The first device with `part` in its name. */
static cl_device_id find_device(const char* part, char* name, size_t bytes) {
    cl_platform_id platforms[16];
    cl_uint platform_count = 0;
    require(clGetPlatformIDs(16, platforms, &platform_count), "clGetPlatformIDs");
    for (cl_uint p = 0; p < platform_count && p < 16; ++p) {
        cl_device_id devices[64];
        cl_uint count = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, 64, devices, &count) != CL_SUCCESS) continue;
        for (cl_uint d = 0; d < count && d < 64; ++d) {
            require(clGetDeviceInfo(devices[d], CL_DEVICE_NAME, bytes, name, NULL), "clGetDeviceInfo");
            if (strstr(name, part) != NULL) return devices[d];
        }
    }
    fprintf(stderr, "no OpenCL device has \"%s\" in its name\n", part);
    exit(1);
}

static char* read_source(void) {
    FILE* file = fopen(SOURCE_FILE, "rb");
    if (file == NULL) {
        perror(SOURCE_FILE);
        exit(1);
    }
    fseek(file, 0, SEEK_END);
    const long bytes = ftell(file);
    rewind(file);
    char* text = calloc((size_t)bytes + 1, 1);
    if (text == NULL || fread(text, 1, (size_t)bytes, file) != (size_t)bytes) exit(1);
    fclose(file);
    return text;
}

static cl_kernel build(cl_context context, cl_device_id device) {
    cl_int status = CL_SUCCESS;
    char* source = read_source();
    cl_program program = clCreateProgramWithSource(context, 1, (const char**)&source, NULL, &status);
    require(status, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device, BUILD_OPTIONS, NULL, NULL) != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fprintf(stderr, "%s\n", log);
        exit(1);
    }
    cl_kernel kernel = clCreateKernel(program, ENTRY, &status);
    require(status, "clCreateKernel");
    clReleaseProgram(program);
    free(source);
    return kernel;
}

static size_t bytes_of(const struct operand* x) {
    return (size_t)x->ld * (size_t)x->cols * (x->type == F64 ? 8 : 4);
}

static double element(const struct operand* x, const void* data, long place) {
    if (x->type == F64) return ((const double*)data)[place];
    return x->type == F32 ? ((const float*)data)[place] : ((const int*)data)[place];
}

/* Numbers in [-0.5, 0.5), for each operand others; zeros for integers. */
static void fill(const struct operand* x, int position, void* data) {
    unsigned long long state = (unsigned long long)position + 1;
    for (long i = 0; i < x->ld * x->cols; ++i) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        const double value = (double)(state >> 11) / 9007199254740992.0 - 0.5;
        if (x->type == F64) ((double*)data)[i] = value;
        if (x->type == F32) ((float*)data)[i] = (float)value;
        if (x->type == I32) ((int*)data)[i] = 0;
    }
}

/* Makes the buffers of a problem with random elements and sets all arguments. */
static void prepare(int problem, cl_context context, cl_kernel kernel, cl_mem* buffers) {
    cl_uint argument = 0;
    for (int i = 0; i < OPERANDS; ++i) {
        const struct operand* x = &operands[problem][i];
        void* data = malloc(bytes_of(x));
        if (data == NULL) exit(1);
        fill(x, i, data);
        cl_int status = CL_SUCCESS;
        buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes_of(x), data, &status);
        require(status, "clCreateBuffer");
        free(data);
        const cl_long first = 0;
        const cl_int extents[3] = {(cl_int)x->rows, (cl_int)x->cols, (cl_int)x->ld};
        require(clSetKernelArg(kernel, argument++, sizeof(cl_mem), &buffers[i]), "clSetKernelArg");
        require(clSetKernelArg(kernel, argument++, sizeof first, &first), "clSetKernelArg");
        for (int e = 0; e < 3; ++e) require(clSetKernelArg(kernel, argument++, sizeof(cl_int), &extents[e]), "clSetKernelArg");
    }
    for (int i = 0; i < SCALARS; ++i) {
        const cl_double f64 = scalars[problem][i];
        const cl_float f32 = (cl_float)f64;
        const cl_int i32 = (cl_int)f64;
        const void* value = scalar_types[i] == F64 ? (const void*)&f64 : scalar_types[i] == F32 ? (const void*)&f32 : &i32;
        require(clSetKernelArg(kernel, argument++, scalar_types[i] == F64 ? 8 : 4, value), "clSetKernelArg");
    }
}

/* Seconds of one launch by the device's clock. */
static double launch(int problem, cl_command_queue queue, cl_kernel kernel) {
    cl_event event;
    cl_ulong begin = 0, end = 0;
    const size_t* group = local_size[problem][0] == 0 ? NULL : local_size[problem];
    require(clEnqueueNDRangeKernel(queue, kernel, 3, NULL, global_size[problem], group, 0, NULL, &event), "the launch");
    require(clWaitForEvents(1, &event), "the kernel");
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
    clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
    clReleaseEvent(event);
    return (double)(end - begin) * 1e-9;
}

/* How many of the elements are wrong. */
static int wrong_elements(cl_command_queue queue, const cl_mem* buffers) {
    int wrong = 0;
    for (int i = 0; i < EXPECTED; ++i) {
        const struct operand* x = &operands[0][expected[i].operand];
        void* data = malloc(bytes_of(x));
        if (data == NULL) exit(1);
        require(clEnqueueReadBuffer(queue, buffers[expected[i].operand], CL_TRUE, 0, bytes_of(x), data, 0, NULL, NULL),
                "clEnqueueReadBuffer");
        const double value = element(x, data, expected[i].row + expected[i].col * x->ld);
        const double size = expected[i].value < 0 ? -expected[i].value : expected[i].value;
        const double bound = x->type == I32 ? 0 : (1 + size) * (x->type == F64 ? 1e-12 : 1e-4);
        if (!(value - expected[i].value <= bound && expected[i].value - value <= bound)) {
            printf("%s(%ld, %ld) is %.17g, not %.17g\n", x->name, expected[i].row, expected[i].col, value, expected[i].value);
            ++wrong;
        }
        free(data);
    }
    return wrong;
}

int main(int argc, char** argv) {
    char name[256] = "";
    cl_mem buffers[OPERANDS];
    cl_int status = CL_SUCCESS;
    cl_device_id device = find_device(argc > 1 ? argv[1] : "", name, sizeof name);
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &status);
    require(status, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, CL_QUEUE_PROFILING_ENABLE, &status);
    require(status, "clCreateCommandQueue");
    cl_kernel kernel = build(context, device);

    prepare(0, context, kernel, buffers);
    launch(0, queue, kernel);
    const int wrong = wrong_elements(queue, buffers);
    printf("%s: %d of %d elements are right\n", name, EXPECTED - wrong, EXPECTED);
    for (int i = 0; i < OPERANDS; ++i) clReleaseMemObject(buffers[i]);

    prepare(1, context, kernel, buffers);
    launch(1, queue, kernel);
    double best = 1e30, all = 0;
    for (int run = 0; run < 5 || (run < 50 && all < 0.1); ++run) {
        const double seconds = launch(1, queue, kernel);
        if (seconds < best) best = seconds;
        all += seconds;
    }
    printf("%s: %g s, %g GFLOP/s, %g GB/s\n", KERNEL, best, FLOPS / best * 1e-9, BYTES / best * 1e-9);
    for (int i = 0; i < OPERANDS; ++i) clReleaseMemObject(buffers[i]);
    clReleaseKernel(kernel);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong == 0 ? 0 : 1;
}
)";

const char* type_word(hg::ElementType type) {
    switch (type) {
        case hg::ElementType::f32:
            return "F32";
        case hg::ElementType::f64:
            return "F64";
        case hg::ElementType::i32:
            return "I32";
    }
    return "?";
}

std::string number(double value) {
    std::array<char, 32> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%.17g", value);
    return buffer.data();
}

std::string range_text(const std::array<std::size_t, 3>& range) {
    return "{" + std::to_string(range[0]) + ", " + std::to_string(range[1]) + ", " +
           std::to_string(range[2]) + "}";
}

std::size_t elements(const hg::Register& reg) {
    return static_cast<std::size_t>(reg.ld * reg.cols);
}

/// An operand's elements in ordinary memory, as the program fills them.
class HostElements {
  public:
    HostElements(const hg::Register& reg, std::size_t position)
        : reg_(reg), bytes_(elements(reg) * static_cast<std::size_t>(hg::size_of(reg.type))) {
        std::uint64_t state = position + 1;
        for (std::size_t i = 0; i < elements(reg); ++i) {
            state = state * 6364136223846793005U + 1442695040888963407U;
            const double value = static_cast<double>(state >> 11) / 9007199254740992.0 - 0.5;
            if (reg.type == hg::ElementType::f64) put(i, value);
            if (reg.type == hg::ElementType::f32) put(i, static_cast<float>(value));
            if (reg.type == hg::ElementType::i32) put(i, std::int32_t{0});
        }
    }

    [[nodiscard]] hg::HostOperand operand() { return {bytes_.data(), reg_.rows, reg_.cols, reg_.ld}; }
    [[nodiscard]] double at(std::int64_t i, std::int64_t j) const {
        const auto place = static_cast<std::size_t>(i + j * reg_.ld);
        if (reg_.type == hg::ElementType::f64) return get<double>(place);
        return reg_.type == hg::ElementType::f32 ? double{get<float>(place)} : get<std::int32_t>(place);
    }

  private:
    template <class T>
    void put(std::size_t place, T value) {
        std::memcpy(bytes_.data() + place * sizeof(T), &value, sizeof(T));
    }
    template <class T>
    [[nodiscard]] T get(std::size_t place) const {
        T value;
        std::memcpy(&value, bytes_.data() + place * sizeof(T), sizeof(T));
        return value;
    }

    hg::Register reg_;
    std::vector<std::byte> bytes_;
};

/// A few elements of each operand that the host implementation has written, one a line. None without an implementation.
std::vector<std::string> expected_lines(const hg::Instruction& instruction, const KernelExample& example) {
    std::vector<std::string> lines;
    if (!instruction.host) return lines;
    std::vector<HostElements> elements;
    for (std::size_t i = 0; i < example.registers.size(); ++i) elements.emplace_back(example.registers[i], i);
    std::vector<hg::HostOperand> operands;
    for (HostElements& x : elements) operands.push_back(x.operand());
    instruction.host({operands, example.scalars});
    for (std::size_t i = 0; i < elements.size(); ++i) {
        if (!hg::writes(instruction.operands[i].access)) continue;
        const std::int64_t rows = example.registers[i].rows;
        const std::int64_t cols = example.registers[i].cols;
        for (const auto& [row, col] :
             {std::pair{std::int64_t{0}, std::int64_t{0}}, std::pair{rows / 2, cols / 3},
              std::pair{rows / 3, cols - 1}, std::pair{rows - 1, cols - 1}})
            lines.push_back("{" + std::to_string(i) + ", " + std::to_string(row) + ", " +
                            std::to_string(col) + ", " + number(elements[i].at(row, col)) + "}");
    }
    return lines;
}

std::string operands_text(const hg::Instruction& instruction, const KernelExample& example) {
    std::string text;
    for (std::size_t i = 0; i < example.registers.size(); ++i) {
        const hg::Register& reg = example.registers[i];
        text += "{\"" + instruction.operands[i].name + "\", " + type_word(reg.type) + ", " +
                std::to_string(reg.rows) + ", " + std::to_string(reg.cols) + ", " + std::to_string(reg.ld) +
                "}, ";
    }
    return text;
}

std::string scalars_text(const KernelExample& example) {
    std::string text;
    for (const hg::ScalarValue& scalar : example.scalars) text += number(scalar.real) + ", ";
    return text + "0";
}

/// Of both problems: what is checked and what is timed.
void write_problems(std::ostream& text, const hg::Instruction& instruction, const KernelExample& checked,
                    const KernelExample& timed) {
    const hg::Geometry small = instruction.geometry(checked.shape());
    const hg::Geometry large = instruction.geometry(timed.shape());
    text << "enum { F32, F64, I32 };\n"
         << "struct operand { const char* name; int type; long rows, cols, ld; };\n"
         << "struct element { int operand; long row, col; double value; };\n\n"
         << "/* Two problems: a small one that is checked, and one that is timed. Column-major; columns "
            "begin ld apart. */\n"
         << "static const struct operand operands[2][OPERANDS] = {\n    {"
         << operands_text(instruction, checked) << "},\n    {" << operands_text(instruction, timed) << "}};\n"
         << "static const double scalars[2][SCALARS + 1] = {{" << scalars_text(checked) << "}, {"
         << scalars_text(timed) << "}};\n"
         << "static const int scalar_types[SCALARS + 1] = {";
    for (const hg::ScalarOperand& scalar : instruction.scalars) text << type_word(scalar.type) << ", ";
    text << "0};\n/* Work-items, and those of a work-group; zeros: as the driver likes. */\n"
         << "static const size_t global_size[2][3] = {" << range_text(small.global) << ", "
         << range_text(large.global) << "};\n"
         << "static const size_t local_size[2][3] = {" << range_text(small.local) << ", "
         << range_text(large.local) << "};\n\n";
}

}  // namespace

SourceOptions source_options(const hg::Instruction& instruction) {
    SourceOptions result;
    std::istringstream words(instruction.build_options);
    for (std::string word; words >> word;) {
        if (word == "-D") {
            words >> word;
            word.insert(0, "-D");
        }
        if (!word.starts_with("-D")) {
            result.others += (result.others.empty() ? "" : " ") + word;
            continue;
        }
        const std::size_t equals = word.find('=');
        const std::string value = equals == std::string::npos ? "1" : word.substr(equals + 1);
        result.defines += "#define " + word.substr(2, equals - 2) + " " + value + "\n";
    }
    return result;
}

std::string kernel_program(const hg::Instruction& instruction, const KernelExample& checked,
                           const KernelExample& timed, const std::string& source_file) {
    for (const KernelExample* example : {&checked, &timed})
        if (instruction.check) instruction.check(example->shape());
    const std::vector<std::string> expected = expected_lines(instruction, checked);
    const hg::Cost cost = instruction.cost ? instruction.cost(timed.shape()) : hg::Cost{};
    std::ostringstream text;
    text << "/* Builds the kernel in " << source_file
         << ", runs it on random matrices, compares a few elements with\n"
         << "   what they must be, and prints its rate. Run it in the folder of that file:\n\n"
         << "       cc PROGRAM.c -o PROGRAM -lOpenCL\n"
         << "       ./PROGRAM [PART OF THE DEVICE'S NAME]\n*/\n"
         << "#define CL_TARGET_OPENCL_VERSION 120\n#include <CL/cl.h>\n#include <stdio.h>\n#include "
            "<stdlib.h>\n"
         << "#include <string.h>\n\n#define KERNEL \"" << instruction.name << "\"\n#define SOURCE_FILE \""
         << source_file << "\"\n#define BUILD_OPTIONS \"" << source_options(instruction).others
         << "\"\n#define ENTRY \"" << instruction.entry << "\"\n#define FLOPS " << number(cost.flops)
         << "\n#define BYTES " << number(cost.bytes) << "\n#define OPERANDS " << instruction.operands.size()
         << "\n#define SCALARS " << instruction.scalars.size() << "\n#define EXPECTED " << expected.size()
         << "\n\n";
    write_problems(text, instruction, checked, timed);
    text << "/* Of the small problem: operand, row, column, and what the element must be after one launch. "
            "*/\n"
         << "static const struct element expected[EXPECTED + 1] = {\n";
    for (const std::string& line : expected) text << "    " << line << ",\n";
    text << "    {0, 0, 0, 0}};\n" << kBody;
    return text.str();
}

}  // namespace hgctl
