import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "@/server/platform/root";

/**
 * A fault that the product is designed against, and the test that causes it; `id` is a failure's number, or where users of
 * another system reported it. `removal` is the edit that takes the protection out: then the test must fail.
 */
type Protected = {
  id: string;
  fault: string;
  /** The test's name; for a parametrised test with the placeholders of its cases. */
  test: { file: string; name: string };
  removal: { what: string; file: string; from: string; to: string } | null;
};

/** Each block of protections.txt is one of them; "none" tells why a failure has no edit. */
export const PROTECTED: readonly Protected[] = readFileSync(
  join(projectRoot(), "tools/prove/protections/protections.txt"),
  "utf8",
)
  .trimEnd()
  .split("\n\n")
  .map(readBlock);

function readBlock(block: string): Protected {
  const [head = "", test = "", edit = "", ...lines] = block.split("\n");
  const [, id = "", fault = ""] = /^(.+?): (.+)$/.exec(head) ?? [];
  const [, testFile = "", name = ""] = /^test (\S+): (.+)$/.exec(test) ?? [];
  const [, file, what = ""] = /^edit (\S+): (.+)$/.exec(edit) ?? [];
  const linesOf = (sign: string): string =>
    lines
      .filter((line) => line.startsWith(sign))
      .map((line) => line.slice(2))
      .join("\n");
  const removal = file === undefined ? null : { what, file, from: linesOf("-"), to: linesOf("+") };
  return { id, fault, test: { file: testFile, name }, removal };
}
