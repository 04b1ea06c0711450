from spack.package import *


class Hg(CMakePackage):
    """Dense linear algebra on all accelerators of a node: BLAS level 3 and LU on matrices in host memory,
    through OpenCL, with transfers hidden behind arithmetic."""

    # In a checkout: spack repo add packaging/spack; spack dev-build hg@0.2.0

    license("Apache-2.0")

    version("0.2.0")

    variant("tools", default=True, description="The command line hgctl")
    variant("examples", default=False, description="Example programs")

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    depends_on("python@3.9:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("boost@1.74: +graph")
    depends_on("opencl-c-headers")
    depends_on("opencl-clhpp")
    depends_on("ocl-icd")
    depends_on("spdlog")
    depends_on("nlohmann-json")
    depends_on("cli11", when="+tools")
    depends_on("libffi", when="+tools")
    depends_on("tbb", when="+tools")
    depends_on("blas")
    depends_on("lapack")

    conflicts("%gcc@:10", msg="hg is written in C++20")

    def cmake_args(self):
        return [
            self.define_from_variant("HG_BUILD_TOOLS", "tools"),
            self.define_from_variant("HG_BUILD_EXAMPLES", "examples"),
            self.define("HG_BUILD_TESTS", False),
        ]
