import { expect, test } from "vitest";
import { nearestTests } from "./nearest-tests.mjs";

const SOURCES: Record<string, string> = {
  "lib/money.test.ts": 'import { parse } from "./money";',
  "lib/money.db.test.ts": "",
  "lib/refunds/balance.test.ts": 'import { parse } from "../money";',
  "server/sums.http.test.ts": 'const { parse } = await import("@/lib/money");',
  "server/index-user.test.ts": 'import {\n  one,\n} from "@/server/refunds";',
  "e2e/page.pages.test.ts": 'import { read } from "./support/reader";',
  "server/other.test.ts": 'import { parse } from "@/lib/moneys";\nimport zod from "zod";',
};

function nearest(...changed: string[]): { own: string[]; importers: string[] } {
  return nearestTests({ changed, tests: Object.keys(SOURCES), read: (path: string) => SOURCES[path] ?? "" });
}

test("a change runs the tests named after the module, and those that import it", () => {
  expect(nearest("lib/money.ts")).toEqual({
    own: ["lib/money.test.ts", "lib/money.db.test.ts"],
    importers: ["lib/refunds/balance.test.ts", "server/sums.http.test.ts"],
  });
});

test("tests of pages are named and import like others", () => {
  expect(nearest("e2e/page.ts", "e2e/support/reader.ts").own).toEqual(["e2e/page.pages.test.ts"]);
  expect(nearest("e2e/support/reader.ts").importers).toEqual(["e2e/page.pages.test.ts"]);
});

test("the import of a folder is one of its index", () => {
  expect(nearest("server/refunds/index.ts").importers).toEqual(["server/index-user.test.ts"]);
});

test("a changed test runs, once, and a change of no module runs none", () => {
  expect(nearest("server/other.test.ts", "lib/money.db.test.ts")).toEqual({
    own: ["lib/money.db.test.ts", "server/other.test.ts"],
    importers: [],
  });
  expect(nearest("README.md")).toEqual({ own: [], importers: [] });
});
