"""A report as a page of HTML that needs nothing from elsewhere, and as Markdown with its drawings beside it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

LONG = 14
"""Longer tables are folded, because their drawing says the same."""

STYLE = """
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#222;background:#fff}
h1{line-height:1.2}h2{margin-top:2.5rem;border-bottom:1px solid #ccc}
.scroll{overflow-x:auto}table{border-collapse:collapse;font-size:.9rem;margin:1rem 0}
th,td{padding:.2rem .6rem;border-bottom:1px solid #ddd;text-align:right}th:first-child,td:first-child{text-align:left}
tr.out td{font-weight:bold}caption{text-align:left;font-style:italic;padding:.3rem 0}
svg{max-width:100%;height:auto}figure{margin:1rem 0}summary{cursor:pointer}
footer{margin-top:3rem;border-top:1px solid #ccc;font-size:.9rem}code{overflow-wrap:anywhere}
@media(prefers-color-scheme:dark){body{color:#eee;background:#181818}h2,footer,th,td{border-color:#444}}
"""


class Table(NamedTuple):
    caption: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    marked: Sequence[bool]
    """Which rows stand out."""


class Chart(NamedTuple):
    name: str
    """For a file."""
    title: str
    svg: str


class Points(NamedTuple):
    """A list of sentences."""

    sentences: Sequence[str]


Block = str | Table | Chart | Points


class Section(NamedTuple):
    title: str
    blocks: Sequence[Block]


class Report(NamedTuple):
    language: str
    title: str
    lead: Sequence[str]
    sections: Sequence[Section]
    footer: str
    command: str
    """The line that makes this report again."""
    show_numbers: str
    """What opens a folded table."""


def html(report: Report) -> str:
    return "\n".join(_html(report)) + "\n"


def _html(report: Report) -> Iterator[str]:
    yield f'<!doctype html>\n<html lang="{report.language}">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield f"<title>{escape(report.title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>"
    yield f"<h1>{escape(report.title)}</h1>"
    for paragraph in report.lead:
        yield f"<p>{escape(paragraph)}</p>"
    for section in report.sections:
        yield f"<h2>{escape(section.title)}</h2>"
        for block in section.blocks:
            yield from _html_block(block, report)
    yield f"<footer><p>{escape(report.footer)}</p><p><code>{escape(report.command)}</code></p></footer>"
    yield "</body>\n</html>"


def _html_block(block: Block, report: Report) -> Iterator[str]:
    match block:
        case str():
            yield f"<p>{escape(block)}</p>"
        case Points():
            yield "<ul>"
            yield from (f"<li>{escape(sentence)}</li>" for sentence in block.sentences)
            yield "</ul>"
        case Chart():
            yield f"<figure>\n{block.svg}\n</figure>"
        case Table():
            table = "\n".join(_html_table(block))
            if len(block.rows) > LONG:
                table = f"<details><summary>{escape(report.show_numbers)}</summary>\n{table}\n</details>"
            yield table


def _html_table(table: Table) -> Iterator[str]:
    yield f'<div class="scroll"><table><caption>{escape(table.caption)}</caption>'
    yield (
        "<thead><tr>" + "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head) + "</tr></thead><tbody>"
    )
    for row, marked in zip(table.rows, table.marked, strict=True):
        yield f"<tr{' class=out' if marked else ''}>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
    yield "</tbody></table></div>"


def markdown(report: Report, name: str) -> str:
    """``name`` begins the names of the files with drawings."""
    return "\n".join(_markdown(report, name)) + "\n"


def _markdown(report: Report, name: str) -> Iterator[str]:
    yield f"# {_plain(report.title)}\n"
    for paragraph in report.lead:
        yield _plain(paragraph) + "\n"
    for section in report.sections:
        yield f"## {_plain(section.title)}\n"
        for block in section.blocks:
            yield from _markdown_block(block, name)
    yield f"---\n\n{_plain(report.footer)}\n\n```console\n{report.command}\n```"


def _markdown_block(block: Block, name: str) -> Iterator[str]:
    match block:
        case str():
            yield _plain(block) + "\n"
        case Points():
            yield "\n".join(f"- {_plain(sentence)}" for sentence in block.sentences) + "\n"
        case Chart():
            yield f"![{_plain(block.title)}]({file_of(block, name)})\n"
        case Table():
            yield f"*{_plain(block.caption)}*\n"
            yield "| " + " | ".join(_plain(cell) for cell in block.head) + " |"
            yield "| --- |" + " ---: |" * (len(block.head) - 1)
            for row, marked in zip(block.rows, block.marked, strict=True):
                cells = [f"**{_plain(cell)}**" if marked and cell else _plain(cell) for cell in row]
                yield "| " + " | ".join(cells) + " |"
            yield ""


def file_of(chart: Chart, name: str) -> str:
    return f"{name}-{chart.name}.svg"


def charts_of(report: Report) -> Iterator[Chart]:
    return (block for section in report.sections for block in section.blocks if isinstance(block, Chart))


def _plain(text: str) -> str:
    """No text of ours means anything to Markdown."""
    for sign in "\\|*_<`[":
        text = text.replace(sign, f"\\{sign}")
    return text
