//! The look of figures. In a page with `theme.css` a figure has the colours of the page, also where a reader chose light or dark
//! there; in a file of its own it has the same colours by what the reader prefers.

use debulha_compare::markup::THEME;
use std::fmt::Write as _;

/// What has which colour: a selector below the figure, a property, and the name of the colour in `theme.css`.
const COLOURED: [(&str, &str, &str); 25] = [
    ("text", "fill", "soft"),
    (".ground", "fill", "ground"),
    (".title", "fill", "ink"),
    ("text.mark", "fill", "ink"),
    (".grid", "stroke", "line"),
    (".axis", "stroke", "edge"),
    (".level", "stroke", "edge"),
    ("line.mark", "stroke", "tick"),
    (".bar", "fill", "bar"),
    (".dot", "fill", "dot"),
    ("path.f1", "stroke", "drop"),
    (".s0", "stroke", "series-0"),
    (".s0", "fill", "series-0"),
    (".s1", "stroke", "series-1"),
    (".s1", "fill", "series-1"),
    (".s2", "stroke", "series-2"),
    (".s2", "fill", "series-2"),
    (".s3", "stroke", "series-3"),
    (".s3", "fill", "series-3"),
    (".s4", "stroke", "series-4"),
    (".s4", "fill", "series-4"),
    (".s5", "stroke", "series-5"),
    (".s5", "fill", "series-5"),
    (".s6", "stroke", "series-6"),
    (".s6", "fill", "series-6"),
];

/// All but the colours.
const SHAPES: &str = "\
.plot text{font:13px system-ui,sans-serif}.plot text.title{font-size:15px;font-weight:600}.plot text.f1{font-size:11px}\
.plot text.mark,.plot text.line{font-weight:600}.plot text.line,.plot text.level{stroke:none}\
.plot path{fill:none;stroke-width:2}.plot path.line{fill:none}.plot path.f1{stroke-width:1;stroke-dasharray:4 4}\
.plot .dot{fill-opacity:.75}.plot line.mark{stroke-dasharray:4 4}.plot .level{stroke-dasharray:7 4}";

/// The style sheet of a figure, whose class is `plot`.
pub(super) fn style() -> String {
    let mut style = SHAPES.to_owned();
    rules(&mut style, Ground::Light);
    style.push_str("@media(prefers-color-scheme:dark){");
    rules(&mut style, Ground::Dark);
    style.push('}');
    style
}

#[derive(Clone, Copy)]
enum Ground {
    Light = 0,
    Dark = 1,
}

fn rules(style: &mut String, ground: Ground) {
    for (selector, property, name) in COLOURED {
        let colour = colours(name).map_or("currentcolor", |colours| colours[ground as usize]);
        // Twice: programs that draw SVG often know no variables, and take the first.
        let _ = write!(style, ".plot {selector}{{{property}:{colour};{property}:var(--{name},{colour})}}");
    }
}

/// A colour of `theme.css` on light and on dark ground.
fn colours(name: &str) -> Option<[&'static str; 2]> {
    let (_, rest) = THEME.split_once(&format!("--{name}: light-dark("))?;
    let (light, dark) = rest.split_once(')')?.0.split_once(',')?;
    Some([light.trim(), dark.trim()])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_the_theme() {
        for (_, _, name) in COLOURED {
            let found = colours(name);
            assert!(
                found.is_some_and(|both| both.iter().all(|colour| colour.starts_with('#'))),
                "{name}: {found:?}"
            );
        }
        assert_eq!(colours("none"), None);
    }

    #[test]
    fn rules_hold_for_figures_alone() {
        let style = style();
        let rules = style.replace("@media(prefers-color-scheme:dark){", "").replace("}}", "}");
        for selector in
            rules.split('}').filter_map(|rule| rule.split_once('{')).flat_map(|rule| rule.0.split(','))
        {
            assert!(selector.starts_with(".plot "), "{selector}");
        }
    }
}
