import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/server/platform/root";

export const MONITORING_FOLDER = join(projectRoot(), "deploy", "monitoring");

type Alert = { name: string; annotations: Record<string, string> };

/** The alerts of alerts.yml. The formatter fixes the form of the file, so its lines tell enough. */
export function readAlerts(): Alert[] {
  const [, ...alerts] = readFileSync(join(MONITORING_FOLDER, "alerts.yml"), "utf8").split("- alert: ");
  return alerts.map((text) => {
    const [name = ""] = text.split("\n", 1);
    const [, annotations = ""] = text.split("annotations:\n");
    const pairs = [...annotations.matchAll(/^ {10}(\w+): (?:>-\n)?(.*(?:\n {12}.*)*)/gm)];
    return {
      name,
      annotations: Object.fromEntries(
        pairs.map(([, key = "", value = ""]) => [key, value.replaceAll(/\s+/g, " ").trim()]),
      ),
    };
  });
}

/** The expressions of all rules, alerts and recorded ones. */
export function readRuleExpressions(): string[] {
  const text = readFileSync(join(MONITORING_FOLDER, "alerts.yml"), "utf8");
  return [...text.matchAll(/^ {8}expr: (?:\|-\n)?(.*(?:\n {10}.*)*)/gm)].map(([, expression = ""]) =>
    expression.replaceAll(/\s+/g, " ").trim(),
  );
}

/** Whether a program is installed; the Debian packages are `prometheus` and `prometheus-alertmanager`. */
export function isInstalled(
  program: "promtool" | "prometheus" | "alertmanager" | "prometheus-alertmanager",
): boolean {
  return spawnSync(program, ["--version"]).status === 0;
}
