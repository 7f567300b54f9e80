import { commandsHere } from "@/server/platform/commands-here";
import type { MerchantRoute } from "../../store/cells/routes";
import { CellsError } from "./cells";

export type RoutesOfCell = { name: string; routes: readonly MerchantRoute[] };

/** The cell of each API key, each merchant id in a payment link, and each tag of a notification address. */
export type RouteTable = {
  cells: string[];
  keys: Map<string, string>;
  merchants: Map<string, string>;
  tags: Map<string, string>;
};

/**
 * The proxy's table (decision 0333). A merchant that one cell has given up and none has yet stays with the cell that gave it up, which
 * answers that it is being moved; another one would answer that the key is unknown. Throws a {@link CellsError} when two cells have
 * the same key: the proxy must not choose. Keys are compared without their case, as nginx does.
 */
export function routeTable(cells: readonly RoutesOfCell[]): RouteTable {
  const table: RouteTable = {
    cells: cells.map(({ name }) => name),
    keys: new Map(),
    merchants: new Map(),
    tags: new Map(),
  };
  const twice = table.cells.find((name, index) => table.cells.indexOf(name) !== index);
  if (twice !== undefined)
    throw new CellsError(commandsHere(`Two databases are named ${twice}: npm run cells -- name`));
  const active = new Set<number>();
  for (const { name, routes } of cells) {
    for (const route of routes.filter(({ hasMoved }) => !hasMoved)) {
      if (active.has(route.merchantId))
        throw new CellsError(`Two cells have a merchant ${String(route.merchantId)}. Nothing was written.`);
      active.add(route.merchantId);
      add(table, name, route);
    }
  }
  for (const { name, routes } of cells)
    for (const route of routes) if (route.hasMoved && !active.has(route.merchantId)) add(table, name, route);
  return table;
}

function add(table: RouteTable, cell: string, { merchantId, keys, tag }: MerchantRoute): void {
  for (const key of keys) addOnce(table.keys, key.toLowerCase(), cell, `the key ${key.slice(0, 12)}…`);
  addOnce(table.merchants, String(merchantId), cell, `the merchant ${String(merchantId)}`);
  if (tag !== null) addOnce(table.tags, tag.toLowerCase(), cell, "a notification address");
}

function addOnce(map: Map<string, string>, name: string, cell: string, what: string): void {
  const other = map.get(name);
  if (other !== undefined && other !== cell)
    throw new CellsError(`The cells ${other} and ${cell} both have ${what}. Nothing was written.`);
  map.set(name, cell);
}
