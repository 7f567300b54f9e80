import { randomInt } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { systemClock } from "@/server/platform/clock";
import { StartupError } from "@/server/platform/lifecycle";
import { createLogger } from "@/server/platform/log";
import { readArguments } from "./arguments";
import { makeFolder } from "./make-folder";
import { PROOFS } from "./proofs";
import { type Result, runProof } from "./run-proof";
import { startProofPostgres } from "./stack/postgres";
import type { ProofPostgres } from "./stack/proof-postgres";

const SHOWN_ANOMALIES = 20;
const MAX_SEED = 2 ** 32 - 1;

/** `npm run prove`: the long proofs, repeatable by seed. Exits with 1 when an anomaly was found. */
async function main(): Promise<void> {
  const wanted = readArguments(
    process.argv.slice(2),
    PROOFS.map(({ name }) => name),
  );
  const seed = wanted.seed ?? randomInt(MAX_SEED);
  const proofs = PROOFS.filter(
    ({ name, isLongOnly }) => wanted.only?.includes(name) ?? (wanted.isLong || isLongOnly !== true),
  );
  const folder = await makeFolder("paydeck-prove-");
  const started: Promise<ProofPostgres>[] = [];
  const sharedPostgres = (): Promise<ProofPostgres> => {
    const [
      first = startProofPostgres(join(folder, "data"), (reason) => say(`Postgres was lost: ${reason}`)),
    ] = started;
    started[0] = first;
    return first;
  };

  let isStopping = false;
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => {
      if (!isStopping) say("Stopping: what was done so far is checked, and all that was started is ended.");
      isStopping = true;
    });
  }

  const results: Result[] = [];
  try {
    say(
      `${wanted.isLong ? "Long" : "Short"} run of ${proofs.map(({ name }) => name).join(", ")}; seed ${seed}`,
    );
    for (const proof of proofs) {
      if (isStopping) break;
      say(`\n== ${proof.title}: ${proof.clause}`);
      const result = await runProof(proof, {
        ...wanted,
        seed,
        clock: systemClock,
        logger: createLogger("prove", "silent"),
        postgres: sharedPostgres,
        log: say,
        isStopping: () => isStopping,
      });
      print(result);
      results.push(result);
    }
  } finally {
    for (const postgres of started) await (await postgres).stop();
    await rm(folder, { recursive: true, force: true });
  }

  const failures = results.flatMap(({ proof, outcome: { anomalies } }) =>
    anomalies.length > 0 ? [[proof.title, ...anomalies.slice(0, SHOWN_ANOMALIES)].join("\n    ")] : [],
  );
  const failed = failures.length;
  const skipped = proofs.length - results.length;
  const counts = { passed: results.length - failed, failed, skipped, failures };
  if (wanted.report !== null) await writeFile(wanted.report, JSON.stringify(counts));
  say(
    `\n${counts.passed} proofs without an anomaly, ${failed} with${skipped > 0 ? `, ${skipped} not run` : ""}`,
  );
  process.exit(failed > 0 || skipped > 0 ? 1 : 0);
}

function print({ seconds, outcome }: Result): void {
  for (const [name, value] of Object.entries(outcome.figures)) {
    const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
    say(`  ${words}: ${typeof value === "number" ? value.toLocaleString("en-GB") : value}`);
  }
  for (const anomaly of outcome.anomalies.slice(0, SHOWN_ANOMALIES)) say(`  ANOMALY ${anomaly}`);
  const more = outcome.anomalies.length - SHOWN_ANOMALIES;
  if (more > 0) say(`  and ${more} more`);
  say(`  ${outcome.anomalies.length === 0 ? "no anomaly" : "FAILED"} (${seconds} s)`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  const message = error instanceof StartupError ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`${message}\n`);
  process.exit(1);
});
