"""Only one server may use a file, under any name; the lock is released when its holder ends, in any way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from engineshed.cli import main
from engineshed.core.errors import Trouble
from engineshed.server.lock import only_server_of
from tests.server.test_app_serve import address_in, service


def test_a_second_server_is_refused_with_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "link.db").symlink_to(tmp_path / "x.db")
    with service(tmp_path):
        for name in ("x.db", "link.db", "../" + tmp_path.name + "/x.db"):
            assert main(["serve", "--port", "0", "--db", str(tmp_path / name), "--no-browser"]) == 2
            assert "is in use by another server" in capsys.readouterr().err
    with only_server_of(tmp_path / "x.db"):
        pass


def test_the_lock_is_gone_with_a_killed_server(tmp_path: Path) -> None:
    command = [str(Path(sys.executable).with_name("engineshed")), "serve", "--port", "0", "--no-browser"]
    log = tmp_path / "log.txt"
    with log.open("w") as out:
        process = subprocess.Popen([*command, "--db", str(tmp_path / "x.db")], stdout=out, stderr=out)
    address_in(log)
    with pytest.raises(Trouble), only_server_of(tmp_path / "x.db"):
        pass
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    deadline = time.monotonic() + 5
    while True:
        try:
            with only_server_of(tmp_path / "x.db"):
                return
        except Trouble:
            assert time.monotonic() < deadline
            time.sleep(0.05)


def test_a_folder_that_does_not_exist(tmp_path: Path) -> None:
    with pytest.raises(Trouble) as caught, only_server_of(tmp_path / "nowhere" / "x.db"):
        pass
    assert "cannot be used as a database" in str(caught.value)


def test_a_lock_can_be_taken_again(tmp_path: Path) -> None:
    for _ in range(2):
        with only_server_of(tmp_path / "x.db"):
            pass
