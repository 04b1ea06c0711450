"""ScaLAPACK's pdgesv, pzgesv and pzposv find right solutions with their products and solves on hg's
devices."""

import os
import re

import dropin

EXAMPLE = os.environ["SCALAPACK_SOLVE"]

for ranks, grid, devices in ((1, "1 x +1", "host,host"), (2, "1 x +2", "host"), (4, "2 x +2", "host"),
                             (2, "1 x +2", "pthread")):
    for offload, where in (("always", "devices"), ("never", "cpu")):
        done, calls = dropin.run([*dropin.mpirun(ranks), EXAMPLE, "500", "100"], devices, HG_OFFLOAD=offload,
                                 **dropin.MPI)
        assert re.search(rf"^ *{grid} +500 +100 .* PASSED$", done.stdout, re.M), done.stdout
        # Five panels: four products behind them, and in each process some of the solves.
        for routine in ("DGEMM", "DTRSM"):
            assert calls.get((routine, where), 0) >= 4, (ranks, devices, calls)
            assert {key[1] for key in calls} == {where}, (ranks, devices, calls)

# Complex systems, by LU and by Cholesky.
for devices in ("host", "pthread"):
    for offload, where in (("always", "devices"), ("never", "cpu")):
        done, calls = dropin.run([*dropin.mpirun(2), os.environ["SCALAPACK_COMPLEX"], "300", "60"], devices,
                                 HG_OFFLOAD=offload, **dropin.MPI)
        assert done.stdout.count("LU: right, Cholesky: right") == 2, done.stdout
        for routine in ("ZGEMM", "ZTRSM", "ZHERK"):
            assert calls.get((routine, where), 0) >= 4, (devices, calls)
        assert {key[1] for key in calls} == {where}, (devices, calls)
