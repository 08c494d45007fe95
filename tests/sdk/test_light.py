"""A bot starts fast: importing the SDK brings nothing along that it doesn't need."""

import json
import subprocess
import sys

import pytest

HARNESS = ("cli", "report", "league", "referee", "wire", "match")
HEAVY = {"grpc", "google", "asyncio", "rich", "click", "trueskill", "msgspec", "uvloop", "ssl"}


def modules_after(statement):
    program = f"{statement}; import json, sys; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, check=True, text=True
    )
    return json.loads(done.stdout)


def test_importing_the_sdk_imports_neither_the_harness_nor_grpc():
    modules = modules_after("import arena.sdk")
    top = {name.partition(".")[0] for name in modules}
    assert set() == top & HEAVY
    assert [] == [
        name for name in modules for layer in HARNESS if name.startswith(f"arena.{layer}")
    ]


@pytest.mark.parametrize("module", ["arena.sdk.stream", "arena.sdk.player", "arena.sdk.local"])
def test_playing_imports_nothing_of_the_harness_either(module):
    modules = modules_after(f"import {module}")
    assert [] == [
        name for name in modules for layer in HARNESS if name.startswith(f"arena.{layer}")
    ]
    assert set() == set(modules) & {"rich", "click", "trueskill", "msgspec"}
