/* Host implementations of instructions, as docs/program-text.md shows how to write them. */
#include <stdint.h>

typedef struct {
    void* data;             /* the first element */
    int64_t rows, cols, ld; /* element (i, j) is data[i + j * ld] */
} hg_operand;
typedef struct {
    double real, imag; /* imag is 0 if the scalar is not complex */
} hg_number;

/* Y := a X + Y */
void saxpy(const hg_operand* operands, const hg_number* scalars) {
    const float* x = operands[0].data;
    float* y = operands[1].data;
    const float a = (float)scalars[0].real;
    for (int64_t j = 0; j < operands[1].cols; ++j)
        for (int64_t i = 0; i < operands[1].rows; ++i)
            y[i + j * operands[1].ld] += a * x[i + j * operands[0].ld];
}
