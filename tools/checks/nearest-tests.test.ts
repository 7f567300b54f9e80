import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { nearestTests, OF_FOLDERS } from "./nearest-tests.mjs";

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

test("a change of the contract, of a statement or of a migration runs the tests of its whole folder", () => {
  const CONTRACT = "server/routing/http/openapi/contract.http.test.ts";
  const PLANS = ["routing", "dashboard"].map((system) => `server/${system}/store/list-plans.db.test.ts`);
  const ownOf = (changed: string): string[] =>
    nearestTests({ changed: [changed], tests: [CONTRACT, ...PLANS], read: () => "" }).own;
  expect(ownOf("lib/contract/ops/keys.ts")).toEqual([CONTRACT]);
  expect(ownOf("server/routing/http/ops/keys.ts")).toEqual([CONTRACT]);
  expect(ownOf("server/routing/store/payments/payment-counts.ts")).toEqual([PLANS[0]]);
  expect(ownOf("server/dashboard/refunds/store/refund-list.ts")).toEqual([PLANS[1]]);
  expect(ownOf("server/dashboard/store/migrations/0001_baseline.sql")).toEqual([PLANS[1]]);
  expect(ownOf("server/dashboard/http/front.ts")).toEqual([]);
});

test("a change of a text or of what a protection names runs the tests that read it by its words", () => {
  const tests = ["components/i18n/catalogue.test.ts", "tools/prove/protections/table.test.ts"];
  const ownOf = (changed: string): string[] =>
    nearestTests({ changed: [changed], tests, read: () => "" }).own;
  expect(ownOf("lib/messages/hi/rules.ts")).toEqual(tests);
  expect(ownOf("server/dashboard/jobs/workers.ts")).toEqual([tests[1]]);
  expect(ownOf("docs/routing.md")).toEqual([]);
});

test("the tests of whole folders exist", () => {
  const tests = ["components", "server", "tools"].flatMap((folder) =>
    readdirSync(join(projectRoot(), folder), { recursive: true, encoding: "utf8" })
      .filter((path) => path.endsWith(".test.ts"))
      .map((path) => `${folder}/${path}`),
  );
  expect(OF_FOLDERS.length).toBeGreaterThan(0);
  for (const { test: ofFolder } of OF_FOLDERS)
    expect(tests.filter((test) => ofFolder.test(test))).not.toEqual([]);
});
