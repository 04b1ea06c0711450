from spack.package import *


class Hg(CMakePackage):
    """BLAS, LAPACK and sparse matrices on all GPUs of a node. hg works on matrices in host memory, uses
    OpenCL, and overlaps transfers with computation."""

    # In a checkout: spack repo add packaging/spack; spack dev-build hg@0.2.0

    license("Apache-2.0")

    version("0.2.0")

    variant("tools", default=True, description="Build the command-line tool hgctl")
    variant("examples", default=False, description="Build the examples")

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

    conflicts("%gcc@:10", msg="hg needs a C++20 compiler")

    def cmake_args(self):
        return [
            self.define_from_variant("HG_BUILD_TOOLS", "tools"),
            self.define_from_variant("HG_BUILD_EXAMPLES", "examples"),
            self.define("HG_BUILD_TESTS", False),
        ]
