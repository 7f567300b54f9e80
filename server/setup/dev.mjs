import { readFileSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { context, formatMessagesSync } from "esbuild";
import { acquireLock } from "./folder-lock.mjs";
import { PROGRAM_OPTIONS, PROGRAMS } from "./programs.mjs";

/**
 * `npm run dev`: both systems on the embedded database, each started again when its program changes; pages are compiled by
 * Next, which reloads them by itself. The programs are built apart from `dist`, which `npm start` and the tests use.
 */
const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const FOLDER = "dist/dev";

const lock = await acquireLock(join(root, "dist", "dev.lock"));
if (!lock.held) {
  console.error(`npm run dev already runs in this checkout (${lock.owner}).`);
  process.exit(1);
}
process.on("exit", () => lock.release());
rmSync(join(root, FOLDER), { recursive: true, force: true });

let known = null;
let listener = () => undefined;
let firstBuild;
const isBuilt = new Promise((resolve) => {
  firstBuild = resolve;
});

const builder = await context({
  ...PROGRAM_OPTIONS,
  absWorkingDir: root,
  outdir: FOLDER,
  entryPoints: {
    dev: "server/start/dev.ts",
    routing: PROGRAMS.routing,
    dashboard: PROGRAMS.dashboard,
  },
  logLevel: "silent",
  plugins: [{ name: "notify", setup: (build) => build.onEnd(notify) }],
});
await builder.watch();
await isBuilt;
const { dev } = await import(join(root, FOLDER, "dev.js"));
await dev({
  folder: FOLDER,
  onChange(next) {
    listener = next;
  },
});

function notify({ errors, metafile }) {
  if (errors.length > 0) {
    const color = process.stderr.isTTY === true;
    console.error(formatMessagesSync(errors, { kind: "error", color }).join("\n"));
    console.error("The programs are as they were before this change.");
    return;
  }
  const built = programsOf(metafile);
  const changed = new Set(
    [...built.keys()].filter((name) => known !== null && known.get(name) !== built.get(name)),
  );
  known = built;
  firstBuild();
  if (changed.size > 0) listener(changed);
}

/** The contents of each program; the files that it shares are in them by name, and their names follow their contents. */
function programsOf({ outputs }) {
  const paths = Object.keys(outputs).filter(
    (path) => path.endsWith(".js") && outputs[path].entryPoint !== undefined,
  );
  return new Map(paths.map((path) => [basename(path, ".js"), readFileSync(join(root, path), "utf8")]));
}
