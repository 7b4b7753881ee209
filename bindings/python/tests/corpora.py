"""Where the large corpora are: PLYFORGE_CORPORA in the environment or, as the build was told, in its cache."""
import os
import pathlib
import re

import pytest


def folder(name):
    """The folder of a corpus; the test is skipped where it is missing."""
    root = os.environ.get('PLYFORGE_CORPORA', '')
    cache = pathlib.Path(os.environ.get('PLYFORGE_BUILD_DIR', '')) / 'CMakeCache.txt'
    if not root and cache.exists():
        found = re.search(r'^PLYFORGE_CORPORA:\w+=(.*)$', cache.read_text(), re.M)
        root = found.group(1) if found else ''
    path = pathlib.Path(root) / name
    if not root or not path.is_dir():
        pytest.skip(f'no corpus {name}: PLYFORGE_CORPORA is not set')
    return path
