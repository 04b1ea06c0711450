// oneTBB is not instrumented, so ThreadSanitizer would report what its threads pass to each other as races.
#include <oneapi/tbb/global_control.h>

namespace {

using oneapi::tbb::global_control;

const global_control one_thread(global_control::max_allowed_parallelism, 1);

}  // namespace
