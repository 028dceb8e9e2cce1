//! Misspelt words: wherever a keyword of a closed set or the name of a part is read, a similar one is suggested.

mod common;

use common::{Folder, denoc};

/// Whether a message suggests a word; clap says "similar" about options and keywords of its own.
fn suggests(message: &str, meant: &str) -> bool {
    let after = |words: &str, end| Some(message.split_once(words)?.1.split(end).next().unwrap_or_default());
    let suggestion = after("did you mean ", '?').or_else(|| after("similar ", '\n'));
    suggestion.is_some_and(|text| text.to_lowercase().contains(meant))
}

// oracle: the intended word, by hand
#[test]
fn misspelt_words_of_the_command_line() {
    for (command, meant) in [
        ("inverze puma", "inverse"),
        ("inverse puma --algoritm recursive", "--algorithm"),
        ("inverse pumma", "puma"),
        ("inverse puma --algorithm recursve", "recursive"),
        ("inverse puma --base floatin", "floating"),
        ("inverse puma --q jiont1=1", "joint1"),
        ("simulate puma --integrator dop85", "dop853"),
        ("simulate puma --controller computed-torqe", "computed-torque"),
        ("simulate puma --profile quintc --to joint1=1 --controller pd", "quintic"),
        ("simulate puma --limits repot", "report"),
        ("simulate puma --configuration hom", "home"),
        ("simulate puma --rotor-inertia jint1=1", "joint1"),
        ("simulate fourbar --closure projectd", "projected"),
        ("simulate fourbar --algorithm recursiv", "recursive"),
        ("simulate fourbar --v crank_pivt=1", "crank_pivot"),
        ("matrices puma --only gmi", "gim"),
        ("convert puma out.txt --to urfd", "urdf"),
        ("convert puma out.urfd", "urdf"),
        ("cycle fourbar --input crank_pivt", "crank_pivot"),
        ("cycle fourbar --input crank_pivot --output outptu_pivot", "output_pivot"),
        ("cycle fourbar --input crank_pivot --trace copler", "coupler"),
        ("balance fourbar --input crank_pivot --on crnk", "crank"),
        ("balance fourbar --input crank_pivot --on crank --goal momnt=1", "moment"),
        ("fk puma --frame link66", "link6"),
        ("ik puma --frame lnk6 --position 1,0,0", "link6"),
        ("modules quadruped --module lf_hpi", "lf_hip"),
        ("mobility fourbar --configuration strat", "start"),
        ("assemble fourbar --q crank_pvt=1", "crank_pivot"),
        ("growth --schemes projectd", "projected"),
        ("reproduce --only stanfrd", "stanford"),
        ("rope new --kind cabel", "cable"),
        ("completions bsh", "bash"),
        ("check pendulom.urdf", "pendulum.urdf"),
        ("inverse puma --state stats.csv", "states.csv"),
    ] {
        let folder = Folder::new("suggestions");
        folder.file("states.csv", "q[0]\n1\n");
        let words: Vec<&str> = command.split(' ').collect();
        let said = if command.contains("stats.csv") { folder.run(&words) } else { denoc(&words) };
        let message = format!("{}{}", said.err, said.out);
        assert_ne!(said.code, 0, "{command}: {message}");
        assert!(suggests(&message, meant), "{command}: {message}");
    }
}

/// A scenario for a simulation of a mechanism.
fn of(model: &str, more: &str) -> String {
    format!("model = \"{model}\"\n{more}")
}

// oracle: the intended word, by hand
#[test]
fn misspelt_words_of_scenarios() {
    let simulate = "[simulate]\nduration = 0.1\n";
    let sweep = |path: &str, metric: &str, more: &str| {
        format!(
            "model = \"fourbar\"\n{simulate}[sweep]\nsampling = \"grid\"\n[[sweep.parameter]]\npath = \"{path}\"\n{more}\n\
             [sweep.metrics]\nx = \"{metric}\"\n"
        )
    };
    let values = "values = [0.1, 0.2]";
    let (mass, speed) = ("links.crank.mass", "max v[crank_pivot]");
    for (text, meant) in [
        (of("forbar", simulate), "fourbar"),
        (of("fourbar", "[simulat]\nduration = 1\n"), "simulate"),
        (of("fourbar", "[simulate]\nduraton = 1\n"), "duration"),
        (of("fourbar", &format!("{simulate}integrator = \"dop85\"\n")), "dop853"),
        (of("fourbar", &format!("{simulate}closure = \"projectd\"\n")), "projected"),
        (of("fourbar", &format!("{simulate}algorithm = \"recursve\"\n")), "recursive"),
        (of("fourbar", &format!("{simulate}limits = \"repot\"\n")), "report"),
        (of("fourbar", &format!("{simulate}singular = \"recrod\"\n")), "record"),
        (of("puma", &format!("base = \"floatin\"\n{simulate}")), "floating"),
        (of("puma", &format!("{simulate}[controller]\nlaw = \"computed-torqe\"\n")), "computed-torque"),
        (of("puma", &format!("{simulate}[controller]\nlaw = \"pd\"\nkpp = 1\n")), "kp"),
        (of("puma", &format!("{simulate}[controller]\nlaw = \"pd\"\nkp = {{ jiont1 = 1 }}\nkd = 1\n")), "joint1"),
        (of("puma", &format!("{simulate}[controller]\nlaw = \"table\"\nfile = \"forcs.csv\"\n")), "forces.csv"),
        (of("puma", "[motion]\nprofile = \"quintc\"\n"), "quintic"),
        (of("puma", "[motion]\nprofile = \"tabel\"\n"), "table"),
        (of("puma", "[motion]\nprofile = \"table\"\nfile = \"motion.csv\"\n"), "q[joint1]"),
        (of("puma", "[motion]\nprofile = \"line\"\nframe = \"lnik6\"\npoint = [0, 0, 1]\nduration = 1\n"), "link6"),
        (of("puma", &format!("{simulate}[start]\nq = {{ jint1 = 1 }}\n")), "joint1"),
        (of("puma", &format!("{simulate}[start]\nq = {{ joint1 = \"30 degre\" }}\n")), "deg"),
        (of("puma", &format!("{simulate}[start]\nconfiguration = \"hom\"\n")), "home"),
        (of("puma", &format!("trace = \"lnik6\"\n{simulate}")), "link6"),
        (of("puma", &format!("rotor_inertia = {{ jiont1 = 1 }}\n{simulate}")), "joint1"),
        (of("fourbar", &format!("{simulate}[[event]]\njoint = \"crank_pivt\"\nvalue = 1\n")), "crank_pivot"),
        (of("fourbar", &format!("{simulate}[[event]]\nspeed = \"crank_pivt\"\nvalue = 1\n")), "crank_pivot"),
        (of("fourbar", &format!("{simulate}[[event]]\nheight = \"copler\"\nvalue = 1\n")), "coupler"),
        (
            of("fourbar", &format!("{simulate}[[event]]\njoint = \"crank_pivot\"\nvalue = 1\ndirection = \"risng\"\n")),
            "rising",
        ),
        (of("fourbar", &format!("{simulate}[[load]]\nlink = \"copler\"\nforce = [1, 0, 0]\n")), "coupler"),
        (of("fourbar", &format!("{simulate}[[load]]\nlink = \"coupler\"\naxes = \"wrld\"\n")), "world"),
        (sweep("links.crnk.mass", speed, values), "crank"),
        (sweep("lnks.crank.mass", speed, values), "links"),
        (sweep("links.crank.mas", speed, values), "mass"),
        (sweep("simulate.duratio", speed, values), "duration"),
        (sweep("controler.kp", speed, values), "controller"),
        (sweep("start.v.crank_pivt", speed, values), "crank_pivot"),
        (sweep(mass, "mx v[crank_pivot]", values), "max"),
        (sweep(mass, "max v[crank_pivt]", values), "v[crank_pivot]"),
        (sweep(mass, speed, "from = 1\nto = 2\ncount = 2\nspacing = \"lgo\""), "log"),
        (sweep(mass, speed, values).replace("\"grid\"", "\"gird\""), "grid"),
    ] {
        let folder = Folder::new("suggestions-scenario");
        folder.file("forces.csv", "t,tau[joint1]\n0,1\n1,2\n").file("motion.csv", "t,q[jiont1]\n0,1\n1,2\n");
        folder.file("scenario.toml", &text);
        let command = if text.contains("[sweep]") { "sweep" } else { "run" };
        let message = folder.run(&[command, "scenario.toml"]).refused();
        assert!(suggests(&message, meant), "{text}\n{message}");
    }
}

// oracle: the intended word, by hand
#[test]
fn misspelt_words_of_tables_and_states() {
    let folder = Folder::new("suggestions-tables");
    for (text, meant) in [
        ("{\"qq\": [1]}", "q"),
        ("{\"tua\": [1]}", "tau"),
        ("{\"q\": {\"joint11\": 1}}", "joint1"),
        ("q[jiont1]\n1\n", "joint1"),
        ("jiont1\n1\n", "joint1"),
        ("tua[joint1]\n1\n", "tau[joint1]"),
        ("tme,q[joint1]\n0,1\n", "time"),
    ] {
        folder.file("state", text);
        let message = folder.run(&["inverse", "puma", "--state", "state"]).refused();
        assert!(suggests(&message, &format!("\"{meant}\"")), "{text}\n{message}");
    }
    for (text, meant) in [
        ("t,tau[jiont1]\n0,1\n1,2\n", "tau[joint1]"),
        ("t,tua[joint1]\n0,1\n1,2\n", "tau[joint1]"),
        ("tt,tau[joint1],tau[joint2],tau[joint3]\n0,1,0,0\n1,2,0,0\n", "t"),
    ] {
        folder.file("forces.csv", text);
        let words = ["simulate", "planar_3r", "--controller", "table", "--forces", "forces.csv"];
        let message = folder.run(&words).refused();
        assert!(suggests(&message, &format!("\"{meant}\"")), "{text}\n{message}");
    }
}
