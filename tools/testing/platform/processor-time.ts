import { readFileSync } from "node:fs";

/** A cost below this is noise: of clocks, of the compiler, of collecting garbage. */
const FLOOR_MS = 15;
const MOST_GROWTH = 3;
const MOST_TIMES_PLAIN = 20;
/**
 * Longer than this nothing holds the event loop, on however slow a machine; here, nothing should for more than 200 ms. It is no
 * lower, because the largest import of line ends took 270 ms of processor time beside other work on two cores.
 */
const MOST_MS = 1_000;
const RUNS = 3;

type Inputs = { attack: (size: number) => string; plain: (size: number) => string; size: number };

/**
 * Why reading an input costs too much (decision 0370); null when it does not: twice the size may cost three times as much,
 * and twenty times as much as a plain input of that size. In processor time, of which the least of some runs counts,
 * because the machine does other work meanwhile.
 */
export async function faultOfCost(read: (input: string) => unknown, inputs: Inputs): Promise<string | null> {
  const { attack, size } = inputs;
  // Most inputs cost next to nothing. A fault shows at half the size already, and would take minutes in full.
  const half = await costOf(read, attack(Math.floor(size / 2)));
  if (half <= MOST_MS && (await costOf(read, attack(size))) <= MOST_GROWTH * FLOOR_MS) return null;
  let fault: string | null = null;
  // One that shows only once was other work of the process.
  for (let measurement = 0; measurement < 3; measurement += 1) {
    fault = await measuredFault(read, inputs);
    if (fault === null) return null;
  }
  return fault;
}

async function measuredFault(
  read: (input: string) => unknown,
  { attack, plain, size }: Inputs,
): Promise<string | null> {
  const halfMs = await leastOf(read, attack(Math.floor(size / 2)));
  const fullMs = halfMs > MOST_MS ? Number.POSITIVE_INFINITY : await leastOf(read, attack(size));
  const plainMs = await leastOf(read, plain(size));
  return faultOfFigures({ halfMs, fullMs, plainMs }, FLOOR_MS);
}

type CostFigures = { halfMs: number; fullMs: number; plainMs: number };

/** Costs below the floor are noise. */
export function faultOfFigures({ halfMs, fullMs, plainMs }: CostFigures, floorMs: number): string | null {
  const figures = `${fullMs.toFixed(0)} ms, ${halfMs.toFixed(0)} ms at half the size, ${plainMs.toFixed(0)} ms if plain`;
  if (fullMs > MOST_GROWTH * Math.max(halfMs, floorMs)) return `grows faster than its size: ${figures}`;
  if (fullMs > MOST_TIMES_PLAIN * Math.max(plainMs, floorMs))
    return `costs more than a plain one: ${figures}`;
  return fullMs > MOST_MS ? `holds the event loop: ${figures}` : null;
}

async function leastOf(read: (input: string) => unknown, input: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && least > FLOOR_MS; run += 1)
    least = Math.min(least, await costOf(read, input));
  return least;
}

async function costOf(read: (input: string) => unknown, input: string): Promise<number> {
  const begin = processorMs();
  await read(input);
  return processorMs() - begin;
}

/** Of this thread, where the system tells it: other tests run in the same process. */
function processorMs(): number {
  try {
    return Number.parseInt(readFileSync("/proc/thread-self/schedstat", "utf8"), 10) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

/** What is repeated to make an expression or a parser slow, in front of something that it does not expect. */
const REPEATED = [
  " ",
  "-",
  "1-",
  "1 ",
  "1",
  "0",
  ".",
  "1.",
  "1,",
  ",",
  ";",
  ":",
  "a:",
  "a",
  "a ",
  "a-",
  "A1-",
  "@",
  "a@",
  "a@a.",
  "#",
  "#1",
  "+",
  "+1",
  "(",
  "[",
  "{",
  '[{"a":',
  "<",
  "&",
  "a&",
  "|",
  "=",
  "%",
  "\\",
  "/",
  "?",
  "'",
  '"',
  'a"',
  '"a',
  "_",
  "*",
  "\n",
  "\r",
  "\r\n",
  "\t",
  "\n ",
  "\u00a0",
  "\u200b",
  "\u0967",
  "\u0301",
  "e\u0301",
  "\u{1f600}",
  "\ufb03",
  "TXN2",
  "name:",
  "https://",
  "mob 9",
] as const;

/** Texts of any size that a person could paste, each by what it repeats. */
export const ATTACKS: readonly { name: string; of: (size: number) => string }[] = REPEATED.flatMap((unit) =>
  [
    ["", ""],
    ["x", "\u0000x!"],
  ].map(([start = "", end = ""]) => ({
    name: JSON.stringify(start + unit + end),
    of: (size: number) => start + unit.repeat(Math.floor(size / unit.length)) + end,
  })),
);

export const plainText = (size: number): string =>
  "Order HB-1042 of Asha. ".repeat(Math.ceil(size / 23)).slice(0, size);
