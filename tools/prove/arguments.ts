import { parseArgs } from "node:util";
import { StartupError } from "@/server/platform/lifecycle";

type Arguments = {
  isLong: boolean;
  /** Names of proofs; null for all. */
  only: readonly string[] | null;
  seed: number | null;
  minutes: number | null;
  /** The JSON file for the counts, read by `npm test`. */
  report: string | null;
};

const USAGE = "Usage: npm run prove -- [--long] [--only NAME,NAME] [--seed N] [--minutes N] [--report FILE]";
const MAX_SEED = 2 ** 32 - 1;
const MAX_MINUTES = 24 * 60;
const OPTIONS = {
  long: { type: "boolean", default: false },
  only: { type: "string" },
  seed: { type: "string" },
  minutes: { type: "string" },
  report: { type: "string" },
} as const;

/** Throws a StartupError that shows how to call the command. */
export function readArguments(given: readonly string[], known: readonly string[]): Arguments {
  const { long, only, seed, minutes, report } = valuesOf(given);
  const names = only?.split(",") ?? null;
  const unknown = names?.filter((name) => !known.includes(name)) ?? [];
  if (unknown.length > 0)
    throw new StartupError(`There is no proof ${unknown.join(", ")}. There are ${known.join(", ")}.`);
  return {
    isLong: long,
    only: names,
    seed: wholeOf(seed, 0, MAX_SEED),
    minutes: wholeOf(minutes, 1, MAX_MINUTES),
    report: report ?? null,
  };
}

function valuesOf(given: readonly string[]) {
  try {
    return parseArgs({ args: [...given], options: OPTIONS }).values;
  } catch {
    throw new StartupError(USAGE);
  }
}

function wholeOf(text: string | undefined, from: number, to: number): number | null {
  if (text === undefined) return null;
  const value = /^[0-9]{1,10}$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
  if (value >= from && value <= to) return value;
  throw new StartupError(`${USAGE}\n${text} is not a whole number from ${from} to ${to}.`);
}
