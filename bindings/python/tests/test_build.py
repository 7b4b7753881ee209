"""The package as a thing to build: the list of sources agrees with CMake's, and an sdist builds, installs and imports
alone."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import sysconfig
import tempfile

import pytest

HERE = pathlib.Path(__file__).resolve().parent
PACKAGE = HERE.parent
TREE = PACKAGE.parent.parent
sys.path.insert(0, str(PACKAGE))
import core_sources  # noqa: E402


def test_sources_and_flags_agree_with_cmake():
    commands = json.loads((pathlib.Path(os.environ['PLYFORGE_BUILD_DIR']) / 'compile_commands.json').read_text())
    compiled = {}
    for entry in commands:
        if '/plyforge.dir/' in entry['command'] and '/src/' in entry['file']:
            path = pathlib.Path(entry['file']).relative_to(TREE / 'src').as_posix()
            compiled[path] = {word for word in entry['command'].split() if word.startswith('-m')}
    core = core_sources.Core(TREE)
    assert {path: set(flags) for path, flags in core.sources} == compiled
    assert len(core.sources) == len({path for path, _ in core.sources}) > 60


def test_levels_agree_with_cmake():
    core = core_sources.Core(TREE)
    assert core.level_code == (pathlib.Path(os.environ['PLYFORGE_BUILD_DIR']) / 'src/tables/level_code.inc').read_text()


def test_portable_build_has_no_flags():
    core = core_sources.Core(TREE, portable=True)
    assert all(flags == [] for _, flags in core.sources)
    assert 'true, false' in core.level_code


def test_it_compiles_without_the_limited_api():
    """As it is built for a free-threaded interpreter, which has none."""
    if not shutil.which('cc'):
        pytest.skip('no C compiler')
    sources = sorted((PACKAGE / 'extension').glob('*.c'))
    command = ['cc', '-std=gnu17', '-fsyntax-only', '-Werror', '-DPLYFORGE_FREE_THREADED=1',
               '-I' + str(TREE / 'include'), '-I' + str(TREE),
               '-I' + sysconfig.get_path('include'), *sources]
    run(*command)


def test_a_missing_wheel_package_is_named(tmp_path):
    """A new virtual environment has setuptools only, and --no-build-isolation takes what is there."""
    program = ("import runpy, sys; sys.modules['wheel'] = sys.modules['setuptools.command.bdist_wheel'] = None; "
               "sys.argv[1:] = {0}; runpy.run_path('setup.py')")
    for words, status in ((['dist_info', '-o', str(tmp_path)], 1), (['--version'], 0)):
        done = subprocess.run([sys.executable, '-c', program.format(words)], cwd=PACKAGE, capture_output=True, text=True)
        assert done.returncode == status, done.stderr
        assert ('pip install wheel; or leave out --no-build-isolation' in done.stderr) == (status == 1)


def wheels_of_the_distribution():
    """A folder with wheels of pip, setuptools and wheel, as Debian has them for virtual environments."""
    folder = pathlib.Path('/usr/share/python-wheels')
    names = [path.name for path in folder.glob('*.whl')]
    return (folder if all(any(name.startswith(part) for name in names) for part in ('pip-', 'setuptools-', 'wheel-'))
            else None)


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.mark.skipif(not sysconfig.get_config_var('SOABI'), reason='this interpreter builds no extensions')
def test_sdist_builds_alone_in_an_empty_environment(tmp_path):
    """sdist, then pip with build isolation and without a network, then import in the new environment."""
    wheels = wheels_of_the_distribution()
    if not wheels:
        pytest.skip('no wheels of pip, setuptools and wheel (Debian: python3-pip-whl python3-setuptools-whl '
                    'python3-wheel-whl)')
    # Quick to compile: the code is the same, only not optimised. A compiler cache is used where there is one.
    environment = dict(os.environ, PLYFORGE_PORTABLE='1', CFLAGS='-O0 -DPF_DEBUG_TEMPLATES', PIP_NO_INDEX='1',
                       PIP_FIND_LINKS=str(wheels), PIP_DISABLE_PIP_VERSION_CHECK='1')
    environment.pop('PYTHONPATH', None)
    environment.pop('PYTHONDEVMODE', None)
    if shutil.which('ccache'):
        environment.update(CC='ccache cc', CCACHE_BASEDIR=tempfile.gettempdir(), CCACHE_NOHASHDIR='1')
    copy = tmp_path / 'tree' / 'bindings' / 'python'
    shutil.copytree(PACKAGE, copy,
                    ignore=shutil.ignore_patterns('build', 'dist', 'LICENSE', '*.egg-info', '__pycache__'))
    for folder in 'include', 'src', 'parquet', 'tools':
        shutil.copytree(TREE / folder, tmp_path / 'tree' / folder)
    shutil.copy(TREE / 'LICENSE', tmp_path / 'tree' / 'LICENSE')
    run(sys.executable, 'setup.py', '-q', 'sdist', '-d', tmp_path / 'dist', cwd=copy, env=environment)
    archive, = (tmp_path / 'dist').iterdir()
    shutil.rmtree(tmp_path / 'tree')
    # pip runs from its wheel: an environment with a pip of its own takes longer to make than all the rest to install.
    run(sys.executable, '-m', 'venv', '--without-pip', tmp_path / 'venv', env=environment)
    python = tmp_path / 'venv' / 'bin' / 'python'
    run(python, next(wheels.glob('pip-*.whl')) / 'pip', 'install', '-q', archive, env=environment)
    site, = (tmp_path / 'venv').glob('lib/*/site-packages')
    about, = site.glob('plyforge-*.dist-info')
    assert 'Tag: cp311-abi3-' in (about / 'WHEEL').read_text()
    licences = [path.read_text() for path in about.rglob('LICENSE')]
    assert licences == [(TREE / 'LICENSE').read_text()]
    # Everything that is in the sources of the package, the types of every module included.
    parts = {path.relative_to(PACKAGE / 'src').as_posix() for path in (PACKAGE / 'src').rglob('*')
             if path.suffix in ('.py', '.pyi', '.typed')}
    assert (parts - {path.relative_to(site).as_posix() for path in site.rglob('*')} == set()
            and 'plyforge/py.typed' in parts)
    program = 'import plyforge, plyforge.chess as chess; print(plyforge.perft(chess.Board(), 4), plyforge.__version__)'
    assert run(python, '-I', '-c', program, cwd=tmp_path).split() == ['197281', core_sources.version(TREE)]
