import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseAllDocuments } from "yaml";
import { projectRoot } from "@/server/platform/root";

/** What an installation is deployed with; deploy/monitoring has checks of its own. */
export function deployFiles(): string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "--cached", "--others", "--exclude-standard", "deploy", ".dockerignore"],
    { cwd: projectRoot(), encoding: "utf8" },
  );
  return listed.split("\n").filter((path) => path !== "" && !path.startsWith("deploy/monitoring/"));
}

export function readDeployFile(path: string): string {
  return readFileSync(join(projectRoot(), path), "utf8");
}

/** The documents of a YAML text, with anchors and merge keys resolved. Throws for a text that is not YAML. */
export function documentsOf(text: string): unknown[] {
  return parseAllDocuments(text, { merge: true, strict: true }).map((document) => {
    const [error] = document.errors;
    if (error !== undefined) throw error;
    return document.toJS() as unknown;
  });
}
