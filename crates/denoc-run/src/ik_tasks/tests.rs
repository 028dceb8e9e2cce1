//! Oracle: the tasks written in code, and the words of messages.

use denoc_math::Vec3;
use denoc_mechanism::ik::tasks::{FrameTarget, Task, TaskTarget};

use super::{TaskSpec, resolve};

#[test]
fn lines_and_files_mean_what_they_say() {
    let biped = crate::load("biped").unwrap().model;
    let lines = [
        "frame=left_sole position=0,10 cm,0 rpy=0,0,90 deg weight=2",
        "frame=head look_at=2,0,1 axis=1,0,0 priority=2 tolerance=1e-4",
        "frame=left_sole in=right_sole position=0,0.2,0",
        "com=0,-,0.8",
    ];
    let specs: Vec<TaskSpec> = lines.iter().map(|line| TaskSpec::parse(line).unwrap()).collect();
    let tasks = resolve(&biped, &specs).unwrap();
    let [head, left, right] = ["head", "left_sole", "right_sole"].map(|name| biped.frame(name).unwrap());
    let look = FrameTarget::LookAt { axis: Vec3::unit(0), point: Vec3::new(2.0, 0.0, 1.0) };
    assert_eq!(tasks[1], Task { priority: 2, tolerance: Some(1e-4), ..Task::frame(head, look) });
    let beside = FrameTarget::Position(Vec3::new(0.0, 0.2, 0.0));
    assert_eq!(tasks[2], Task::new(TaskTarget::Frame { frame: left, base: Some(right), target: beside }));
    assert_eq!(tasks[3], Task::mass_center([Some(0.0), None, Some(0.8)]));
    let TaskTarget::Frame { target: FrameTarget::Pose(pose), .. } = tasks[0].target else { panic!("a pose") };
    assert!((pose.position - Vec3::new(0.0, 0.1, 0.0)).norm() < 1e-15 && tasks[0].weight == 2.0);
    assert!((pose.rotation.x - Vec3::unit(1)).norm() < 1e-15);
    // the same through TOML and JSON
    let folder = std::env::temp_dir().join(format!("denoc-ik-tasks-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let all = std::collections::BTreeMap::from([("task", &specs)]);
    for (name, text) in [("t.toml", toml::to_string(&all).unwrap()), ("t.json", serde_json::to_string(&all).unwrap())] {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        assert_eq!(TaskSpec::read(&path).unwrap(), specs, "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn bad_tasks_are_refused_with_words() {
    let puma = crate::load("puma").unwrap().model;
    for (line, message) in [
        ("tool", "task \"tool\": tool is not of the form key=value; write, for example, frame=tool position=0.3,0.2,1"),
        ("fram=tool", "task \"fram=tool\": there is no key fram; did you mean frame?"),
        ("com=0,0 com=1,1", "task \"com=0,0 com=1,1\": com is given twice; keep one of them"),
        ("com=0,0 weight=x", "task \"com=0,0 weight=x\": weight is x; give a number"),
        ("weight=1", "task 1: it has no frame, com or posture; give one of them"),
        ("frame=tool com=0,0", "task 1: it has several of frame, com and posture; write one task for each"),
        ("frame=toll position=0,0,0", "task 1.frame: there is no frame called \"toll\"; did you mean \"tool\"?"),
        ("frame=xx position=0,0,0", "task 1.frame: there is no frame called \"xx\"; frames are link1, link2, link3,"),
        ("frame=tool in=xx position=0,0,0", "task 1.in: there is no frame called \"xx\"; frames are link1,"),
        ("frame=tool", "task 1: its frame has no target; give position, rpy or quaternion, pointing, or look_at"),
        ("frame=tool position=0,0", "task 1.position: it has 2 numbers; give 3"),
        ("frame=tool position=0,0,1 kg", "task 1.position: \"1 kg\" is a mass, but a length is required"),
        ("com=0", "task 1.com: it has 1 number; give x, y or x, y, z"),
        ("com=0,0 axis=0,0,1", "task 1.axis: it does not go with com; write it in a task of its own"),
        ("posture=joint9=1", "task 1.posture.q: there is no joint called \"joint9\""),
        ("frame=tool quaternion=0,0,0,2", "task 1.quaternion: its length is 2; it must be 1; normalise it"),
    ] {
        let error = TaskSpec::parse(line).and_then(|spec| resolve(&puma, &[spec])).unwrap_err().to_string();
        assert!(error.starts_with(message), "{line}: {error}");
    }
}
