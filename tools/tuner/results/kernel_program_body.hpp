#pragma once

namespace hgctl {

/// What stands behind the tables of one kernel in every kernel_program().
inline constexpr const char* kKernelProgramBody = R"(
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

static cl_kernel build(cl_context context, cl_device_id device, const struct launch* launch) {
    cl_int status = CL_SUCCESS;
    char* source = read_source();
    cl_program program = clCreateProgramWithSource(context, 1, (const char**)&source, NULL, &status);
    require(status, "clCreateProgramWithSource");
    if (clBuildProgram(program, 1, &device, launch->options, NULL, NULL) != CL_SUCCESS) {
        static char log[1 << 16];
        clGetProgramBuildInfo(program, device, CL_PROGRAM_BUILD_LOG, sizeof log - 1, log, NULL);
        fprintf(stderr, "%s\n", log);
        exit(1);
    }
    cl_kernel kernel = clCreateKernel(program, launch->entry, &status);
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
    return x->type == F32 ? (double)((const float*)data)[place] : (double)((const int*)data)[place];
}

/* Numbers in [-0.5, 0.5), for each operand others; of a triangle to solve with others within 1 / rows and a
   diagonal in [1, 1.5]; zeros for integers, or random bits. */
static void fill(const struct operand* x, int position, void* data) {
    unsigned long long state = (unsigned long long)position + 1;
    for (long i = 0; i < x->ld * x->cols; ++i) {
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
        double value = (double)(state >> 11) / 9007199254740992.0 - 0.5;
        if (x->contents == TRIANGLE)
            value = i % x->ld == i / x->ld ? 1 + (value < 0 ? -value : value) : 2 * value / (double)x->rows;
        if (x->type == F64) ((double*)data)[i] = value;
        if (x->type == F32) ((float*)data)[i] = (float)value;
        if (x->type == I32) ((int*)data)[i] = x->contents == BITS ? (int)(state >> 32) : 0;
    }
}

/* The buffers of a problem. */
static void make_buffers(int problem, cl_context context, cl_mem* buffers) {
    for (int i = 0; i < OPERANDS; ++i) {
        const struct operand* x = &operands[problem][i];
        void* data = malloc(bytes_of(x));
        if (data == NULL) exit(1);
        fill(x, i, data);
        cl_int status = CL_SUCCESS;
        buffers[i] = clCreateBuffer(context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, bytes_of(x), data,
                                    &status);
        require(status, "clCreateBuffer");
        free(data);
    }
}

/* A kernel's arguments: of each operand its buffer, first element, rows, columns and ld; then the scalars. */
static void set_arguments(int problem, const struct launch* launch, cl_kernel kernel, const cl_mem* buffers) {
    cl_uint argument = 0;
    for (int i = 0; i < launch->operand_count; ++i) {
        const struct operand* x = &operands[problem][launch->operands[i]];
        const cl_long first = 0;
        const cl_int extents[3] = {(cl_int)x->rows, (cl_int)x->cols, (cl_int)x->ld};
        require(clSetKernelArg(kernel, argument++, sizeof(cl_mem), &buffers[launch->operands[i]]),
                "clSetKernelArg");
        require(clSetKernelArg(kernel, argument++, sizeof first, &first), "clSetKernelArg");
        for (int e = 0; e < 3; ++e)
            require(clSetKernelArg(kernel, argument++, sizeof(cl_int), &extents[e]), "clSetKernelArg");
    }
    for (int i = 0; i < launch->scalar_count; ++i) {
        const cl_double f64 = launch->scalars[i];
        const cl_float f32 = (cl_float)f64;
        const cl_int i32 = (cl_int)f64;
        const int type = launch->scalar_types[i];
        const void* value = type == F64 ? (const void*)&f64 : type == F32 ? (const void*)&f32 : &i32;
        require(clSetKernelArg(kernel, argument++, type == F64 ? 8 : 4, value), "clSetKernelArg");
    }
}

static void prepare(int problem, cl_context context, const cl_kernel* kernels, cl_mem* buffers) {
    make_buffers(problem, context, buffers);
    for (int i = 0; i < LAUNCHES; ++i) set_arguments(problem, &launches[i], kernels[i], buffers);
}

/* Seconds of all launches, one after the other, by the device's clock. */
static double run(int problem, cl_command_queue queue, const cl_kernel* kernels) {
    cl_event events[LAUNCHES];
    double seconds = 0;
    for (int i = 0; i < LAUNCHES; ++i) {
        const size_t* group =
            launches[i].local_size[problem][0] == 0 ? NULL : launches[i].local_size[problem];
        require(clEnqueueNDRangeKernel(queue, kernels[i], 3, NULL, launches[i].global_size[problem], group, 0,
                                       NULL, &events[i]),
                "the launch");
    }
    require(clWaitForEvents(LAUNCHES, events), "the kernel");
    for (int i = 0; i < LAUNCHES; ++i) {
        cl_ulong begin = 0, end = 0;
        clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_START, sizeof begin, &begin, NULL);
        clGetEventProfilingInfo(events[i], CL_PROFILING_COMMAND_END, sizeof end, &end, NULL);
        clReleaseEvent(events[i]);
        seconds += (double)(end - begin) * 1e-9;
    }
    return seconds;
}

/* How many of the elements are wrong. */
static int wrong_elements(cl_command_queue queue, const cl_mem* buffers) {
    int wrong = 0;
    for (int i = 0; i < EXPECTED; ++i) {
        const struct operand* x = &operands[0][expected[i].operand];
        void* data = malloc(bytes_of(x));
        if (data == NULL) exit(1);
        require(clEnqueueReadBuffer(queue, buffers[expected[i].operand], CL_TRUE, 0, bytes_of(x), data, 0,
                                    NULL, NULL),
                "clEnqueueReadBuffer");
        const double value = element(x, data, expected[i].row + expected[i].col * x->ld);
        const double size = expected[i].value < 0 ? -expected[i].value : expected[i].value;
        const double bound = x->type == I32 ? 0 : (1 + size) * (x->type == F64 ? 1e-12 : 1e-4);
        if (!(value - expected[i].value <= bound && expected[i].value - value <= bound)) {
            printf("%s(%ld, %ld) is %.17g, not %.17g\n", x->name, expected[i].row, expected[i].col, value,
                   expected[i].value);
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
    cl_kernel kernels[LAUNCHES];
    for (int i = 0; i < LAUNCHES; ++i) kernels[i] = build(context, device, &launches[i]);

    prepare(0, context, kernels, buffers);
    run(0, queue, kernels);
    const int wrong = wrong_elements(queue, buffers);
    printf("%s: %d of %d elements are right\n", name, EXPECTED - wrong, EXPECTED);
    for (int i = 0; i < OPERANDS; ++i) clReleaseMemObject(buffers[i]);

    prepare(1, context, kernels, buffers);
    run(1, queue, kernels);
    double best = 1e30, all = 0;
    for (int i = 0; i < 5 || (i < 50 && all < 0.1); ++i) {
        const double seconds = run(1, queue, kernels);
        if (seconds < best) best = seconds;
        all += seconds;
    }
    printf("%s: %g s, %g %s\n", KERNEL, best, AMOUNT / best * 1e-9, UNIT);
    for (int i = 0; i < OPERANDS; ++i) clReleaseMemObject(buffers[i]);
    for (int i = 0; i < LAUNCHES; ++i) clReleaseKernel(kernels[i]);
    clReleaseCommandQueue(queue);
    clReleaseContext(context);
    return wrong == 0 ? 0 : 1;
}
)";

}  // namespace hgctl
