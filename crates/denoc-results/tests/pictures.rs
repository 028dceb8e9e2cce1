//! Plots and the report page.

use denoc_results::*;

fn long_plot() -> Plot {
    let time: Vec<f64> = (0..360_000).map(|i| f64::from(i) * 1e-3).collect();
    let wave = |speed: f64| -> Vec<f64> { time.iter().map(|t| (speed * t).sin() * (0.01 * t).cos()).collect() };
    let mut panel = Panel::new("torque <τ> & more", "N m");
    for joint in 0..12 {
        panel = panel.series(format!("joint \"{joint}\""), wave(50.0 + f64::from(joint)));
    }
    let error = time.iter().map(|t| 1e-9 * (t * 7.0).sin()).collect();
    Plot::new("Twelve joints & <one> error", XAxis::time(time.clone()))
        .panel(panel)
        .panel(Panel::new("error", "").log().styled("error", error, Style::Dashed))
        .panel(Panel::new("marks", "m").styled("dots", wave(1.0), Style::Dots))
}

/// Checks that elements are closed in order, attributes are quoted and text is escaped.
fn check_xml(text: &str) {
    let mut open: Vec<&str> = Vec::new();
    let mut rest = text.trim();
    while let Some(start) = rest.find('<') {
        assert!(!rest[..start].contains('>'), "a bare > in {:?}", &rest[..start]);
        let end = start + rest[start..].find('>').expect("a tag that ends");
        let tag = &rest[start + 1..end];
        let name = tag.trim_start_matches('/').split([' ', '/']).next().unwrap();
        if tag.starts_with('/') {
            assert_eq!(open.pop(), Some(name));
        } else if !tag.ends_with('/') {
            open.push(name);
        }
        assert_eq!(tag.matches('"').count() % 2, 0, "{tag}");
        rest = &rest[end + 1..];
    }
    assert!(open.is_empty() && rest.is_empty(), "{open:?} stay open");
}

// oracle: the limit of 300 kB, and the rules of XML
#[test]
fn a_plot_of_360_000_rows_is_small_and_well_formed() {
    let svg = long_plot().to_svg().unwrap();
    assert!(svg.len() < 300_000, "{} bytes", svg.len());
    check_xml(&svg);
    assert!(svg.contains("Twelve joints &amp; &lt;one&gt; error"));
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
}

// oracle: the signature of PNG, and the size in its header: twice the units of the SVG
#[test]
fn the_png_has_the_size_of_the_svg() {
    let (svg, png) = (long_plot().to_svg().unwrap(), long_plot().to_png().unwrap());
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    let (width, height) = (number(16) / 2, number(20) / 2);
    assert!(svg.contains(&format!("viewBox=\"0 0 {width} {height}\"")), "{width} × {height}");
}

// oracle: the number of panels that were created
#[test]
fn a_plot_that_is_too_tall_for_png_reports_its_number_of_panels() {
    let panel = || Panel::new("angle", "rad").series("elbow", vec![0.0, 1.0]);
    let plot = (0..400).fold(Plot::new("many", XAxis::time(vec![0.0, 1.0])), |plot, _| plot.panel(panel()));
    let message = plot.to_png().unwrap_err().to_string();
    assert!(
        message.contains("the image of 400 panels would be ") && message.contains("the limit is 65535"),
        "{message}"
    );
    assert!(message.contains("write it as SVG instead") && plot.to_svg().is_ok(), "{message}");
}

// oracle: none of these may cause a panic or coordinates that are not finite
#[test]
fn odd_data_are_drawn() {
    let odd: [Vec<f64>; 5] = [vec![], vec![1.0], vec![f64::NAN; 3], vec![0.0; 3], vec![f64::INFINITY, 1e308, -1e308]];
    for values in odd {
        for log in [false, true] {
            let time = (0..values.len()).map(|i| i as f64).collect();
            let panel = Panel { log, ..Panel::new("y", "") }.series("s", values.clone());
            let plot = Plot::new("odd", XAxis::time(time)).panel(panel);
            let svg = plot.to_svg().unwrap();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{values:?}: {svg}");
            check_xml(&svg);
            plot.to_png().unwrap();
            let plots = vec![PlotGroup { plots: vec![plot], ..PlotGroup::default() }];
            Report { plots, ..Report::default() }.to_html().unwrap();
        }
    }
    let short = Plot::new("short", XAxis::time(vec![0.0, 1.0])).panel(Panel::new("y", "").series("s", vec![1.0]));
    let message = short.to_svg().unwrap_err().to_string();
    assert_eq!(
        message,
        "plot \"short\": \"s\" has 1 values, but the abscissa has 2; pass one value per point of the abscissa"
    );
}

const MALICIOUS: &str = "</script><script>alert('x')</script><!-- \"&";

fn malicious_report() -> Report {
    let text = || MALICIOUS.to_string();
    let plot = Plot::new(MALICIOUS, XAxis::new(MALICIOUS, MALICIOUS, vec![0.0, 1.0]))
        .panel(Panel::new(MALICIOUS, MALICIOUS).series(MALICIOUS, vec![0.0, 1.0]));
    let turning = Plot::new(MALICIOUS, XAxis::new(MALICIOUS, MALICIOUS, vec![0.0, 1.0, 0.0]))
        .panel(Panel::new(MALICIOUS, MALICIOUS).series(MALICIOUS, vec![0.0, 1.0, 2.0]));
    let table = TextTable { title: text(), columns: vec![text()], rows: vec![vec![text(), text()]], note: text() };
    let body = Body::new(text(), Vec::new(), vec![ScenePose::IDENTITY]);
    let row = |verdict| AuditRow { name: text(), value: 1e-9, unit: text(), tolerance: None, verdict, meaning: text() };
    Report {
        title: text(),
        subtitle: text(),
        kind: text(),
        scene: Some(Scene { bodies: vec![body], times: vec![0.0], ..Scene::default() }),
        plots: vec![PlotGroup {
            title: text(),
            short: text(),
            text: text(),
            plots: vec![plot, turning],
            tables: vec![table.clone()],
        }],
        tables: vec![table.clone()],
        audit: vec![row(Verdict::Passed), row(Verdict::Unjudged)],
        warnings: vec![text()],
        notes: vec![text()],
        conventions: vec![(text(), text())],
        provenance: vec![(text(), text())],
        command: text(),
        downloads: vec![Download { label: text(), file: "javascript:alert(1)#\"".into() }],
        sections: vec![Section {
            title: text(),
            text: text(),
            tables: vec![table],
            verdict: Some(Verdict::Missed),
            ..Section::default()
        }],
    }
}

/// The page without its script and style.
fn without_bundle(page: &str) -> String {
    let script = page.rfind("<script>").unwrap();
    let (head, rest) = page.split_once("<style>").unwrap();
    let style_end = rest.find("</style>").unwrap() + head.len() + "<style>".len();
    format!("{head}{}{}", &page[style_end..script], &page[page.rfind("</script>").unwrap()..])
}

// oracle: the malicious text, which must not appear unescaped; exactly two script elements
#[test]
fn texts_are_escaped() {
    let page = malicious_report().to_html().unwrap();
    assert_eq!(page.matches("<script").count(), 2);
    assert_eq!(page.matches("</script").count(), 2);
    let content = without_bundle(&page);
    assert!(!content.contains("<!--") && !content.contains("<script>alert"));
    assert!(page.contains("&lt;/script&gt;&lt;script&gt;alert(&#39;x&#39;)"));
    assert!(page.contains("\\u003c/script>"));
    assert!(page.contains("href=\"./javascript:alert(1)%23&quot;\""));
}

// oracle: no address that a browser would load, and a policy that forbids it
#[test]
fn the_page_is_self_contained() {
    let page = malicious_report().to_html().unwrap();
    assert!(page.contains("default-src 'none'"));
    let fetching = ["src=\"http", "href=\"http", "url(http", "url(\"http", "@import", "src=\"//", "href=\"//"];
    for text in fetching {
        assert!(!page.contains(text), "{text}");
    }
}

// oracle: the counts of the checks above
#[test]
fn the_verdict_counts_audit_and_chapters() {
    let report = malicious_report();
    assert_eq!(report.outcome(), Some(AuditOutcome::Missed));
    assert!(report.to_html().unwrap().contains("1 of 2 checks failed"));
    assert_eq!(Report { sections: Vec::new(), ..report }.outcome(), Some(AuditOutcome::Passed));
    assert_eq!(Report::default().outcome(), None);
}

/// The class and the text of the badge of a page with these audit rows.
fn badge(audit: Vec<AuditRow>) -> Option<(String, String)> {
    let page = Report { audit, ..Report::default() }.to_html().unwrap();
    let (_, rest) = page.split_once("<a class=\"badge ")?;
    let (class, rest) = rest.split_once('"')?;
    let (_, text) = rest.split_once("</i>")?;
    let (text, _) = text.split_once("</a>")?;
    Some((class.to_owned(), text.replace("<b>", "").replace("</b>", "").replace("<span>", ": ").replace("</span>", "")))
}

// oracle: by hand; only an audit in which every check was made and holds is green
#[test]
fn the_badge_is_green_only_if_every_check_holds() {
    let held = || AuditRow::bounded("drift", 1e-9, "J", 1e-6, "");
    let missed = || AuditRow::bounded("joint limits passed", 2.0, "", 0.0, "");
    let open = || AuditRow::unchecked("forward dynamics", "singular");
    let number = || AuditRow::unjudged("steps", 7.0, "", "");
    let expect = |rows, class: &str, text: &str| assert_eq!(badge(rows), Some((class.to_owned(), text.to_owned())));
    expect(vec![held(), number()], "passed", "Audit passed: 1 of 1 checks passed");
    expect(vec![held(), open()], "unchecked", "Audit incomplete: 1 of 2 checks could not be made");
    expect(vec![open()], "unchecked", "Audit incomplete: 1 of 1 checks could not be made");
    expect(vec![held(), open(), missed()], "missed", "Audit failed: 1 of 3 checks failed: joint limits passed");
    expect(
        vec![AuditRow::bounded("drift", f64::NAN, "J", 1e-6, "")],
        "missed",
        "Audit failed: 1 of 1 checks failed: drift",
    );
    // numbers without a tolerance are no checks
    assert_eq!(badge(vec![number()]), None);
}

// oracle: by hand; a table stays with its plots, and the bar has the short name
#[test]
fn groups_have_tables_and_a_short_name() {
    let table = TextTable { title: "Peaks".into(), columns: vec!["joint".into()], ..TextTable::default() };
    let group = PlotGroup {
        title: "Forces and torques".into(),
        short: "Actuators".into(),
        tables: vec![table],
        ..PlotGroup::default()
    };
    let page = Report { plots: vec![group], ..Report::default() }.to_html().unwrap();
    assert!(page.contains("<a href=\"#plots-1\">Actuators</a>"));
    assert!(page.contains("<section id=\"plots-1\"><h2>Forces and torques</h2><h3>Peaks</h3>"));
}

// oracle: by hand; dashes by style, colours by number
#[test]
fn curves_of_one_kind_can_share_a_colour() {
    let panel = Panel::new("q", "rad")
        .series("a", vec![0.0, 1.0])
        .styled("a again", vec![0.0, 2.0], Style::Dotted)
        .colored(0)
        .styled("b", vec![0.0, 3.0], Style::DashDot);
    let svg = Plot::new("", XAxis::time(vec![0.0, 1.0])).panel(panel).to_svg().unwrap();
    // a curve and its sample in the legend
    assert_eq!(svg.matches("stroke=\"#0072b2\"").count(), 4);
    assert_eq!(svg.matches("stroke=\"#009e73\"").count(), 2);
    assert_eq!(svg.matches("stroke-dasharray=\"2 3\"").count(), 2);
    assert_eq!(svg.matches("stroke-dasharray=\"8 3 2 3\"").count(), 2);
    let times = XAxis::new("crank", "°", vec![0.0, 180.0]).at_times(vec![0.0]);
    let message = Plot::new("turn", times).to_svg().unwrap_err().to_string();
    assert!(message.contains("there are 1 times, but the abscissa has 2"), "{message}");
}

// oracle: the rules in the documentation of Scene
#[test]
fn broken_scenes_are_explained() {
    let body = |poses| Body::new("arm", Vec::new(), poses);
    let scene = |body, times| Scene { bodies: vec![body], times, ..Scene::default() };
    let message = |scene| Report { scene: Some(scene), ..Report::default() }.to_html().unwrap_err().to_string();
    let still = || body(vec![ScenePose::IDENTITY]);
    assert_eq!(
        message(scene(body(vec![ScenePose::IDENTITY; 2]), vec![0.0, 1.0, 2.0])),
        "scene, body \"arm\": 2 poses for 3 times; pass one pose per time, or a single pose if the body does not move"
    );
    assert!(message(scene(still(), vec![])).contains("the 0 times are not finite and ascending"));
    assert!(message(scene(still(), vec![1.0, 0.0])).contains("in ascending order"));
    assert!(
        message(scene(body(vec![ScenePose::at([f64::NAN, 0.0, 0.0])]), vec![0.0]))
            .contains("end the animation before the motion diverges")
    );
    let trails = vec![Trail { name: "tip".into(), body: 1, point: [0.0; 3] }];
    assert_eq!(
        message(Scene { trails, ..scene(still(), vec![0.0]) }),
        "scene, trail \"tip\": its body is 1, but there are 1; count bodies from 0"
    );
    let marker = Marker { name: "hip".into(), body: 2, pose: ScenePose::IDENTITY, kind: MarkerKind::Frame };
    assert_eq!(
        message(Scene { markers: vec![marker], ..scene(still(), vec![0.0]) }),
        "scene, marker \"hip\": its body is 2, but there are 1; count bodies from 0"
    );
    let arrow = |vectors| Arrow {
        name: "push".into(),
        kind: ArrowKind::Load,
        moment: false,
        body: 0,
        point: [0.0; 3],
        vectors,
    };
    let pushed = |vectors, times| Scene { arrows: vec![arrow(vectors)], ..scene(still(), times) };
    assert_eq!(
        message(pushed(vec![[0.0; 3]; 2], vec![0.0, 1.0, 2.0])),
        "scene, arrow \"push\": 2 vectors for 3 times; pass one vector per time, or a single one if it is constant"
    );
    assert!(message(pushed(vec![[f64::NAN; 3]], vec![0.0])).contains("leave the arrow out"));
    let follow = Some(Followed { name: "mass centre".into(), points: Vec::new() });
    assert_eq!(
        message(Scene { follow, ..scene(still(), vec![0.0]) }),
        "scene, followed point \"mass centre\": 0 points for 1 times; pass one point per time"
    );
    let spring = Body { stretch: vec![1.0; 2], ..still() };
    assert_eq!(
        message(scene(spring, vec![0.0])),
        "scene, body \"arm\": 2 stretches for 1 poses; pass one stretch per pose, or none if the body is rigid"
    );
    let kind = ShapeKind::Mesh { positions: vec![[0.0; 3]; 2], indices: vec![[0, 1, 2]] };
    let mesh = Body { shapes: vec![SceneShape::new(kind, ScenePose::IDENTITY)], ..still() };
    assert!(message(scene(mesh, vec![0.0])).contains("vertex 2, but there are 2"));
}

// oracle: a bound on the size; the page of a long run must remain small enough to send
#[test]
fn long_motions_make_pages_of_moderate_size() {
    let times: Vec<f64> = (0..360_000).map(|i| f64::from(i) * 1e-3).collect();
    let poses: Vec<ScenePose> = times.iter().map(|t| ScenePose::at([t.sin(), 0.0, 0.0])).collect();
    let bodies = (0..4).map(|i| Body::new(format!("link {i}"), Vec::new(), poses.clone())).collect();
    let scene = Scene { bodies, times: times.clone(), ..Scene::default() };
    let plots = vec![PlotGroup { plots: vec![long_plot()], ..PlotGroup::default() }];
    let page = Report { scene: Some(scene), plots, ..Report::default() }.to_html().unwrap();
    assert!(page.len() < 10_000_000, "{} bytes", page.len());
}

// oracle: a bound on the size, and the number of rows; the page of a rope with a thousand links must remain small enough to open
#[test]
fn many_bodies_make_pages_of_moderate_size() {
    let times: Vec<f64> = (0..500).map(|i| f64::from(i) * 1e-2).collect();
    let poses: Vec<ScenePose> = times.iter().map(|t| ScenePose::at([t.sin(), 0.0, 0.0])).collect();
    let body = |i: usize| Body::new(format!("rope_{i}"), Vec::new(), poses.clone());
    let scene = Scene { bodies: (0..1_000).map(body).collect(), times, ..Scene::default() };
    let rows = |count: usize| TextTable {
        title: "Links".into(),
        columns: vec!["link".into()],
        rows: (0..count).map(|i| vec![format!("rope_{i}")]).collect(),
        note: String::new(),
    };
    let page = Report { scene: Some(scene), tables: vec![rows(3_000)], ..Report::default() }.to_html().unwrap();
    assert!(page.len() < 6_500_000, "{} bytes", page.len());
    assert_eq!(page.matches("<tr>").count(), 1_001);
    assert!(page.contains("<h2>Links <small>first 1000 of 3000 rows</small></h2><div class=\"card scroll tall\""));
    let short = Report { tables: vec![rows(24)], ..Report::default() }.to_html().unwrap();
    assert!(short.contains("<h2>Links</h2><div class=\"card scroll\"><table>"));
    let long = Report { tables: vec![rows(25)], ..Report::default() }.to_html().unwrap();
    assert!(
        long.contains("<h2>Links <small>25 rows</small></h2><div class=\"card scroll tall\" tabindex=\"0\"><table>")
    );
}
