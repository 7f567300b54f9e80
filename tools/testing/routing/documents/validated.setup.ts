import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { vendorDocumentsFolder } from "./env";
import { type Validated, validatedLines } from "./validated";

declare module "vitest" {
  interface ProvidedContext {
    /** Where each thread writes what it validated. */
    validatedFolder: string;
  }
}

/** Says at the end of a run how much of the vendors' documents was used: a skipped check is easily overlooked. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-validated-"));
  project.provide("validatedFolder", folder);
  return async () => {
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
    await rm(folder, { recursive: true, force: true });
    const ofThreads = texts.map((text) => JSON.parse(text) as Validated);
    const lines = validatedLines(ofThreads, vendorDocumentsFolder());
    if (lines.length > 0)
      process.stdout.write(
        `\nVendors' documents, ${project.name}:\n${lines.map((line) => `  ${line}\n`).join("")}`,
      );
  };
}
