import { commandsHere } from "@/server/platform/commands-here";
import type { RouteTable } from "./usecases/cells/route-table";

/**
 * The table as nginx reads it (decision 0333): a file for the `http` part of its configuration, with the variables that
 * deploy/cells/nginx.conf uses. A request of an unknown key goes to the first cell, which answers as the specification says.
 */
export function nginxRoutes({ cells, keys, merchants, tags }: RouteTable): string {
  const [first = ""] = cells;
  return [
    commandsHere("# Written by `npm run cells -- map`. Changes by hand are lost."),
    "map_hash_max_size 1048576;",
    // Of the longest key, 200 characters, each escaped.
    "map_hash_bucket_size 512;",
    map("$http_x_api_key", "$paydeck_cell_of_key", first, keys),
    `map $uri $paydeck_merchant {\n  "~^/pay/(?<paydeck_id>[1-9][0-9]*)-" $paydeck_id;\n  default "";\n}`,
    map("$paydeck_merchant", "$paydeck_cell_of_merchant", first, merchants),
    `map $uri $paydeck_tag {\n  "~^/gateways/[^/]+/notifications/(?<paydeck_own>[^/]+)$" $paydeck_own;\n  default "";\n}`,
    map("$paydeck_tag", "$paydeck_cell_of_tag", first, tags),
    `map $uri $paydeck_named {\n  "~^/cells/(?<paydeck_name>[a-z0-9-]+)/gateways/[^/]+/notifications$" $paydeck_name;\n  default "";\n}`,
    map("$paydeck_named", "$paydeck_named_cell", "", new Map(cells.map((name) => [name, name]))),
    "",
  ].join("\n");
}

function map(of: string, variable: string, otherwise: string, entries: ReadonlyMap<string, string>): string {
  const lines = [...entries].map(([value, cell]) => `  ${quoted(value)} ${cell};`);
  return `map ${of} ${variable} {\n  default ${otherwise === "" ? '""' : otherwise};\n${lines.join("\n")}\n}`;
}

/** nginx gives words of its own and a leading tilde another meaning unless a backslash comes first. */
function quoted(value: string): string {
  const escaped = value.replace(/[\\"]/g, "\\$&");
  return `"${/^(\\|~|default$|hostnames$|include$|volatile$)/.test(value) ? "\\\\" : ""}${escaped}"`;
}
