import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { isInstalled, MONITORING_FOLDER, readAlerts, readRuleExpressions } from "./monitoring-rules";

const promtool = (...args: string[]) =>
  spawnSync("promtool", args, { cwd: MONITORING_FOLDER, encoding: "utf8" });

const hasPromtool = isInstalled("promtool");
const orSkipped = hasPromtool
  ? ""
  : " (skipped: promtool is not installed; Debian has it in the package prometheus)";

/** The anchors of the headings of docs/monitoring.md. */
function anchors(): string[] {
  const text = readFileSync(join(projectRoot(), "docs/monitoring.md"), "utf8");
  return [...text.matchAll(/^#{2,3} (.+)$/gm)].map(
    ([, heading = ""]) =>
      `file:///opt/paydeck/current/docs/monitoring.md#${heading.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}`,
  );
}

/** The recorded results of alerts.yml. */
const RECORDED = 8;
/** By the length of time that their alerts look back over. */
const TESTS = ["alerts.test.yml", "alerts.days.test.yml"];

test("each alert says what happened, what it means for the money, what to do, and where there is more", () => {
  const alerts = readAlerts();
  expect(alerts.length).toBeGreaterThan(15);
  const known = anchors();
  const text = readFileSync(join(projectRoot(), "docs/monitoring.md"), "utf8");
  for (const { name, annotations } of alerts) {
    expect([name, Object.keys(annotations)]).toEqual([name, ["summary", "money", "action", "runbook"]]);
    expect([name, Object.values(annotations).filter((value) => value === "")]).toEqual([name, []]);
    expect(known).toContain(annotations.runbook);
    expect(text).toContain(`\`${name}\``);
  }
  expect(readRuleExpressions()).toHaveLength(alerts.length + RECORDED);
});

test("each alert has a test in which it fires", () => {
  const tried = TESTS.map((file) => readFileSync(join(MONITORING_FOLDER, file), "utf8")).join("");
  for (const { name } of readAlerts()) expect(tried).toContain(`alertname="${name}", alertstate="firing"`);
});

test("each alert that Alertmanager is told about by name exists", () => {
  const text = readFileSync(join(MONITORING_FOLDER, "alertmanager.yml"), "utf8");
  const names = [...text.matchAll(/Paydeck\w+/g)].map(([name]) => name);
  const known = readAlerts().map(({ name }) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name) => !known.includes(name))).toEqual([]);
});

test.skipIf(!hasPromtool)(`promtool accepts the rules and the example of a configuration${orSkipped}`, () => {
  const { status, stdout, stderr } = promtool("check", "config", "prometheus.yml");
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toContain("rules found");
});

test.skipIf(!hasPromtool)(
  `each alert fires when it should, and none while everything works${orSkipped}`,
  () => {
    const { status, stdout, stderr } = promtool("test", "rules", ...TESTS);
    expect([status, stderr, stdout]).toEqual([0, "", expect.stringContaining("SUCCESS")]);
  },
);
