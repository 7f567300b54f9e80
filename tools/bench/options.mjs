import { parseArgs } from "node:util";

const USAGE = `npm run bench [-- --quick] [--only idle,pages,visits,people,bulk,life,endpoints,growth] [--endpoints a,b] [--callers 1,16,64]
  [--rounds 4] [--seconds 5] [--sizes 10000,1000000] [--profile FOLDER]`;

/** With fewer, some kinds of payments that the reads need do not exist. */
const FEWEST_PAYMENTS = 10_000;

/** In this order: payments created by endpoints and bulk keep the worker busy long after their measurement. */
export const SECTIONS = ["idle", "pages", "visits", "people", "bulk", "life", "endpoints", "growth"];

/** What to measure and for how long. `--quick` ends within five minutes on two idle cores. */
export function readOptions(args) {
  try {
    const { values } = parseArgs({
      args,
      options: {
        quick: { type: "boolean", default: false },
        only: { type: "string" },
        endpoints: { type: "string" },
        callers: { type: "string" },
        rounds: { type: "string" },
        seconds: { type: "string" },
        sizes: { type: "string" },
        profile: { type: "string" },
      },
    });
    const { quick } = values;
    const sections = listOf(values.only, SECTIONS);
    const unknown = sections.filter((section) => !SECTIONS.includes(section));
    if (unknown.length > 0) throw new Error(`there is no section ${unknown.join(", ")}`);
    return {
      quick,
      sections,
      endpoints: listOf(values.endpoints, null),
      callers: listOf(values.callers, quick ? ["1", "64"] : ["1", "16", "64"]).map(whole),
      rounds: whole(values.rounds ?? (quick ? "2" : "4")),
      seconds: whole(values.seconds ?? (quick ? "1" : "5")),
      sizes: listOf(values.sizes, quick ? ["10000", "50000"] : ["10000", "1000000"]).map(sizeOf),
      warmUpSeconds: quick ? 1 : 2,
      samples: quick ? 30 : 200,
      profileTo: values.profile ?? null,
    };
  } catch (error) {
    console.error(`${error.message}\n${USAGE}`);
    process.exit(2);
  }
}

function listOf(text, otherwise) {
  return text === undefined ? otherwise : text.split(",");
}

function whole(text) {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Error(`${text} is no whole number`);
  return parseInt(text, 10);
}

function sizeOf(text) {
  const payments = whole(text);
  if (payments < FEWEST_PAYMENTS)
    throw new Error(`growth begins with ${FEWEST_PAYMENTS} payments, and ${text} is fewer`);
  return payments;
}
