import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from "next/constants.js";
import { expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";

type Config = (phase: string) => { pageExtensions: string[] };

/** Shared components without an example, and why. What is "not shown yet" is to get one: the list only shrinks. */
const EXCEPTIONS: Record<string, string> = {
  CompleteFirstPaint: "draws nothing",
  ConfirmAction: "not shown yet",
  EarlyInput: "draws nothing",
  FormDialog: "not shown yet",
  HydratedSignal: "draws nothing",
  KeepTimeZone: "draws nothing",
  LinkPending: "draws something only while a page loads",
  MessagesProvider: "draws nothing",
  QueryProvider: "draws nothing, and the gallery fetches nothing",
  RefreshWhile: "draws nothing",
};

/** The same for the loading.tsx of pages. */
const LOADING_EXCEPTIONS: Record<string, string> = {};

const root = projectRoot();
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path}`);
const gallery = filesIn("app/dev/components", ".tsx").map(read);

/** Whether a file of the gallery takes the module in and renders the component. */
function isShown(module: string, component: string): boolean {
  return gallery.some(
    (text) => text.includes(`from "@/${module}"`) && new RegExp(`<${component}[\\s/>]`).test(text),
  );
}

function componentsOf(path: string): string[] {
  const exported = read(path).matchAll(
    /^export (?:default )?(?:async )?(?:function|const) ([A-Z]\w*[a-z]\w*)/gm,
  );
  return [...exported].map(([, name = ""]) => name);
}

function withoutExample(paths: string[]): string[] {
  return paths
    .flatMap((path) =>
      componentsOf(path).filter((component) => !isShown(path.replace(/\.tsx$/, ""), component)),
    )
    .sort();
}

test("the gallery of components is a page in development and in no build", async () => {
  const { default: config } = (await import(join(root, "next.config.mjs"))) as { default: Config };
  expect(existsSync(join(root, "app/dev/components/page.dev.tsx"))).toBe(true);
  expect(config(PHASE_DEVELOPMENT_SERVER).pageExtensions).toContain("dev.tsx");
  expect(config(PHASE_PRODUCTION_BUILD).pageExtensions).not.toContain("dev.tsx");
});

test("the gallery adds no class to the stylesheet of the product", () => {
  expect(read("app/globals.css")).toContain('@source not "./dev";');
});

// Compared as a whole: an exception that has got an example must leave the list.
test("the gallery shows every component of the folder components, but for the listed exceptions", () => {
  const files = filesIn("components", ".tsx").filter((path) => !path.endsWith(".test.tsx"));
  expect(files.flatMap(componentsOf)).toContain("DataTable");
  expect(withoutExample(files)).toEqual(Object.keys(EXCEPTIONS).sort());
});

test("the gallery shows every loading.tsx of the dashboard, but for the listed exceptions", () => {
  const files = filesIn("app/(dashboard)", "/loading.tsx");
  expect(files.flatMap(componentsOf)).toHaveLength(files.length);
  expect(withoutExample(files)).toEqual(Object.keys(LOADING_EXCEPTIONS).sort());
});
