import type { Finding, Level } from "./finding";

/** Written before each finding, all of one width. */
const WORDS: Record<Level, string> = {
  ok: "ok     ",
  info: "info   ",
  warning: "WARNING",
  problem: "PROBLEM",
};

export function reportText(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap((finding) => {
    const { check, level, found } = finding;
    const first = `${WORDS[level]}  ${check.padEnd(width)}  ${found}`;
    return level === "ok"
      ? [first]
      : [first, `${" ".repeat(WORDS.ok.length + width + 4)}→ ${finding.action}`];
  });
  const { problems, warnings } = countLevels(findings);
  const counted = [
    counts(findings.length, "check"),
    `${counts(problems, "problem")}, ${counts(warnings, "warning")}`,
  ];
  return `${[...lines, "", counted.join(": ")].join("\n")}\n`;
}

/** `--json`: the same as one object. */
export function reportJson(findings: readonly Finding[]): string {
  return `${JSON.stringify({ ...countLevels(findings), checks: findings }, null, 2)}\n`;
}

export function countLevels(findings: readonly Finding[]): { problems: number; warnings: number } {
  const count = (wanted: Level): number => findings.filter(({ level }) => level === wanted).length;
  return { problems: count("problem"), warnings: count("warning") };
}

function counts(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
