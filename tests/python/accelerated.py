"""A plugin of pytest: the tests run with hg behind the names of numpy.linalg and scipy.linalg."""
import os
import sys

sys.path.insert(0, os.environ["HG_PYTHON_PACKAGE"])
import hg  # noqa: E402

hg.accelerate(threshold=1)
