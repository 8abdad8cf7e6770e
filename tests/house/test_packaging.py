"""The wheel holds real files under one name, whatever else is called `runtime` or `compiler` where it is used."""

import os
import shutil
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("compiler", "envs", "grammar", "runtime", "training", "validation")
NOT_SOURCE = (".*", "__pycache__", "*.egg-info", "build", "demo-out", "dist", "runs", "tests", "node_modules")

IMPORT_ALL = """
import importlib, pkgutil, sys
import cowork_dsl
names = [m.name for m in pkgutil.walk_packages(cowork_dsl.__path__, "cowork_dsl.")]
for name in names:
    importlib.import_module(name)
print(len(names), cowork_dsl.__file__)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from a copy so that the checkout stays clean."""
    source = tmp_path_factory.mktemp("source") / "checkout"
    shutil.copytree(ROOT, source, symlinks=True, ignore=shutil.ignore_patterns(*NOT_SOURCE))
    target = tmp_path_factory.mktemp("wheel")
    pip(
        sys.executable,
        "wheel",
        "--no-deps",
        "--no-build-isolation",
        "--wheel-dir",
        os.fspath(target),
        os.fspath(source),
    )
    (built,) = target.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new virtual environment with the wheel in it; the libraries are lent by the one that runs the tests."""
    home = tmp_path_factory.mktemp("venv")
    venv.create(home, with_pip=False, symlinks=True)
    python = home / "bin" / "python"
    pip(sys.executable, "--python", os.fspath(python), "install", "--no-deps", os.fspath(wheel))
    (packages,) = home.glob("lib/python3*/site-packages")
    lent = [path for path in sys.path if path.endswith("site-packages")]
    (packages / "lent.pth").write_text("\n".join(lent) + "\n", encoding="utf-8")
    return home / "bin"


def pip(python: str, *arguments: str) -> None:
    environment = {**os.environ, "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_NO_INDEX": "1"}
    done = subprocess.run([python, "-m", "pip", "--quiet", *arguments], capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr


def source_files(folder: Path) -> set[str]:
    found = (path for path in folder.rglob("*") if path.is_file())
    names = (path.relative_to(ROOT) for path in found)
    return {name.as_posix() for name in names if not any(part[0] in "._" for part in name.parts[:-1])}


@pytest.mark.slow
def test_the_wheel_holds_one_top_level_name_and_every_file(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if not name.endswith("/")}
    packaged = {name for name in names if name.startswith("cowork_dsl/")}
    expected = {f"cowork_dsl/{name}" for floor in FLOORS for name in source_files(ROOT / floor)}
    expected |= source_files(ROOT / "cowork_dsl" / "face")

    assert {name.split("/")[0] for name in names - packaged} == {f"cowork_gym-{version()}.dist-info"}
    assert expected - packaged == set()
    assert "cowork_dsl/py.typed" in packaged


@pytest.mark.slow
def test_everything_imports_in_a_folder_with_its_own_runtime(installed: Path, tmp_path: Path) -> None:
    for name in FLOORS:
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("raise RuntimeError('the wrong package was imported')\n")
    done = subprocess.run([installed / "python", "-c", IMPORT_ALL], cwd=tmp_path, capture_output=True, text=True)

    assert done.stderr == ""

    count, home = done.stdout.split()

    assert int(count) > len(FLOORS)
    assert Path(home).is_relative_to(installed.parent)


@pytest.mark.slow
def test_the_command_is_installed(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run([installed / "cowork", "--version"], cwd=tmp_path, capture_output=True, text=True)

    assert done.stdout == f"cowork {version()}\n"
    assert done.returncode == 0


@pytest.mark.parametrize("name", FLOORS)
def test_a_folder_of_the_root_refuses_its_bare_name(name: str) -> None:
    done = subprocess.run([sys.executable, "-c", f"import {name}"], cwd=ROOT, capture_output=True, text=True)

    assert done.returncode == 1
    assert done.stderr.splitlines()[-1] == f"ImportError: import this package as cowork_dsl.{name}"


@pytest.mark.parametrize("name", FLOORS)
def test_the_links_are_relative(name: str) -> None:
    assert (ROOT / "cowork_dsl" / name).readlink() == Path("..") / name


def version() -> str:
    from cowork_dsl import __version__

    return __version__
