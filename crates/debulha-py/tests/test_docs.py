"""What is documented, and that its examples hold."""

import doctest
import inspect

import conftest
import debulha
import pytest

NAMES = [name for name in debulha.__all__ if not name.startswith("__")]
CLASSES = [getattr(debulha, name) for name in NAMES if inspect.isclass(getattr(debulha, name))]
MEMBERS = {
    f"{cls.__name__}.{name}": member
    for cls in CLASSES
    for name, member in vars(cls).items()
    if not name.startswith("_")
}
DOCUMENTED = {"debulha": debulha, **{name: getattr(debulha, name) for name in NAMES}, **MEMBERS}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_docstring(name):
    text = inspect.getdoc(DOCUMENTED[name])
    assert text and not text.isspace()
    run(text, name)


@pytest.mark.parametrize("guide", ["python", "migration"])
def test_guide(guide, monkeypatch):
    """The blocks of a guide are one session, in the root of the repository."""
    monkeypatch.chdir(conftest.ROOT)
    path = conftest.ROOT / f"docs/guides/{guide}.md"
    blocks = path.read_text("utf-8").split("```python\n")[1:]
    sessions = [block.split("```")[0] for block in blocks]
    assert any(">>>" in session for session in sessions)
    run("\n".join(sessions), guide)


def run(text, name):
    test = doctest.DocTestParser().get_doctest(text, {}, name, None, 0)
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    report = []
    runner.run(test, out=report.append)
    assert runner.summarize(verbose=False).failed == 0, "".join(report)
