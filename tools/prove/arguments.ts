import { StartupError } from "@/server/platform/lifecycle";

type Arguments = {
  isLong: boolean;
  /** Names of proofs; null for all. */
  only: readonly string[] | null;
  seed: number | null;
  minutes: number | null;
  isRecorded: boolean;
  /** The JSON file for the counts, read by `npm test`. */
  report: string | null;
};

const USAGE =
  "Usage: npm run prove -- [--long] [--only NAME,NAME] [--seed N] [--minutes N] [--record] [--report FILE]";
const MAX_SEED = 2 ** 32 - 1;
const MAX_MINUTES = 24 * 60;

/** Throws a StartupError that shows how to call the command. */
export function readArguments(given: readonly string[], known: readonly string[]): Arguments {
  const read: Arguments = {
    isLong: false,
    only: null,
    seed: null,
    minutes: null,
    isRecorded: false,
    report: null,
  };
  const rest = [...given];
  const value = (): string => {
    const next = rest.shift();
    if (next === undefined) throw new StartupError(USAGE);
    return next;
  };
  for (let flag = rest.shift(); flag !== undefined; flag = rest.shift()) {
    if (flag === "--long") read.isLong = true;
    else if (flag === "--record") read.isRecorded = true;
    else if (flag === "--only") read.only = namesOf(value(), known);
    else if (flag === "--seed") read.seed = wholeOf(value(), 0, MAX_SEED);
    else if (flag === "--minutes") read.minutes = wholeOf(value(), 1, MAX_MINUTES);
    else if (flag === "--report") read.report = value();
    else throw new StartupError(USAGE);
  }
  return read;
}

function namesOf(text: string, known: readonly string[]): string[] {
  const names = text.split(",");
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length === 0) return names;
  throw new StartupError(`There is no proof ${unknown.join(", ")}. There are ${known.join(", ")}.`);
}

function wholeOf(text: string, from: number, to: number): number {
  const value = /^[0-9]{1,10}$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  if (value >= from && value <= to) return value;
  throw new StartupError(`${USAGE}\n${text} is not a whole number from ${from} to ${to}.`);
}
