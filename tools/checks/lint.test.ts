import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { ESLint } from "eslint";
import { expect, test } from "vitest";
import { z } from "zod";
import { projectRoot } from "@/server/platform/root";

/** One fault for each rule that needs types. */
const TYPED = {
  "await-thenable": "export async function f() { await 1; }",
  "no-array-delete": "declare const list: string[]; delete list[0];",
  "no-base-to-string": "export const s = String({ a: 1 });",
  "no-deprecated": "/** @deprecated */ function old() {} old();",
  "no-duplicate-type-constituents": "export type T = string | string;",
  "no-floating-promises": "Promise.resolve(1);",
  "no-for-in-array": "declare const list: string[]; for (const i in list) String(i);",
  "no-implied-eval": 'setTimeout("f()", 1);',
  "no-misused-promises": "[1].forEach(async () => { await Promise.resolve(); });",
  "no-redundant-type-constituents": "export type T = string | unknown;",
  "no-unnecessary-type-assertion": "declare const s: string; export const t = s as string;",
  "no-unsafe-argument": 'String.raw(JSON.parse("1"));',
  "no-unsafe-assignment": 'export const x = JSON.parse("1");',
  "no-unsafe-call": 'JSON.parse("1")();',
  "no-unsafe-enum-comparison": "enum A { One } enum B { One } declare const a: A; a === (B.One as B);",
  "no-unsafe-member-access": 'JSON.parse("1").amount;',
  "no-unsafe-return": 'export const f = () => JSON.parse("1");',
  "no-unsafe-unary-minus": "declare const s: string; -s;",
  "only-throw-error": 'throw "text";',
  "prefer-promise-reject-errors": 'export const p = () => Promise.reject("text");',
  "require-await": "export async function f() { return 1; }",
  "restrict-plus-operands": "export const s = 1 + [1];",
  "restrict-template-expressions": "export const s = `${[1]}`;",
  "switch-exhaustiveness-check": 'declare const t: "a" | "b"; switch (t) { case "a": break; }',
  "unbound-method": "class C { x = 1; m() { return this.x; } } export const { m } = new C();",
};

/** One for each rule of React that a short text can break. */
const REACT = {
  "error-boundaries": "function P() { try { return <Q />; } catch { return null; } }",
  "exhaustive-deps": "function P({ n }) { useEffect(() => { f(n); }, []); }",
  globals: "let g = 0; function P() { g = 1; return <p />; }",
  immutability: "function P({ x }) { x.y = 1; return <p />; }",
  purity: "function P() { return <p>{Math.random()}</p>; }",
  refs: "function P() { const r = useRef(1); return <p>{r.current}</p>; }",
  "rules-of-hooks": "function P({ n }) { if (n) useEffect(() => undefined); }",
  "set-state-in-effect":
    "function P() { const [, set] = useState(0); useEffect(() => { set(1); }, []); return <p />; }",
  "set-state-in-render": "function P() { const [, set] = useState(0); set(1); return <p />; }",
  "static-components": "function P() { const Q = () => <p />; return <Q />; }",
};

const IMPORTS = 'import { useEffect, useRef, useState } from "react";';

const OUTPUT = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

/** The linter passes when it reads no file or cannot ask the compiler: here each rule has to find its fault. */
test("each rule of the lint with types finds a planted fault", async () => {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-lint-"));
  try {
    const compilerOptions = {
      strict: true,
      target: "ES2022",
      lib: ["ES2023", "DOM"],
      jsx: "preserve",
      types: [],
    };
    await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions }));
    await writeFile(
      join(folder, ".oxlintrc.json"),
      await readFile(join(projectRoot(), ".oxlintrc.json"), "utf8"),
    );
    for (const [rule, text] of Object.entries(TYPED))
      await writeFile(join(folder, `${rule}.ts`), `${text}\nexport {};\n`);
    for (const [rule, text] of Object.entries(REACT))
      await writeFile(
        join(folder, `${rule}.tsx`),
        `${IMPORTS}\nexport ${text}\n`.replace("export let", "let"),
      );
    const found = await lint(folder);
    const expected = [
      ...Object.keys(TYPED).map((rule) => `${rule}.ts: ${rule}`),
      ...Object.keys(REACT).map((rule) => `${rule}.tsx: ${rule}`),
    ];
    expect(expected.filter((fault) => !found.has(fault))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

test("an expression whose time grows faster than its text is found, where people's texts are read", async () => {
  const eslint = new ESLint({ cwd: projectRoot() });
  const text = "export const A = /\\s+$/u;\nexport const B = /^(?:a+)+b/u;\nexport const C = /^\\s+/u;\n";
  const [found] = await eslint.lintText(text, { filePath: join(projectRoot(), "lib", "planted.ts") });
  expect(found?.messages.map(({ line, ruleId }) => [line, ruleId])).toEqual([
    [1, "regexp/no-super-linear-move"],
    [2, "regexp/no-super-linear-backtracking"],
  ]);
});

/** Each fault as "file: rule". */
async function lint(folder: string): Promise<Set<string>> {
  const program = join(projectRoot(), "node_modules/oxlint/bin/oxlint");
  const run = promisify(execFile)(process.execPath, [program, "--format=json"], { cwd: folder });
  const stdout = await run.then(
    () => "",
    (error: unknown) => z.object({ stdout: z.string() }).parse(error).stdout,
  );
  const { diagnostics } = OUTPUT.parse(JSON.parse(stdout));
  return new Set(
    diagnostics.map(({ code, filename }) => `${filename.split("/").at(-1)}: ${/\((.*)\)/.exec(code)?.[1]}`),
  );
}
