//! A small conversion of presentation MathML to TeX.

use debulha_dom::{Document, NameId, Namespace, NodeId, NodeKind};

/// Nesting of MathML that is converted; deeper parts are given as their characters.
const MAX_MATH_DEPTH: usize = 32;

/// TeX of what is in a `math` element. O(subtree · nesting).
pub(super) fn to_tex(doc: &Document, math: NodeId) -> String {
    let mut tex = Tex { doc, out: String::new() };
    tex.children(math, 0);
    tex.out
}

/// TeX under construction.
struct Tex<'d> {
    doc: &'d Document,
    out: String,
}

impl Tex<'_> {
    fn children(&mut self, node: NodeId, depth: usize) {
        let doc = self.doc;
        for child in doc.children(node) {
            self.node(child, depth);
        }
    }

    /// Writes a node. Recursion ends at [`MAX_MATH_DEPTH`].
    fn node(&mut self, node: NodeId, depth: usize) {
        if self.doc.kind(node) != NodeKind::Element {
            // White space between MathML elements, or stray characters.
            return self.token(node, self.doc.text(node).trim());
        }
        if depth >= MAX_MATH_DEPTH {
            let text = self.doc.text_content(node);
            return self.token(node, text.trim());
        }
        let depth = depth + 1;
        match self.local_name(node) {
            "mi" | "mn" | "mo" | "ms" => {
                let text = self.doc.text_content(node);
                self.token(node, text.trim());
            }
            "mtext" => {
                let text = self.doc.text_content(node);
                self.group("\\text", |tex| tex.words(&text));
            }
            "mspace" => self.out.push(' '),
            "msqrt" => self.group("\\sqrt", |tex| tex.children(node, depth)),
            "mroot" => self.root(node, depth),
            "mfrac" => self.arguments(node, depth, &["\\frac", ""]),
            "msub" | "munder" => self.arguments(node, depth, &["", "_"]),
            "msup" => self.arguments(node, depth, &["", "^"]),
            "mover" => self.over(node, depth),
            "msubsup" | "munderover" => self.arguments(node, depth, &["", "_", "^"]),
            "mtable" => self.table(node, depth),
            "mfenced" => {
                self.out.push('(');
                self.children(node, depth);
                self.out.push(')');
            }
            "semantics" => {
                if let Some(first) = self.elements(node).first() {
                    self.node(*first, depth);
                }
            }
            "annotation" | "annotation-xml" | "mphantom" => {}
            _ => self.children(node, depth),
        }
    }

    fn local_name(&self, node: NodeId) -> &str {
        let name: NameId = self.doc.name(node);
        if self.doc.namespace(node) == Namespace::MathMl { self.doc.name_str(name) } else { "" }
    }

    fn elements(&self, node: NodeId) -> Vec<NodeId> {
        self.doc.children(node).filter(|&child| self.doc.is_element(child)).collect()
    }

    fn group(&mut self, command: &str, contents: impl FnOnce(&mut Self)) {
        self.out.push_str(command);
        self.out.push('{');
        contents(self);
        self.out.push('}');
    }

    /// Children as arguments, each after its command. What has no braces around it is the base of a script.
    fn arguments(&mut self, node: NodeId, depth: usize, commands: &[&str]) {
        for (index, child) in self.elements(node).into_iter().enumerate() {
            let command = commands.get(index).copied().unwrap_or("");
            if index == 0 && command.is_empty() && self.is_token(child) {
                self.node(child, depth);
            } else {
                self.group(command, |tex| tex.node(child, depth));
            }
        }
    }

    fn is_token(&self, node: NodeId) -> bool {
        matches!(self.local_name(node), "mi" | "mn" | "mo")
    }

    fn root(&mut self, node: NodeId, depth: usize) {
        let elements = self.elements(node);
        let [base, index] = elements[..] else { return self.children(node, depth) };
        self.out.push_str("\\sqrt[");
        self.node(index, depth);
        self.out.push(']');
        self.group("", |tex| tex.node(base, depth));
    }

    fn over(&mut self, node: NodeId, depth: usize) {
        let elements = self.elements(node);
        let [base, over] = elements[..] else { return self.children(node, depth) };
        let accent = match self.doc.text_content(over).trim() {
            "¯" | "‾" | "―" => Some("\\overline"),
            "^" | "ˆ" => Some("\\hat"),
            "~" | "˜" => Some("\\tilde"),
            "→" | "⃗" => Some("\\vec"),
            "˙" => Some("\\dot"),
            _ => None,
        };
        match accent {
            Some(command) => self.group(command, |tex| tex.node(base, depth)),
            None => self.arguments(node, depth, &["", "^"]),
        }
    }

    fn table(&mut self, node: NodeId, depth: usize) {
        self.out.push_str("\\begin{matrix}");
        for (index, row) in self.elements(node).into_iter().enumerate() {
            self.out.push_str(if index > 0 { " \\\\ " } else { " " });
            for (index, cell) in self.elements(row).into_iter().enumerate() {
                self.out.push_str(if index > 0 { " & " } else { "" });
                self.children(cell, depth);
            }
        }
        self.out.push_str(" \\end{matrix}");
    }

    /// Characters of a formula, with the commands of those that TeX names.
    fn token(&mut self, node: NodeId, text: &str) {
        let is_word = text.chars().count() > 1 && text.chars().all(char::is_alphabetic);
        if is_word && self.local_name(node) == "mi" {
            if FUNCTIONS.contains(&text) {
                self.command(&format!("\\{text}"));
            } else {
                self.group("\\mathrm", |tex| tex.out.push_str(text));
            }
            return;
        }
        for c in text.chars() {
            match COMMANDS.binary_search_by_key(&c, |&(character, _)| character) {
                Ok(index) => self.command(COMMANDS[index].1),
                Err(_) if matches!(c, '{' | '}' | '#' | '$' | '%' | '&' | '_') => {
                    self.out.push('\\');
                    self.out.push(c);
                }
                Err(_) if matches!(c, '\u{2061}'..='\u{2064}' | '\u{200b}') => {}
                Err(_) => self.character(c),
            }
        }
    }

    /// Text within a formula, in which signs of TeX stand for themselves.
    fn words(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '{' | '}' | '#' | '$' | '%' | '&' | '_' => self.out.extend(['\\', c]),
                '\\' => self.out.push_str("\\backslash "),
                // Markdown would begin a tag with it; in text there is no command for it.
                '<' => self.out.push_str("}\\lt\\text{"),
                _ => self.out.push(c),
            }
        }
    }

    fn command(&mut self, command: &str) {
        self.out.push_str(command);
    }

    /// A letter right after a command needs a space between them.
    fn character(&mut self, c: char) {
        if c.is_ascii_alphabetic() && ends_in_command(&self.out) {
            self.out.push(' ');
        }
        self.out.push(c);
    }
}

fn ends_in_command(tex: &str) -> bool {
    let name = tex.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    name.len() < tex.len() && name.ends_with('\\')
}

/// Functions that have commands of their own names.
const FUNCTIONS: [&str; 18] = [
    "arccos", "arcsin", "arctan", "cos", "cosh", "det", "dim", "exp", "gcd", "inf", "ker", "lim", "ln",
    "log", "max", "min", "sin", "tan",
];

/// Characters with commands, by code point.
#[rustfmt::skip]
const COMMANDS: [(char, &str); 78] = [
    ('\\', "\\backslash"), ('\u{a0}', "~"), ('±', "\\pm"), ('·', "\\cdot"), ('×', "\\times"), ('÷', "\\div"),
    ('Γ', "\\Gamma"), ('Δ', "\\Delta"), ('Θ', "\\Theta"), ('Λ', "\\Lambda"), ('Ξ', "\\Xi"), ('Π', "\\Pi"),
    ('Σ', "\\Sigma"), ('Φ', "\\Phi"), ('Ψ', "\\Psi"), ('Ω', "\\Omega"), ('α', "\\alpha"), ('β', "\\beta"),
    ('γ', "\\gamma"), ('δ', "\\delta"), ('ε', "\\varepsilon"), ('ζ', "\\zeta"), ('η', "\\eta"),
    ('θ', "\\theta"), ('ι', "\\iota"), ('κ', "\\kappa"), ('λ', "\\lambda"), ('μ', "\\mu"), ('ν', "\\nu"),
    ('ξ', "\\xi"), ('π', "\\pi"), ('ρ', "\\rho"), ('ς', "\\varsigma"), ('σ', "\\sigma"), ('τ', "\\tau"),
    ('υ', "\\upsilon"), ('φ', "\\varphi"), ('χ', "\\chi"), ('ψ', "\\psi"), ('ω', "\\omega"), ('ϕ', "\\phi"),
    ('ϵ', "\\epsilon"), ('…', "\\ldots"), ('′', "'"), ('ℏ', "\\hbar"), ('ℓ', "\\ell"), ('←', "\\leftarrow"),
    ('→', "\\to"), ('↔', "\\leftrightarrow"), ('⇒', "\\Rightarrow"), ('⇔', "\\Leftrightarrow"),
    ('∀', "\\forall"), ('∂', "\\partial"), ('∃', "\\exists"), ('∅', "\\emptyset"), ('∇', "\\nabla"),
    ('∈', "\\in"), ('∉', "\\notin"), ('∏', "\\prod"), ('∑', "\\sum"), ('−', "-"), ('∘', "\\circ"),
    ('∞', "\\infty"), ('∧', "\\wedge"), ('∨', "\\vee"), ('∩', "\\cap"), ('∪', "\\cup"), ('∫', "\\int"),
    ('∼', "\\sim"), ('≈', "\\approx"), ('≠', "\\neq"), ('≡', "\\equiv"), ('≤', "\\leq"), ('≥', "\\geq"),
    ('⊂', "\\subset"), ('⊆', "\\subseteq"), ('⋅', "\\cdot"), ('⋯', "\\cdots"),
];

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use debulha_dom::{Limits, names, parse};

    fn tex(inner: &str) -> String {
        let doc = parse(&format!("<math>{inner}</math>"), &Limits::default()).document;
        to_tex(&doc, doc.elements_named(names::MATH).next().unwrap()).trim().to_owned()
    }

    #[test]
    fn commands_are_sorted_so_that_look_up_finds_each() {
        assert!(COMMANDS.windows(2).all(|pair| pair[0].0 < pair[1].0));
    }

    #[test]
    fn mathml_becomes_tex() {
        for (mathml, expected) in [
            ("<msup><mi>x</mi><mn>2</mn></msup><mo>+</mo><mi>α</mi><mi>y</mi>", r"x^{2}+\alpha y"),
            ("<mfrac><mrow><mi>a</mi><mo>−</mo><mn>1</mn></mrow><mi>b</mi></mfrac>", r"\frac{a-1}{b}"),
            ("<msqrt><mi>x</mi></msqrt><mroot><mi>x</mi><mn>3</mn></mroot>", r"\sqrt{x}\sqrt[3]{x}"),
            ("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><mi>i</mi>", r"\sum_{i}^{n}i"),
            ("<msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup>", "a_{i}^{2}"),
            ("<mover><mi>v</mi><mo>→</mo></mover>", r"\vec{v}"),
            ("<mi>sin</mi><mi>x</mi><mtext> if so</mtext>", r"\sin x\text{ if so}"),
            (
                "<mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd></mtr></mtable>",
                r"\begin{matrix} 1 & 0 \\ 0 \end{matrix}",
            ),
        ] {
            assert_eq!(tex(mathml), expected, "{mathml}");
        }
    }

    #[test]
    fn deep_mathml_keeps_its_characters() {
        let depth = 10 * MAX_MATH_DEPTH;
        let deep = format!("{}<mi>x</mi>{}", "<mrow>".repeat(depth), "</mrow>".repeat(depth));
        assert_eq!(tex(&deep), "x");
    }
}
