"""debulha as a step of datatrove."""

import debulha
import pytest

pytest.importorskip("datatrove")


def test_documents_go_through_the_step():
    from datatrove.data import Document
    from debulha.datatrove import DebulhaExtractor

    html = "<title>Rye</title><h1>Rye</h1><p>Rye is sown in autumn, and reaped in July."
    documents = [Document(text=html, id="rye"), Document(text="", id="none"), Document(text=html, id="again")]
    step = DebulhaExtractor(output_format="markdown", timeout=30)
    made = {document.id: document.text for document in step.run(iter(documents))}
    content = debulha.extract(html, output_format="markdown")
    # datatrove drops documents without text.
    assert made == {"rye": content, "again": content}
