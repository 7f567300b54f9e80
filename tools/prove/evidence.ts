import { readFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { writeFileDurably } from "@/server/platform/write-file";
import type { Result } from "./run-proof";

type Machine = { cores: number; memoryGb: number; node: string; postgres: string };

type Run = {
  at: Date;
  seed: number;
  isLong: boolean;
  minutes: number | null;
  machine: Machine;
  results: readonly Result[];
};

export function thisMachine(postgres: string): Machine {
  return {
    cores: cpus().length,
    memoryGb: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    postgres,
  };
}

/** A run in the format of docs/evidence.md: its seed and bound make it repeatable. */
export function evidenceOf({ at, seed, isLong, minutes, machine, results }: Run): string {
  const length = `${isLong ? "long" : "short"}${minutes === null ? "" : `, at most ${minutes} minutes each`}`;
  const rows = results.map(
    ({ proof, size, seconds, outcome }) =>
      `| ${proof.name} | ${list(size)} | ${list(outcome.figures)} | ${seconds} s | ${anomalies(outcome.anomalies)} |`,
  );
  return [
    `### ${at.toISOString().slice(0, 16).replace("T", " ")} UTC, ${length}, seed ${seed}`,
    "",
    `${machine.cores} cores, ${machine.memoryGb} GB, Node ${machine.node}, Postgres ${machine.postgres}.`,
    "",
    "| proof | bound | done | took | result |",
    "| --- | --- | --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

export async function recordEvidence(root: string, run: Run): Promise<void> {
  const path = join(root, "docs", "evidence.md");
  const before = await readFile(path, "utf8");
  await writeFileDurably(path, `${before.trimEnd()}\n\n${evidenceOf(run)}`, 0o644);
}

function anomalies(found: readonly string[]): string {
  return found.length === 0 ? "no anomaly" : `**${found.length} anomalies**`;
}

/** "processKills 2,000, postgresKills 100" as text: "process kills". */
function list(of: Readonly<Record<string, string | number>>): string {
  return Object.entries(of)
    .map(([name, value]) => `${inWords(name)} ${grouped(value)}`)
    .join(", ");
}

export function inWords(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

export function grouped(value: string | number): string {
  return typeof value === "number" ? value.toLocaleString("en-GB") : value.replaceAll("|", "\\|");
}
