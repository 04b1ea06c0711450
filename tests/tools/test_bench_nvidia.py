"""hgctl bench with NVIDIA's libraries as peers: each is called as it wants to be, and left out where it
cannot run."""
import json
import os

from tool import ToolTest

PEERS = ["cublas", "cublasxt", "nvblas"]


class BenchNvidia(ToolTest):
    def bench(self, *arguments, devices="host,host", libraries=os.environ["STAND_INS"], peers=tuple(PEERS),
              **settings):
        environment = {"HG_DEVICES": devices, "LD_LIBRARY_PATH": libraries, "OCL_ICD_VENDORS": "/nonexistent",
                       "STAND_IN_LOG": self.path("nvblas.log"), **settings}
        result = self.ended("bench", *arguments, "--peer", ",".join(peers), "--json", "-", env=environment)
        return json.loads(result.stdout)["rows"], result.stderr

    def check_peers(self, row, names):
        for name in PEERS:
            peer = row["peers"][name]
            if name not in names:
                self.assertIsNone(peer, name)
                continue
            self.assertGreater(peer["seconds"], 0)
            self.assertLess(peer["error"], 1, name)
            many = row["devices"] if name != "cublas" else 1
            self.assertEqual(peer["runs_on"], f"{many} x Stand-in" if many > 1 else "Stand-in")
            self.assertEqual(peer["resident_seconds"] is not None, name == "cublas")
            self.assertEqual(peer["variant"], "blocks of 4096" if name == "cublasxt" else "")

    def test_right_products_on_as_many_devices_as_the_row_has(self):
        for settings in {}, {"STAND_IN_PINS": "1"}:
            rows, said = self.bench("dgemm", "--n", "40", "--m", "30", "--k", "50", "--beta", "0.5",
                                    "--device-counts", "1,2", "--memory", "pageable,pinned", "--repeat", "2",
                                    **settings)
            self.assertEqual(said, "")
            self.assertEqual(len(rows), 4)
            for row in rows:
                self.check_peers(row, PEERS)
        with open(self.path("nvblas.log"), encoding="utf-8") as log:
            self.assertEqual(log.read(), 2 * (6 * "1" + 6 * "2"))

    def test_the_rest_of_level_3(self):
        for routine, *arguments in [("dtrsm",), ("strsm",), ("dsymm", "--beta", "2"), ("ssymm",),
                                    ("dsyrk", "--beta", "-1"), ("ssyrk",), ("dsyr2k", "--beta", "0.5"),
                                    ("ssyr2k",), ("dtrmm",), ("strmm",), ("ztrsm",), ("zsymm",),
                                    ("chemm", "--beta", "2"), ("csyrk",), ("zherk", "--beta", "-1"),
                                    ("zsyr2k",), ("cher2k", "--beta", "0.5"), ("ctrmm",)]:
            rows, said = self.bench(routine, "--sizes", "40x30", *arguments, "--device-counts", "1,2",
                                    "--memory", "pageable,pinned", "--repeat", "2",
                                    peers=["cublas", "cublasxt"], STAND_IN_PINS="1")
            self.assertEqual(said, "")
            for row in rows:
                for name in "cublas", "cublasxt":
                    self.assertLess(row["peers"][name]["error"], 1, name)
                self.assertGreater(row["peers"]["cublas"]["resident_seconds"], 0)
                self.assertEqual(row["peers"]["cublasxt"]["variant"], "blocks of 4096")
                self.assertEqual(row["peers"]["cublasxt"]["runs_on"],
                                 "2 x Stand-in" if row["devices"] == 2 else "Stand-in")

    def test_levels_1_and_2_in_the_memory_of_the_device(self):
        rows, said = self.bench("resident", "--type", "f64,f32,c64,c32", "--ops", "n,t,c", "--sizes", "40",
                                "--lengths", "300", "--runs", "1", "--chain", "2", peers=["cublas"],
                                devices="host")
        self.assertEqual(said, "")
        # gemv, trmv and trsv with two operations or three; complex elements have two dots and two rank-one
        # updates.
        self.assertEqual(len(rows), 2 * (16 + 3) + 2 * (18 + 6))
        for row in rows:
            self.assertGreater(row["peers"]["cublas"]["seconds"], 0)
            self.assertLessEqual(row["peers"]["cublas"]["error"], 1, row["routine"])

    def test_levels_1_and_2_from_host_memory(self):
        for routine in ("dswap", "isamax", "sdot", "dgemv", "ssyr2",
                        "zdrot", "scnrm2", "izamax", "cdotc", "zgerc", "cher2"):
            rows, said = self.bench(routine, "--sizes", "40", "--memory", "pageable,pinned", "--repeat", "2",
                                    "--chain", "3", peers=["cublas"], devices="host", STAND_IN_PINS="1")
            self.assertEqual(said, "")
            for row in rows:
                peer = row["peers"]["cublas"]
                self.assertLess(peer["error"], 1, routine)
                self.assertGreater(peer["seconds"], peer["resident_seconds"])

    def test_factorizations_and_solutions(self):
        for routine, *arguments in [("dgetrf", "--sizes", "40,50x30"), ("sgetrf",), ("dgesv", "--nrhs", "3"),
                                    ("sgesv",), ("dgetrs", "--nrhs", "3"), ("sgetrs",), ("dpotrf",),
                                    ("dpotrf", "--uplo", "U"), ("spotrf",),
                                    ("dgeqrf", "--sizes", "40,50x30,30x50"), ("sgeqrf",),
                                    ("zgetrf", "--sizes", "40,50x30"), ("cgesv", "--nrhs", "3"),
                                    ("zgetrs", "--nrhs", "3"), ("zpotrf",), ("cpotrf", "--uplo", "U"),
                                    ("zgeqrf", "--sizes", "40,50x30,30x50"), ("cgeqrf",)]:
            for settings in {}, {"STAND_IN_PINS": "1"}:
                rows, said = self.bench(routine, "--n", "40", *arguments, "--memory", "pageable,pinned",
                                        "--repeat", "2", peers=["cusolver"], **settings)
                self.assertEqual(said, "")
                for row in rows:
                    peer = row["peers"]["cusolver"]
                    self.assertLess(peer["error"], 1)
                    self.assertGreater(peer["seconds"], peer["resident_seconds"])
        for routine in "dgetrf", "dpotrf", "dgeqrf":
            rows, said = self.bench(routine, "--n", "40", "--repeat", "1", peers=["cusolver"],
                                    STAND_IN_MEMORY="4000")
            self.assertIsNone(rows[0]["peers"]["cusolver"])
            self.assertIn("CUDA_ERROR_OUT_OF_MEMORY", said)

    def test_sparse_products(self):
        rows, said = self.bench("spmv", "--matrix", "random:60:0:9,arrow:50", "--type", "f64,f32,c64,c32",
                                "--runs", "2", "--chain", "3", peers=["cusparse"], devices="host")
        self.assertEqual(said, "")
        self.assertEqual([row["format"] == "cusparse" for row in rows], 8 * [False, True])
        for ours, theirs in zip(rows[::2], rows[1::2]):
            self.assertLessEqual(theirs["error"], 1)
            self.assertEqual(len(theirs["all_seconds"]), 2)
            self.assertAlmostEqual(ours["cusparse_ratio"], theirs["seconds"] / ours["seconds"])
            self.assertIsNone(theirs["cusparse_ratio"])
        rows, said = self.bench("spmv", "--matrix", "random:60:50:60,random:9:0:9", "--runs", "1", "--chain",
                                "1", peers=["cusparse"], devices="host", STAND_IN_MEMORY="4000")
        self.assertEqual([row["format"] == "cusparse" for row in rows], [False, False, True])
        self.assertRegex(said, "cusparse is left out of random:60:50:60 f64: .*CUDA_ERROR_OUT_OF_MEMORY")

    def test_own_kernels_by_cudas_compiler(self):
        for kind, versions in ("f64", "register,local"), ("f32", "global"):
            rows, said = self.bench("memory", "--versions", versions, "--sizes", "9", "--block", "4",
                                    "--type", kind, "--runs", "1", peers=["cuda"], devices="host")
            self.assertEqual(said, "")
            names = versions.split(",")
            self.assertEqual([(row["version"], row["device"]) for row in rows],
                             [(name, device) for device in (0, 1) for name in names])
            for ours, theirs in zip(rows, rows[len(names):]):
                self.assertEqual(theirs["kernel"], ours["kernel"])
                self.assertLess(theirs["error"], 1)
                self.assertEqual(theirs["device_seconds"], 0.0005)
                for part in "allocation", "in", "build", "kernel", "out":
                    self.assertGreater(theirs["seconds"][part], 0)

    def test_kernels_of_both_compilers_stand_side_by_side(self):
        environment = {"HG_DEVICES": "host", "LD_LIBRARY_PATH": os.environ["STAND_INS"],
                       "OCL_ICD_VENDORS": "/nonexistent"}
        text = self.good("bench", "memory", "--versions", "cpu,register,tuned", "--sizes", "9", "--runs",
                         "1", "--peer", "cuda", "--json", "m.json", env=environment)
        self.assert_holds(text, ["device 1: Stand-in, kernels by NVRTC 12.34",
                                 "The same kernels on device 0 and on device 1"])
        with open(self.path("m.json"), encoding="utf-8") as file:
            report = json.load(file)
        pair, = report["compilers"]
        self.assertEqual((pair["version"], pair["n"], pair["device"]), ("register", 9, 1))
        self.assertAlmostEqual(pair["ratio"], pair["other_seconds"] / pair["seconds"])

    def test_cudas_compiler_that_fails_leaves_its_rows_out(self):
        rows, said = self.bench("memory", "--versions", "register", "--sizes", "9", "--runs", "1",
                                peers=["cuda"], devices="host", STAND_IN_COMPILES_NOTHING="1")
        self.assertEqual(said, "")
        self.assertIn("NVRTC does not compile gemm_global_f64_nn_set:\nerror: no such thing",
                      rows[1]["left_out"])

    def test_without_cudas_compiler_it_is_left_out(self):
        rows, said = self.bench("memory", "--versions", "register", "--sizes", "9", "--runs", "1",
                                peers=["cuda"], devices="host", libraries="/nonexistent")
        self.assertEqual(len(rows), 1)
        self.assertRegex(said, r"^hgctl: peer cuda is left out: lib(nvrtc\.so|cuda\.so\.1): cannot open")

    def test_other_types(self):
        for routine in "sgemm", "zgemm", "cgemm":
            row, = self.bench(routine, "--n", "40", "--beta", "2", "--repeat", "1")[0]
            self.check_peers(row, PEERS)

    def test_peers_may_have_fewer_turns_or_more(self):
        for turns in 1, 4:
            row, = self.bench("dgemm", "--n", "40", "--beta", "1", "--repeat", "2", "--peer-repeat", turns)[0]
            self.check_peers(row, PEERS)
            self.assertEqual(len(row["all_seconds"]), 2)
            with open(self.path("nvblas.log"), encoding="utf-8") as log:
                self.assertEqual(log.read(), turns * "1")
            os.remove(self.path("nvblas.log"))

    def test_a_peer_without_memory_is_left_out_of_that_row_alone(self):
        rows, said = self.bench("dgemm", "--n", "20,40", "--repeat", "1", STAND_IN_MEMORY="4000")
        self.check_peers(rows[0], PEERS)
        self.check_peers(rows[1], ["cublasxt", "nvblas"])
        self.assertIn("peer cublas is left out of dgemm n = 40, 1 device, pageable", said)
        self.assertIn("CUDA_ERROR_OUT_OF_MEMORY", said)

    def test_a_row_with_more_devices_than_nvidia_has(self):
        rows, said = self.bench("dgemm", "--n", "20", "--device-counts", "3", "--repeat", "1",
                                devices="host,host,host")
        self.check_peers(rows[0], ["cublas"])
        self.assertIn("offers 2 of 3 devices", said)

    def test_without_a_device_all_are_left_out(self):
        rows, said = self.bench("dgemm", "--n", "20", "--repeat", "1", STAND_IN_HAS_NO_DEVICE="1")
        self.check_peers(rows[0], [])
        for name in PEERS:
            self.assertIn(f"peer {name} is left out: NVIDIA's driver offers no device", said)
