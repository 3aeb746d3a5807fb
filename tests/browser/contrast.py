"""How well every text on a page stands out from what is drawn around it, measured in the page's own pixels.

The page is photographed as it is, with white letters and with black letters. Where the last two differ, there is a
letter, whatever it is drawn on; the pixels beside it in which they are the same are its background. So a rim around
letters counts as their background if it is wide enough.
"""

from __future__ import annotations

from base64 import b64encode
from typing import NamedTuple

from playwright.sync_api import Page

LEAST = 4.5
"""The contrast that WCAG 2.2 asks of text (1.4.3, AA), applied to large text, too."""

TEXTS = """() => {
  const opacityOf = element => element ? getComputedStyle(element).opacity * opacityOf(element.parentElement) : 1;
  const placeOf = element => [element.closest("[data-thing]")?.dataset.thing, element.parentElement, element]
    .map(part => part?.localName ? [part.localName, ...part.classList].join(".").replace(/\\.svelte-\\w+/g, "") : part)
    .filter(Boolean).join(" > ");
  const found = [];
  function clipOf(element) {
    if (!element) return [0, 0, innerWidth, innerHeight];
    const around = clipOf(element.parentElement);
    if (getComputedStyle(element).overflow === "visible") return around;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return both(around, [left, top, right, bottom]);
  }
  /** Whether a panel, or the shadow that it casts on the board, lies over a part of the text. */
  function covered(element, [left, top, right, bottom]) {
    const board = element.closest("svg[role=group]");
    const [layer, near] = board ? [board, 16] : [element.closest("svg") ?? element.parentElement, -1];
    const corners = [left - near, right + near].flatMap(x => [top - near, bottom + near].map(y => [x, y]));
    return corners.some(([x, y]) => {
      const front = document.elementFromPoint(x, y);
      return front && !layer.contains(front) && !front.contains(layer);
    });
  }
  const both = (one, other) => one.map((side, at) => (at < 2 ? Math.max : Math.min)(side, other[at]));
  function add(element, text, rects) {
    const clip = clipOf(element);
    const boxes = rects.map(({ left, top, right, bottom }) => both(clip, [left, top, right, bottom]));
    const cut = boxes.some(([, top, , bottom], at) => bottom - top < rects[at].height - 0.5);
    if (cut || boxes.some(box => covered(element, box))) return;
    found.push({ text, place: placeOf(element), opacity: opacityOf(element), boxes, clip });
  }
  const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (nodes.nextNode()) {
    const [node, element] = [nodes.currentNode, nodes.currentNode.parentElement];
    if (!node.data.trim() || element.closest(".unseen, :disabled")) continue;
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    add(element, node.data.trim(), [...range.getClientRects()]);
  }
  for (const field of document.querySelectorAll("input, textarea, select")) {
    const shown = field.checkVisibility() && !field.disabled;
    if (shown) add(field, field.value || field.placeholder, [...field.getClientRects()]);
  }
  return found;
}"""
"""Every text that is not hidden, with its boxes on the screen. Disabled buttons are dim on purpose, as WCAG allows."""

UNFOLD = """() => {
  for (const image of document.querySelectorAll("svg image[href^='data:image/svg']")) {
    const text = decodeURIComponent(image.getAttribute("href").replace(/^[^,]*,/, ""));
    const drawn = document.importNode(new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    for (const side of ["x", "y", "width", "height"]) drawn.setAttribute(side, image.getAttribute(side));
    image.after(drawn);
    image.style.visibility = "hidden";
    drawn.dataset.unfolded = "";
  }
}"""
"""Puts the ground of a board, which is a picture, into the page, so that its letters can be found, too."""

PAINT = """colour => {
  const sheet = new CSSStyleSheet();
  const letters = `-webkit-text-fill-color: ${colour} !important; text-decoration: none !important`;
  sheet.replaceSync(`*, ::placeholder { ${letters} } text, tspan { fill: ${colour} !important }`);
  document.adoptedStyleSheets = [sheet];
}"""
TIDY_UP = """() => {
  document.adoptedStyleSheets = [];
  for (const drawn of document.querySelectorAll("[data-unfolded]")) {
    drawn.previousElementSibling.style.visibility = "";
    drawn.remove();
  }
}"""

MEASURE = """async ({ shots, texts, scale, near }) => {
  const [seen, white, black] = await Promise.all(shots.map(pixelsOf));
  return texts.map(measured);

  async function pixelsOf(shot) {
    const bytes = Uint8Array.from(atob(shot), letter => letter.charCodeAt(0));
    const picture = await createImageBitmap(new Blob([bytes]), { colorSpaceConversion: "none" });
    const canvas = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
    canvas.drawImage(picture, 0, 0);
    return canvas.getImageData(0, 0, picture.width, picture.height);
  }

  function measured({ opacity, boxes, clip }) {
    const letters = [], ground = new Set();
    for (const box of boxes) {
      const [left, top, right, bottom] = box.map(side => Math.round(side * scale));
      for (let y = Math.max(0, top); y < Math.min(seen.height, bottom); y++) {
        for (let x = Math.max(0, left); x < Math.min(seen.width, right); x++) {
          const covered = cover(x, y);
          if (covered >= opacity / 2) letters.push([x, y, covered]);
        }
      }
    }
    const inside = clip.map((side, at) => (at < 2 ? Math.ceil : Math.floor)(side * scale));
    for (const [x, y] of letters) around(x, y, ground, inside);
    if (letters.length === 0 || ground.size === 0) return null;
    const behind = [...ground].map(at => pixel(black, at));
    const ink = inkOf(letters, opacity, behind);
    const contrasts = behind.map(colour => contrast(ink, colour)).sort((one, other) => one - other);
    const at = Math.floor(contrasts.length / 10);
    return { contrast: contrasts[at], ink: ink.map(Math.round) };
  }

  /** How much of a pixel is covered by a letter, from 0 to 1. */
  function cover(x, y) {
    const at = 4 * (y * seen.width + x);
    return (white.data[at + 1] - black.data[at + 1]) / 255;
  }

  function around(x, y, ground, [left, top, right, bottom]) {
    for (let row = Math.max(top, y - near); row < Math.min(bottom, y + near + 1); row++) {
      for (let column = Math.max(left, x - near); column < Math.min(right, x + near + 1); column++) {
        if (Math.abs(cover(column, row)) < 0.02) ground.add(row * seen.width + column);
      }
    }
  }

  function pixel(shot, at) {
    return [...shot.data.slice(4 * at, 4 * at + 3)];
  }

  /** The colour of the letters where they cover most; thin letters never cover a whole pixel. */
  function inkOf(letters, opacity, behind) {
    const [x, y, covered] = letters.reduce((best, one) => (one[2] > best[2] ? one : best));
    const at = y * seen.width + x;
    const [drawn, unlit] = [pixel(seen, at), pixel(black, at)];
    if (covered >= 0.97 * opacity) return drawn;
    const middle = [0, 1, 2].map(part => behind.reduce((sum, colour) => sum + colour[part], 0) / behind.length);
    return drawn.map((value, part) => ((value - unlit[part]) / covered) * opacity + middle[part] * (1 - opacity));
  }

  function contrast(one, other) {
    const [darker, lighter] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (lighter + 0.05) / (darker + 0.05);
  }

  function luminance(colour) {
    const [red, green, blue] = colour.map(value => {
      const part = Math.min(255, Math.max(0, value)) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }
}"""


class Text(NamedTuple):
    """A text as it is drawn. Up to a tenth of its surroundings may contrast less than this."""

    text: str
    place: str
    contrast: float
    ink: list[int]
    box: list[int]
    """Left, top, right, bottom."""


def measure_texts(page: Page) -> list[Text]:
    """All texts in sight of a page on which nothing moves."""
    page.evaluate(UNFOLD)
    texts = page.evaluate(TEXTS)
    shots = [_photographed(page, colour) for colour in (None, "white", "black")]
    page.evaluate(TIDY_UP)
    scale = page.evaluate("devicePixelRatio")
    dark_room = page.context.new_page()
    found = dark_room.evaluate(MEASURE, {"shots": shots, "texts": texts, "scale": scale, "near": round(scale)})
    dark_room.close()
    return [
        Text(text["text"], text["place"], round(seen["contrast"], 2), seen["ink"], list(map(round, text["boxes"][0])))
        for text, seen in zip(texts, found, strict=True)
        if seen
    ]


def _photographed(page: Page, colour: str | None) -> str:
    if colour:
        page.evaluate(PAINT, colour)
    return b64encode(page.screenshot()).decode()
