"""Pictures and films."""

from __future__ import annotations

import json
import struct
from pathlib import Path

import pytest

import denoc


def swing() -> denoc.Trajectory:
    return denoc.load("one_r").simulate(0.5, q=[1.0], output_step=0.05)


def test_a_film_has_the_frames_of_its_time(tmp_path: Path) -> None:
    # oracle: the header of GIF, and by hand: 0.5 s at 10 frames per second, the end included
    swing().animate(tmp_path / "swing.gif", size=(64, 48), fps=10)
    content = (tmp_path / "swing.gif").read_bytes()
    assert content[:6] == b"GIF89a" and struct.unpack("<HH", content[6:10]) == (64, 48)
    # a graphic control extension before each frame: 10 hundredths of a second
    assert content.count(b"\x21\xf9\x04") == 6 and content.count(b"\x0a\x00", content.find(b"\x21\xf9\x04")) >= 6


def test_gltf_contains_the_motion(tmp_path: Path) -> None:
    # oracle: the results, and the layout of binary glTF
    run = swing()
    run.animate(tmp_path / "swing.glb", start=0.1, end=0.3)
    content = (tmp_path / "swing.glb").read_bytes()
    length = struct.unpack("<I", content[12:16])[0]
    scene = json.loads(content[20 : 20 + length])
    assert [node["name"] for node in scene["nodes"]] == ["world", "ground", *denoc.load("one_r").link_names]
    times = scene["accessors"][scene["animations"][0]["samplers"][0]["input"]]
    assert times["count"] == 5 and times["max"] == [pytest.approx(0.2)]


def test_pictures(tmp_path: Path) -> None:
    # oracle: the header of PNG; other coordinates look different
    arm = denoc.load("planar_3r")
    usual = arm.picture(size=(64, 48))
    assert struct.unpack(">II", usual[16:24]) == (64, 48)
    assert usual == arm.picture(size=(64, 48)) != arm.picture([1.0, 1.0, 1.0], size=(64, 48))
    assert usual != arm.picture(size=(64, 48), view=(-60, 30)) and usual._repr_png_() == usual
    usual.save(tmp_path / "arm.png")
    assert (tmp_path / "arm.png").read_bytes() == usual
    swing().animate(tmp_path / "swing.png", at=0.25, size=(64, 48), trace=False, follow=True, background="dark")
    assert (tmp_path / "swing.png").read_bytes()[1:4] == b"PNG"


def test_settings_that_do_not_fit_are_named(tmp_path: Path) -> None:
    # oracle: exact texts
    run, file = swing(), tmp_path / "swing.gif"
    with pytest.raises(denoc.InputError, match='view: "back" is not known; choose one of iso, front, side, top'):
        run.animate(file, view="back")  # type: ignore[arg-type]
    with pytest.raises(denoc.InputError, match="size: the picture would have 1 × 1 pixels"):
        run.animate(file, size=(1, 1))
    with pytest.raises(denoc.InputError, match='follow: there is no body "hand"; the bodies are ground, '):
        run.animate(file, follow="hand")
    with pytest.raises(denoc.InputError, match="there are no results after 5 s"):
        run.animate(file, start=5.0)
    with pytest.raises(denoc.Error, match=r"choose a name that ends in \.gif, \.glb or \.png"):
        run.animate(tmp_path / "swing.mp4")
    assert not file.exists()
