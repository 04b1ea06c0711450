#include <gtest/gtest.h>

#include "tests/support/simulated_runs.hpp"

namespace hg {
namespace {

using namespace simulated;

void on_host_of_32_bytes_a_second(const std::vector<Row>& rows) {
    Target target = samples::plain_target();
    target.host_copy_rate = 32;
    expect_figures(target,
                   "matrix M f64 8x8\ndevices gpus\nregister r f64 4x2\nregister other f64 4x2\n"
                   "register square f64 4x4\n",
                   sources::library(), rows);
}

TEST(SimulateDelays, OfLaunches) {
    on_host_of_32_bytes_a_second({
        // Launched from 0 to 2, from 2 to 4, and from 4 to 6, a gap of 0.4 behind it.
        {"an EXEC is launched beside the load that it waits for",
         "EXEC clear other\nLD r <- M[0, 0]\nEXEC scale r ; 1\nEXEC clear other\n",
         {start(2, 9), end(2, 9), end(3, 9.4)}},
        {"on a CPU it is launched afterwards",
         "LD r <- M[0, 0]\nEXEC scale r ; 1\n",
         {end(1, 11)},
         [](Target& t) { t.devices[0].is_gpu = false; }},
        {"what stands behind a mark is launched when that has ended",
         "EXEC clear r\nMARK \"done\" @ gpus[0].EXEC\nEXEC clear r\n",
         {end(1, 2), end(2, 4)}},
        // Launched at 2, it begins at 12; the other, launched at 4, follows after a gap.
        {"a kernel begins later if its queue is idle",
         "EXEC clear r\nEXEC clear other\n",
         {end(0, 12), end(1, 12.4)},
         [](Target& t) { t.delays.start = 10; }},
        {"a launch takes longer if others wait for its end: 2 + 6",
         "EXEC clear r\nST M[0, 0] <- r\n",
         {makespan(17)},
         [](Target& t) { t.delays.awaited = 6; }},
        {"no kernel is shorter than the shortest",
         "EXEC clear r\n",
         {makespan(5)},
         [](Target& t) { t.devices[0].shortest_kernel = 3; }},
    });
}

TEST(SimulateDelays, OfCopies) {
    const std::string load = "LD r <- M[0, 0]\n";
    on_host_of_32_bytes_a_second({
        {"threads wake", load, {makespan(16)}, [](Target& t) { t.delays.wake = 7; }},
        // 2 * 16 / 32 s, then 9; the second is copied beside the one before.
        {"the first piece is copied before an idle link gets it",
         load + "LD other <- M[4, 4]\n",
         {makespan(19)},
         [](Target& t) {
             t.delays.first_piece = 16;
             t.delays.piece_alone = 2;
         }},
        // Both stores end on the link at 18 and 27; then 2 * 32 / 32.
        {"the last piece of the last store is copied afterwards",
         load + "LD other <- M[4, 4]\nST M[0, 0] <- r\nST M[4, 4] <- other\n",
         {end(2, 18), end(3, 29)},
         [](Target& t) {
             t.delays.last_piece = 32;
             t.delays.piece_alone = 2;
         }},
        {"each column of 32 bytes takes 8 s more, beside the link",
         load,
         {makespan(1 + 2 * (1.0 + 8.0))},
         [](Target& t) { t.delays.each_column = 8; }},
        {"short columns are copied while the link is busy",
         load,
         {makespan(9)},
         [](Target& t) { t.delays.each_column = 2; }},
        // Of 7 s to wake, threads take 0.4 to begin with a piece, in which the link's latency is hidden; an
        // ST takes 0.8.
        {"each piece has its own cost",
         load + "ST M[4, 4] <- r\n",
         {end(0, 7 + 18 + 2.8), end(1, 7 + 18 + 2.8 + 18)},
         [](Target& t) {
             t.delays.wake = 7;
             t.delays.each_column = 8;
         }},
        {"the link carries all of a triangle: 128 bytes in place of 80",
         "LD square <- M[0, 0] lower\n",
         {makespan(7 + 1 + 16)},
         [](Target& t) { t.delays.wake = 7; }},
        {"pinned memory is not copied",
         load + "ST M[4, 4] <- r\n",
         {makespan(18)},
         [](Target& t) {
             t.host_copy_rate = 1e30;
             t.delays.first_piece = t.delays.last_piece = 64;
             t.delays.each_column = 2;
             t.delays.piece_alone = 2;
         }},
        {"a CPU has none of them: 9 + 2 + 9",
         load + "EXEC scale r ; 1\nST M[4, 4] <- r\n",
         {makespan(20)},
         [](Target& t) {
             t.delays = {.wake = 5, .each_column = 2};
             t.delays.first_piece = t.delays.last_piece = 64;
             t.devices[0].is_gpu = false;
         }},
    });
}

}  // namespace
}  // namespace hg
