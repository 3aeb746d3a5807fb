// A picture of the board as it is on the page, with the result below it, drawn in the browser.

import type { GameLook } from "../games/look";
import type { TableModel } from "../table/model.svelte";
import { shapePath } from "../board/Emblem.svelte";

export interface Line {
  name: string;
  points: string;
  emblem: ReturnType<GameLook["emblem"]>;
}

const WIDTH = 1200;
const [MARGIN, TITLE, ROW] = [32, 64, 52];

/** The properties that style sheets may set on a drawing; a separate picture has no style sheet. */
const STYLES = [
  ...["fill", "fill-opacity", "fill-rule", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray"],
  ...["stroke-linecap", "stroke-linejoin", "paint-order", "opacity", "visibility", "display", "transform"],
  ...["transform-origin", "transform-box", "font-family", "font-size", "font-weight", "font-style", "text-anchor"],
  ...["dominant-baseline", "letter-spacing"],
];

export async function pictureOf(model: TableModel, [headline, ...below]: string[], lines: Line[]): Promise<Blob> {
  const { x, y, width, height } = model.look!.size(model);
  const boardHeight = Math.round((WIDTH * height) / width);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = boardHeight + TITLE + ROW * lines.length + ROW + MARGIN;
  const pen = canvas.getContext("2d")!;
  const page = getComputedStyle(document.documentElement);
  pen.fillStyle = page.getPropertyValue("--sheet");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const pieces = `data:image/svg+xml,${encodeURIComponent(piecesOf(model, `${x} ${y} ${width} ${height}`, boardHeight))}`;
  for (const source of [model.ground, pieces]) pen.drawImage(await loaded(source), 0, 0, WIDTH, boardHeight);

  const serif = page.getPropertyValue("--serif");
  const ink = page.getPropertyValue("--ink");
  pen.textBaseline = "middle";
  write(pen, headline!, MARGIN, boardHeight + TITLE / 2 + 8, `600 38px ${serif}`, ink);
  for (const [place, line] of lines.entries()) drawLine(pen, line, boardHeight + TITLE + ROW * (place + 0.5) + 8, serif, ink);
  write(pen, below.join(" · "), MARGIN, canvas.height - MARGIN, `24px ${serif}`, page.getPropertyValue("--ink-2"));
  return new Promise((done, failed) =>
    canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("no picture"))), "image/png"),
  );
}

/** A copy of the drawn board without its ground and its buttons, in which every style is written out. */
function piecesOf(model: TableModel, box: string, height: number): string {
  const drawn = document.querySelector<SVGSVGElement>(".board svg")!;
  const copy = drawn.cloneNode(true) as SVGSVGElement;
  const [from, to] = [drawn, copy].map((svg) => [...svg.querySelectorAll("*")]);
  for (const [place, element] of from!.entries()) {
    const styles = getComputedStyle(element);
    const twin = to![place]!;
    twin.removeAttribute("style"); // the page's security policy does not allow it in a picture either
    for (const name of STYLES) {
      const value = styles.getPropertyValue(name);
      if (value && !(name === "transform" && (value === "none" || twin.hasAttribute("transform")))) twin.setAttribute(name, value);
    }
  }
  for (const spare of copy.querySelectorAll(`[data-place], image[href="${CSS.escape(model.ground)}"], :scope > image`)) spare.remove();
  for (const [name, value] of Object.entries({ viewBox: box, width: String(WIDTH), height: String(height) })) {
    copy.setAttribute(name, value);
  }
  copy.removeAttribute("style");
  return new XMLSerializer().serializeToString(copy);
}

async function loaded(source: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = source;
  await image.decode();
  return image;
}

function drawLine(pen: CanvasRenderingContext2D, { name, points, emblem }: Line, y: number, serif: string, ink: string): void {
  pen.save();
  pen.translate(MARGIN + 18, y);
  pen.scale(1.6, 1.6);
  pen.fillStyle = emblem.colour;
  pen.strokeStyle = ink;
  pen.beginPath();
  pen.arc(0, 0, 10.8, 0, 2 * Math.PI);
  pen.fill();
  pen.stroke();
  pen.fillStyle = emblem.ink;
  pen.fill(new Path2D(shapePath(emblem.shape)));
  pen.restore();
  write(pen, name, MARGIN + 56, y, `32px ${serif}`, ink);
  pen.textAlign = "right";
  write(pen, points, WIDTH - MARGIN, y, `600 34px ${serif}`, ink);
  pen.textAlign = "left";
}

function write(pen: CanvasRenderingContext2D, text: string, x: number, y: number, font: string, colour: string): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(text, x, y);
}
