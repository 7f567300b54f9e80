import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { REPORTED_FAULTS } from "./reported-faults";

const read = (file: string): string => readFileSync(join(projectRoot(), file), "utf8");

test.each(REPORTED_FAULTS)("$source, $fault: its test is there", ({ test: { file, name } }) => {
  expect(read(file)).toContain(name);
});
