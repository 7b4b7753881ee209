"""Builds the extension with the library compiled in: the code of every instruction set, chosen when it runs.

PLYFORGE_PORTABLE=1 leaves the code for special instruction sets out.
"""
import concurrent.futures
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.sdist import sdist

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))
import core_sources  # noqa: E402

# The tree of the library: two folders up in a checkout, inside the package in an sdist.
TREE = HERE / 'library' if (HERE / 'library').is_dir() else HERE.parent.parent

# setuptools packs the licence that lies beside this file. The one of the tree is copied, and ignored by git.
if not (HERE / 'LICENSE').exists():
    shutil.copy(TREE / 'LICENSE', HERE / 'LICENSE')


def require_wheel():
    """Ends with what to do where setuptools can make no wheel, as in a new virtual environment of Python 3.11 and with
    pip's --no-build-isolation."""
    makes_wheel = {'dist_info', 'bdist_wheel', 'editable_wheel'} & set(sys.argv)
    # setuptools makes wheels by itself since 70.1.
    if makes_wheel and not (importlib.util.find_spec('setuptools.command.bdist_wheel')
                            or importlib.util.find_spec('wheel')):
        sys.exit("building plyforge needs the package wheel: pip install wheel; or leave out --no-build-isolation, and "
                 "pip fetches it")


require_wheel()


class BuildExtension(build_ext):
    """Compiles the library first, each file with the flags of its level, then the extension with these objects."""

    def build_extension(self, ext):
        core = core_sources.Core(TREE, portable=bool(os.environ.get('PLYFORGE_PORTABLE')))
        work = pathlib.Path(self.build_temp).resolve()
        tables = self.make_tables(core, work)
        (tables / 'level_code.inc').write_text(core.level_code)
        folders = [str(TREE / 'include'), str(TREE / 'src'), str(tables)]
        # GNU's C: the flags of CPython itself are not strict C17. Symbols stay inside the extension.
        common = ['-O3', '-g0', '-fvisibility=hidden', '-DNDEBUG'] if self.compiler.compiler_type == 'unix' else []

        def compile_one(source):
            path, flags = source
            if 'CFLAGS' in os.environ and self.compiler.compiler_type == 'unix':
                flags = common + flags + os.environ['CFLAGS'].split()
            else:
                flags = common + flags
            folder = work / 'library' / path.replace('/', '_')
            return self.compiler.compile([str(TREE / 'src' / path)], output_dir=str(folder), include_dirs=folders,
                                         macros=core.definitions, extra_postargs=flags)

        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            for objects in pool.map(compile_one, core.sources):
                ext.extra_objects += objects
        ext.extra_objects += self.compiler.compile([str(path) for path in sorted((TREE / 'parquet').glob('*.c'))],
                                                   output_dir=str(work / 'parquet'), include_dirs=[str(TREE)],
                                                   extra_postargs=common)
        super().build_extension(ext)

    def make_tables(self, core, work):
        """The attack tables, written by a program that is built and run here."""
        tables = work / core_sources.TABLES
        tables.mkdir(parents=True, exist_ok=True)
        if all((tables / name).exists() for name in core.table_names):
            return tables
        objects = self.compiler.compile([str(TREE / path) for path in core.maker], output_dir=str(work / 'maker'),
                                        include_dirs=[str(TREE / 'include'), str(TREE / 'src')])
        self.compiler.link_executable(objects, 'make_tables', output_dir=str(work / 'maker'))
        subprocess.run([str(work / 'maker' / 'make_tables'), str(tables)], check=True)
        return tables


class SourceDistribution(sdist):
    """Adds the sources of the library, so that the archive builds alone."""

    def make_release_tree(self, base_dir, files):
        super().make_release_tree(base_dir, files)
        target = pathlib.Path(base_dir) / 'library'
        for path in ['include', 'src', 'parquet', 'tools/make_tables.c', 'tools/splitmix.h', 'LICENSE']:
            source = TREE / path
            (target / path).parent.mkdir(parents=True, exist_ok=True)
            if source.is_dir():
                shutil.copytree(source, target / path, dirs_exist_ok=True)
            else:
                shutil.copy(source, target / path)


# A free-threaded interpreter has no limited API: its wheel is for that version alone. The module then says that it
# needs the GIL.
FREE_THREADED = bool(sysconfig.get_config_var('Py_GIL_DISABLED'))

setup(
    version=core_sources.version(TREE),
    ext_modules=[Extension(
        'plyforge._core',
        sorted(str(path.relative_to(HERE)) for path in (HERE / 'extension').glob('*.c')),
        depends=['extension/core.h', 'extension/array.h', 'extension/arrow.h', 'extension/pgn.h'],
        include_dirs=[str(TREE / 'include'), str(TREE)],
        define_macros=[('PLYFORGE_FREE_THREADED', '1') if FREE_THREADED else ('Py_LIMITED_API', '0x030B0000')],
        # CFLAGS once more: what the caller wants comes after -O3.
        extra_compile_args=[] if sys.platform == 'win32'
        else ['-O3', '-g0', '-std=gnu17', '-fvisibility=hidden', *os.environ.get('CFLAGS', '').split()],
        libraries=[] if sys.platform == 'win32' else ['pthread'],
        py_limited_api=not FREE_THREADED,
    )],
    cmdclass={'build_ext': BuildExtension, 'sdist': SourceDistribution},
    options={} if FREE_THREADED else {'bdist_wheel': {'py_limited_api': 'cp311'}},
)
