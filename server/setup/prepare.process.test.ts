import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { fingerprintPackages, fingerprintSources, fingerprintTools } from "./fingerprint.mjs";

const run = promisify(execFile);
const STAMP = "node_modules/.paydeck-packages";
/** A package of the checkout, and one that only its checks need. */
const NEEDS = { dependencies: { next: "file:next" }, devDependencies: { vitest: "file:vitest" } };

let checkout: string;

/** A checkout with local packages, so that the real npm has something to install without a network. */
beforeEach(async () => {
  checkout = await mkdtemp(join(tmpdir(), "paydeck-checkout-"));
  await cp(join(projectRoot(), "server/setup"), join(checkout, "server/setup"), { recursive: true });
  for (const name of ["next", "vitest"]) {
    await mkdir(join(checkout, name));
    await writeJson(`${name}/package.json`, { name, version: "1.0.0" });
  }
  await writeJson("package.json", { name: "checkout", version: "1.0.0", ...NEEDS });
  await writeLock("1.0.0");
});
afterEach(() => rm(checkout, { recursive: true, force: true }));

function writeJson(path: string, value: unknown): Promise<void> {
  return writeFile(join(checkout, path), JSON.stringify(value));
}

function writeLock(version: string): Promise<void> {
  return writeJson("package-lock.json", {
    name: "checkout",
    version,
    lockfileVersion: 3,
    requires: true,
    packages: {
      "": { name: "checkout", version, ...NEEDS },
      next: { version: "1.0.0" },
      "node_modules/next": { resolved: "next", link: true },
      "node_modules/vitest": { resolved: "vitest", link: true },
      vitest: { version: "1.0.0", dev: true },
    },
  });
}

async function prepare(...flags: string[]): Promise<string> {
  const env = { ...process.env, NODE_ENV: "production" as const, CI: "true" };
  return (await run(process.execPath, [join(checkout, "server/setup/prepare.mjs"), ...flags], { env }))
    .stdout;
}

/** Programs that only write the marks by which a build is recognised. */
async function putBuilders(): Promise<void> {
  const leaving = (path: string): string =>
    `const { mkdirSync, writeFileSync } = await import("node:fs"); const { dirname } = await import("node:path");
     mkdirSync(dirname("${path}"), { recursive: true }); writeFileSync("${path}", "");`;
  await mkdir(join(checkout, "next/dist/bin"), { recursive: true });
  await writeJson("next/package.json", { name: "next", version: "1.0.0", type: "module" });
  await writeFile(join(checkout, "next/dist/bin/next"), leaving(".next/BUILD_ID"));
  await writeFile(join(checkout, "server/setup/compress.mjs"), "");
  const bundle = `if (process.argv.includes("--tools")) { ${leaving("dist/tools/prove.js")} }
    else { ${leaving("dist/start.js")} }`;
  await writeFile(join(checkout, "server/setup/bundle.mjs"), bundle);
}

async function exists(path: string): Promise<boolean> {
  return (await stat(join(checkout, path)).catch(() => null)) !== null;
}

test("a start installs no packages for checks, checks do under NODE_ENV=production too, and no start removes them", async () => {
  await putBuilders();
  const hasCheckPackages = () => exists("node_modules/vitest/package.json");
  expect(await prepare("--build")).toBe("Installing packages…\nBuilding…\n");
  expect(await hasCheckPackages()).toBe(false);
  expect(await prepare("--checks")).toBe("Installing packages…\n");
  expect(await hasCheckPackages()).toBe(true);
  expect(await prepare("--checks")).toBe("");
  expect(await prepare("--build")).toBe("");
  await writeLock("1.0.1");
  expect(await prepare("--build")).toBe("Installing packages…\nBuilding…\n");
  expect(await hasCheckPackages()).toBe(true);
  expect(await prepare("--checks")).toBe("");
});

test("packages are installed once, and again when the lock changes", async () => {
  expect(await prepare()).toBe("Installing packages…\n");
  expect(await exists("node_modules/next/package.json")).toBe(true);
  expect((await readFile(join(checkout, STAMP), "utf8")).trim()).toBe(fingerprintPackages(checkout));
  expect(await prepare()).toBe("");

  await writeLock("1.0.1");
  expect(await prepare()).toBe("Installing packages…\n");
});

test("packages that were removed, or whose installation was killed, are installed again", async () => {
  await prepare();
  await rm(join(checkout, "node_modules"), { recursive: true });
  expect(await prepare()).toBe("Installing packages…\n");
  await rm(join(checkout, STAMP));
  expect(await prepare()).toBe("Installing packages…\n");
});

test("what was built by name is not built again at the next start, and by name it always is", async () => {
  await putBuilders();
  expect(await prepare("--rebuild")).toBe("Installing packages…\nBuilding…\n");
  expect(await prepare("--build")).toBe("");
  expect(await prepare("--rebuild")).toBe("Building…\n");
  await writeFile(join(checkout, "server/setup/bundle.mjs"), "// changed");
  expect(await prepare("--build")).toBe("Building…\n");
});

test("programs beside the product are built for the commands that run them, and again when their sources change", async () => {
  await putBuilders();
  expect(await prepare("--build")).toBe("Installing packages…\nBuilding…\n");
  expect(await exists("dist/tools")).toBe(false);
  expect(await prepare("--build", "--tools")).toBe("Building tools…\n");
  expect(await prepare("--build", "--tools")).toBe("");
  await mkdir(join(checkout, "tools"));
  await writeFile(join(checkout, "tools/main.ts"), "// changed");
  expect(await prepare("--build", "--tools")).toBe("Building tools…\n");
});

test("two at once install once", async () => {
  const outputs = await Promise.all([prepare(), prepare()]);
  expect(outputs.join("").match(/Installing packages…/g)).toHaveLength(1);
});

test("a failed installation shows npm's words and one line of ours, and claims nothing", async () => {
  await writeJson("package.json", {
    name: "checkout",
    version: "1.0.0",
    dependencies: { absent: "file:absent" },
  });
  await expect(prepare()).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/npm error[\s\S]*\nThe packages could not be installed .*\n$/) as string,
  });
  expect(await exists(STAMP)).toBe(false);
});

test("the sources' fingerprint follows what is built, and only that", async () => {
  const before = fingerprintSources(checkout);
  await mkdir(join(checkout, "app"));
  await writeFile(join(checkout, "app/page.tsx"), "export default null;");
  const withPage = fingerprintSources(checkout);
  expect(withPage).not.toBe(before);
  await writeFile(join(checkout, "app/page.test.tsx"), "a test");
  const withoutTool = fingerprintTools(checkout);
  await mkdir(join(checkout, "tools"));
  await writeFile(join(checkout, "tools/main.ts"), "a tool");
  await writeFile(join(checkout, "README.md"), "words");
  expect(fingerprintSources(checkout)).toBe(withPage);
  expect(fingerprintTools(checkout)).not.toBe(withoutTool);
  await writeFile(join(checkout, "app/page.tsx"), "export default 1;");
  expect(fingerprintSources(checkout)).not.toBe(withPage);
});
