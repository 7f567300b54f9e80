import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { PHASE_DEVELOPMENT_SERVER, PHASE_PRODUCTION_BUILD } from "next/constants.js";
import { NextRequest } from "next/server";
import { expect, test, vi } from "vitest";
import { projectRoot } from "@/server/platform/root";

type Config = (phase: string) => { pageExtensions: string[] };

/** Shared components without an example, and why. What is "not shown yet" is to get one: the list only shrinks. */
const EXCEPTIONS: Record<string, string> = {
  CloseMenu: "draws nothing",
  KeepTimeZone: "draws nothing",
  LiveLine: "fetches what is new; LiveLineView is shown",
  LinkPending: "draws something only while a page loads",
  MessagesProvider: "draws nothing",
  PageAccountProvider: "draws nothing",
  QueryProvider: "draws nothing, and the gallery fetches nothing",
  RefreshWhile: "draws nothing",
  ReadyButton: "shown as Button",
  ConfirmDialog: "shown as ConfirmAction",
  DialogForm: "shown as FormDialog",
  FilterTool: "shown in FilterForm",
  OutcomePlace: "shown in ConfirmAction",
  RestoreTyped: "draws nothing",
  ServerData: "draws nothing",
  StreamIfSlow: "draws nothing",
  TestOnlyProvider: "shows nothing itself",
  ToolBarSpace: "draws nothing",
  UnreadProvider: "draws nothing",
  WithMarks: "shown in ForeignText and CopyableId",
};

/** The same for the components of the pages: `folder/Component`. */
const PAGE_EXCEPTIONS: Record<string, string> = {
  BellList: "fetches its list; BellListView is shown",
  FocusAfterNavigation: "draws nothing",
  FromBackupNotice: "reads from the database; its words are shown as FromBackupWords",
  OldBuild: "draws nothing",
  PageBoundary: "draws nothing until a page fails; PageError is shown",
  RefundsHeldAlert: "reads from the database; its words are shown as RefundsHeldNotice",
  PageMain: "has the landmark of a page",
  TopHits: "fetches what is found; TopHitsView is shown",
  SearchFrame: "has the landmark of a page; its bar is shown as SearchField",
  SettingsFrame: "draws something only around the settings",
  "all-accounts/Frame": "has the landmark of a page; its bar is shown as AccountsBar",
  "approvals/[approvalId]/PaymentBalance": "reads from the service; BalanceSkeleton is shown",
  "bulk/[runId]/RunPoller": "draws nothing",
  "bulk/[runId]/RunRows": "reads from the database; RowsTable is shown",
  SubjectNotes: "reads from the database; NotesPanel is shown",
  "overview/OverviewPeriods": "has the address of a request; its parts are in the gallery",
  "payments/FoundNotes": "reads from the database; NoteList is shown",
  "refunds/RefundList": "reads from the database; its parts are shown",
  "refunds/requests/[intentId]/ServiceEvidence": "reads from the service; Evidence is shown",
};

/** The same for the loading.tsx of pages. */
const LOADING_EXCEPTIONS: Record<string, string> = {};

const root = projectRoot();
const read = (path: string): string => readFileSync(join(root, path), "utf8");
const filesIn = (folder: string, ending: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(ending))
    .map((path) => `${folder}/${path}`);
const gallery = filesIn("tools/gallery", ".tsx").map(read);

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

/** The modules of the repository that a file takes in, as paths without an ending. */
function importsOf(path: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, names = "", from = ""] of read(path).matchAll(
    /^import (?:type )?\{?([^;{}]*)\}? from "([^"]+)";/gm,
  )) {
    const module = from.startsWith("@/") ? from.slice(2) : join(dirname(path), from);
    for (const name of names.split(","))
      found.set(name.replace(/^\s*(?:type )?|\s+as .*$/g, "").trim(), module);
  }
  return found;
}

const isRendered = (text: string, component: string): boolean =>
  new RegExp(`<${component}[\\s/>]`).test(text);

/**
 * The components that the gallery renders, and those that these render: "module Component". A part of a component is seen
 * with it; a dialog is not, before it is open.
 */
function shownComponents(paths: readonly string[]): Set<string> {
  const shown = new Set<string>();
  const waiting = filesIn("tools/gallery", ".tsx");
  const seen = new Set<string>();
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (seen.has(path)) continue;
    seen.add(path);
    const text = read(path);
    const known = new Map([
      ...importsOf(path),
      ...componentsOf(path).map((name) => [name, path.replace(/\.tsx$/, "")] as const),
    ]);
    for (const [component, module] of known) {
      if (!isRendered(text, component)) continue;
      shown.add(`${module} ${component}`);
      if (paths.includes(`${module}.tsx`)) waiting.push(`${module}.tsx`);
    }
  }
  return shown;
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

// It shows example data alone.
test.each([
  ["development", null],
  ["production", "/login?from=%2Fdev%2Fcomponents"],
])(
  "without a session, the gallery is open in development and leads to sign-in elsewhere: %s",
  async (env, to) => {
    vi.stubEnv("NODE_ENV", env);
    vi.resetModules();
    const { proxy } = (await import(join(root, "proxy.ts"))) as { proxy: (request: NextRequest) => Response };
    const location = proxy(new NextRequest("http://paydeck.example/dev/components")).headers.get("location");
    vi.unstubAllEnvs();
    vi.resetModules();
    expect(location === null ? null : location.replace("http://paydeck.example", "")).toBe(to);
  },
);

test("the gallery adds no class to the stylesheet of the product", () => {
  expect(read("app/globals.css")).toContain('@source not "../tools";');
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

test("the gallery shows every component of the pages, itself or in another one, but for the listed exceptions", () => {
  const files = ["app/(dashboard)", "app/(accounts)", "app/(auth)"]
    .flatMap((folder) => filesIn(folder, ".tsx"))
    .filter((path) => path.includes("/_components/") && !path.endsWith(".test.tsx"));
  const shown = shownComponents(files);
  const missing = files.flatMap((path) => {
    const module = path.replace(/\.tsx$/, "");
    return componentsOf(path)
      .filter((component) => !shown.has(`${module} ${component}`))
      .map((component) => `${module.replace(/^app\/\(\w+\)\/(.*\/)?_components\/.*$/, "$1")}${component}`);
  });
  expect(missing.sort()).toEqual(Object.keys(PAGE_EXCEPTIONS).sort());
});
