// Zones and anchorages as places that can be tapped, each with a label that says what is there.

import type { PlanetSteamLayout, PlanetSteamView, PlanetSteamZoneView } from "../../api/types";
import type { Box } from "../../board/camera.svelte";
import { doableAt } from "../../board/doable";
import { size as sizeOf } from "../../pieces/extent";
import type { TableModel } from "../../table/model.svelte";
import { t } from "../../words/words.svelte";
import type { Place } from "../look";
import { emblem, resourceName } from "./palette";
import { layoutOf, viewOf } from "./table";

export function places(model: TableModel): Place[] {
  const layout = layoutOf(model);
  const view = viewOf(model);
  const doable = doableAt(model.choices);
  const named = (id: string, what: string[]): string => [...what, ...doable(id)].join(", ");
  const grid = gridOf(layout);
  const zones = layout.zones.map(({ name, x, y }, zone) => ({
    id: `zone ${zone}`,
    asked: `zone ${name}`,
    at: [x, y] as const,
    rim: rimOf(layout.side, layout.side),
    beside: grid.beside(zone),
    name: named(`zone ${zone}`, zoneName(layout, view, zone)),
  }));
  const anchorages = layout.anchorages.map((at, row) => ({
    id: `row ${row}`,
    asked: `row ${row + 1}`,
    at,
    rim: rimOf(layout.anchorage, layout.side),
    beside: grid.besideAnchorage(row),
    name: named(`row ${row}`, anchorageName(view, row)),
  }));
  return [...zones, ...anchorages];
}

export const reach = (model: TableModel): number => layoutOf(model).side;

/** A rectangle with cut corners, around the point where the pen is. */
function rimOf(width: number, height: number): string {
  const cut = 8;
  const [across, down] = [width - 2 * cut, height - 2 * cut];
  return `m${-across / 2} ${-height / 2}h${across}l${cut} ${cut}v${down}l${-cut} ${cut}h${-across}l${-cut} ${-cut}v${-down}z`;
}

/** Which places are neighbours: zones in rows and columns, and the anchorages as a last column. */
function gridOf({ zones, anchorages }: PlanetSteamLayout) {
  const columns = zones.length / anchorages.length;
  const zoneAt = (row: number, column: number): string | null =>
    anchorages[row] && column >= 0 ? (column < columns ? `zone ${row * columns + column}` : `row ${row}`) : null;
  const beside = (row: number, column: number): (string | null)[] => {
    const [up, down] = [zoneAt(row - 1, column), zoneAt(row + 1, column)];
    const [left, right] = [zoneAt(row, column - 1), column < columns ? zoneAt(row, column + 1) : null];
    return [up, right, right, down, left, left]; // six neighbours, as for hexes; here, the two on each side are the same
  };
  return {
    beside: (zone: number) => beside(zones[zone]!.row, zone % columns),
    besideAnchorage: (row: number) => beside(row, columns),
  };
}

function zoneName({ zones }: PlanetSteamLayout, view: PlanetSteamView | null, zone: number): string[] {
  const { name, river } = zones[zone]!;
  const here = view?.zones[zone];
  return [name, ...(river ? [t("planet-steam.place.river")] : []), ...(here ? contents(here) : [])];
}

function contents({ owner, product, supercharger, fallen, works }: PlanetSteamZoneView): string[] {
  const tank = product === null ? [] : [t("planet-steam.place.tank", { resource: resourceName(product) })];
  return [
    ownerName(owner),
    ...tank,
    ...(supercharger ? [t("planet-steam.place.supercharger")] : []),
    ...(fallen ? [t("planet-steam.place.fallen")] : []),
    ...(works ? [t("planet-steam.place.works")] : []),
  ];
}

const ownerName = (owner: PlanetSteamZoneView["owner"]): string =>
  typeof owner === "number" ? emblem(owner).name : t(`planet-steam.place.${owner ?? "unclaimed"}`);

const anchorageName = (view: PlanetSteamView | null, row: number): string[] => [
  t("planet-steam.place.anchorage", { row: row + 1 }),
  ...(view?.airship === row ? [t("planet-steam.place.airship")] : []),
];

// -- where the camera looks --------------------------------------------------------------------------------------------

/** The box around all zones and anchorages among these things; null if there are none. */
export function bounds(model: TableModel, about: string[]): Box | null {
  const { zones, anchorages, side } = layoutOf(model);
  const spots = about.flatMap((thing) => {
    const [kind, number] = thing.split(" ");
    if (kind === "zone") return [[zones[Number(number)]!.x, zones[Number(number)]!.y]];
    return kind === "row" ? [anchorages[Number(number)]!] : [];
  });
  if (spots.length === 0) return null;
  const [xs, ys] = [spots.map(([x]) => x!), spots.map(([, y]) => y!)];
  const [left, top] = [Math.min(...xs) - side / 2, Math.min(...ys) - side / 2];
  return { x: left, y: top, width: Math.max(...xs) + side / 2 - left, height: Math.max(...ys) + side / 2 - top };
}

export const size = (model: TableModel): Box => sizeOf(layoutOf(model));
