import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { threadId } from "node:worker_threads";
import { afterAll, inject } from "vitest";
import { validatedSoFar } from "./validated";

// The files of a worker share its modules, so the last one writes the counts of all of them.
afterAll(() => {
  const validated = validatedSoFar();
  if (Object.keys(validated).length === 0) return;
  const file = `${String(process.pid)}-${String(threadId)}.json`;
  writeFileSync(join(inject("validatedFolder"), file), JSON.stringify(validated));
});
