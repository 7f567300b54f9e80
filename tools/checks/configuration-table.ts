import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/server/platform/root";

type DocumentedVariable = { name: string; usual: string };

/** The variables of the tables in docs/configuration.md, with their defaults as written there. */
export function documentedVariables(): DocumentedVariable[] {
  const lines = readFileSync(join(projectRoot(), "docs/configuration.md"), "utf8").split("\n");
  return lines.flatMap((line) => {
    const [, variables, usual] = line.split("|").map((cell) => cell.trim());
    const names = [...(variables ?? "").matchAll(/`([A-Z][A-Z0-9_]*)`/g)].map(([, name]) => name ?? "");
    // One default applies to all variables of a row, or each has one.
    const defaults = (usual ?? "").split(", ");
    return names.map((name, index) => ({
      name,
      usual: (defaults.length === names.length ? defaults[index] : usual) ?? "",
    }));
  });
}

/** Of a parsed environment: the variables whose documented default is another one, as texts. */
export function wrongDefaults(env: Readonly<Record<string, unknown>>): string[] {
  return documentedVariables().flatMap(({ name, usual }) => {
    const value = env[name];
    if (typeof value !== "number") return [];
    return String(value) === usual ? [] : [`${name} is ${value}, documented as ${usual}`];
  });
}
