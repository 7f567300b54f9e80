import { parseArgs } from "node:util";
import { err, ok, type Result } from "@/lib/result";
import { commandsHere } from "@/server/platform/commands-here";

/** What `npm run cells` is asked to do. */
export type CellsArguments =
  | { verb: "list" }
  | { verb: "name"; name: string; number: number }
  | { verb: "map"; file: string; nginxPid: string | null; everySeconds: number | null }
  | {
      verb: "move";
      merchantId: number;
      from: string;
      to: string;
      hasSameAccounts: boolean;
      map: { file: string; nginxPid: string | null } | null;
    }
  | { verb: "stay"; merchantId: number; at: string }
  | { verb: "clear"; merchantId: number; from: string };

export const USAGE = commandsHere(`Usage:
  npm run cells -- name NAME --number N      names the database of ROUTING_DATABASE_URL as a cell, before it has merchants:
                                             their ids begin at N million. 0 for a cell that has merchants already
  npm run cells -- list                      every cell of CELLS_DATABASE_URLS, and how many merchants it has
  npm run cells -- map FILE [--nginx-pid FILE] [--every SECONDS]
                                             writes which cell has which key, for the proxy, which reloads it;
                                             again and again with --every
  npm run cells -- move --merchant ID --from NAME --to NAME [--same-accounts] [--map FILE --nginx-pid FILE]
                                             moves a merchant while both cells run. After a crash, the same command goes on
  npm run cells -- stay --merchant ID --at NAME
                                             gives up a move that has not copied everything: the merchant is served again
  npm run cells -- clear --merchant ID --from NAME
                                             deletes what a merchant that has moved left behind`);

const CELL_NAME = /^[a-z][a-z0-9-]{0,30}$/;
const MOST_CELLS = 998;

/** The arguments, or the text to print instead. */
export function readCellsArguments(args: readonly string[]): Result<CellsArguments, string> {
  const parsed = parse(args);
  return parsed === null ? err(USAGE) : ok(parsed);
}

function parse(args: readonly string[]): CellsArguments | null {
  const options = parseOptions(args);
  if (options === null) return null;
  const [verb = "", name, ...rest] = options.positionals;
  if (rest.length > 0) return null;
  const given = options.values;
  switch (verb) {
    case "list":
      return name === undefined && uses(given, []) ? { verb } : null;
    case "name": {
      const number = wholeNumber(given.number, MOST_CELLS);
      if (name === undefined || !CELL_NAME.test(name) || number === null) return null;
      return uses(given, ["number"]) ? { verb, name, number } : null;
    }
    case "map": {
      const everySeconds = given.every === undefined ? null : wholeNumber(given.every, 3_600);
      const isEvery = given.every === undefined || (everySeconds ?? 0) > 0;
      if (name === undefined || !isEvery || !uses(given, ["every", "nginx-pid"])) return null;
      return { verb, file: name, nginxPid: given["nginx-pid"] ?? null, everySeconds };
    }
    default:
      return name === undefined ? parseOfMerchant(verb, given) : null;
  }
}

function parseOfMerchant(verb: string, given: Given): CellsArguments | null {
  const merchantId = wholeNumber(given.merchant, 999_999_999);
  if (merchantId === null || merchantId === 0) return null;
  const { from, to, at, map } = given;
  if (verb === "move" && from !== undefined && to !== undefined) {
    const nginxPid = given["nginx-pid"] ?? null;
    if (!uses(given, ["merchant", "from", "to", "same-accounts", "map", "nginx-pid"])) return null;
    if (map === undefined && nginxPid !== null) return null;
    const hasSameAccounts = given["same-accounts"] === true;
    return {
      verb,
      merchantId,
      from,
      to,
      hasSameAccounts,
      map: map === undefined ? null : { file: map, nginxPid },
    };
  }
  if (verb === "stay" && at !== undefined && uses(given, ["merchant", "at"])) return { verb, merchantId, at };
  if (verb === "clear" && from !== undefined && uses(given, ["merchant", "from"]))
    return { verb, merchantId, from };
  return null;
}

const OPTIONS = {
  number: { type: "string" },
  every: { type: "string" },
  "nginx-pid": { type: "string" },
  merchant: { type: "string" },
  from: { type: "string" },
  to: { type: "string" },
  at: { type: "string" },
  map: { type: "string" },
  "same-accounts": { type: "boolean" },
} as const;

type Given = NonNullable<ReturnType<typeof parseOptions>>["values"];

function parseOptions(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch {
    // An unknown option, or one without its value.
    return null;
  }
}

/** An option of another command is a mistake, not to be ignored. */
function uses(given: Given, known: readonly string[]): boolean {
  return Object.keys(given).every((name) => known.includes(name));
}

function wholeNumber(text: string | undefined, largest: number): number | null {
  if (text === undefined || !/^(0|[1-9][0-9]{0,8})$/.test(text)) return null;
  const value = parseInt(text, 10);
  return value <= largest ? value : null;
}
