"""A program of several phases, each of which ends with a MARK: for tests of graphs, which fold them."""

import os

SOURCE = """hg program 2
param phases = 6
param tiles = 16
matrix M f64 64 x (64 * phases * tiles)
matrix P f64 64 x (64 * phases * tiles)
device gpu0 RATES
device gpu1 RATES
devices all

for phase in 0..phases {
    for tile in 0..tiles {
        register m f64 64 x 64 @ all[tile % count(all)]
        LD m <- M[0, (phase * tiles + tile) * 64]
        ST P[0, (phase * tiles + tile) * 64] <- m
    }
    MARK "moved" @ gpu0.ST
}
""".replace("RATES", "memory 1073741824 rate_f64 1e12 link_in 5e10 link_out 5e10 link_both 8e10 "
                      "link_latency 1e-5 launch_latency 5e-6")


def build(case, program):
    """Writes the program's text to a file of this name in the folder of a test case."""
    with open(case.path("phases.hgs"), "w", encoding="utf-8") as file:
        file.write(SOURCE)
    case.good("program", "build", "phases.hgs", "-o", program)
    os.remove(case.path("phases.hgs"))
