import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { actionNamed, call } from "./support/direct";
import { cookieOf } from "./support/page-over-http";

const root = projectRoot();

function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => join(root, folder, path));
}

/** The sources of the pages, which the server's code names because it is not minified. */
function sourcesOfPages(): string[] {
  return filesIn(".next/server", ".js").flatMap((path) =>
    [...readFileSync(path, "utf8").matchAll(/\[project\]\/([^\s"`]+)/g)].map(([, source = ""]) => source),
  );
}

/** The sources of the programs, which their source maps name. */
function sourcesOfPrograms(): string[] {
  return filesIn("dist", ".js.map")
    .filter((path) => !/^dist\/(tools|dev|release)\//.test(relative(root, path)))
    .flatMap((path) => {
      const { sources } = JSON.parse(readFileSync(path, "utf8")) as { sources: string[] };
      return sources.map((source) => relative(root, join(dirname(path), source)));
    });
}

test("the production build contains no line of tools/ and of tests", () => {
  const sources = [...new Set([...sourcesOfPages(), ...sourcesOfPrograms()])];
  for (const known of ["components/ui/link.tsx", "server/dashboard/main.ts", "server/routing/main.ts"])
    expect(sources).toContain(known);
  expect(sources.filter((path) => /^(tools|e2e)\/|\.test\.tsx?$/.test(path))).toEqual([]);
});

/** Of the first version that keeps the ids of actions: pages that are open during an upgrade call this one (0256). */
const ID_OF_EVERY_VERSION = "40158dc7f32abba49a0e1638c43e4f9c2c8c0d1f57";

test("a form that was opened before an upgrade reaches its action, and its next page names the build, so that it is loaded anew", async () => {
  expect(actionNamed("requestRefundAction").id).toBe(ID_OF_EVERY_VERSION);
  const build = readFileSync(join(root, ".next/BUILD_ID"), "utf8");
  const { text } = await call("/refunds", {
    headers: { cookie: await cookieOf("finance"), rsc: "1" },
    redirect: "follow",
  });
  expect(text).toContain(`"b":"${build}"`);
});
