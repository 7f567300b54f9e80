import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { create } from "tar";
import { writtenBill } from "./packages.mjs";
import { stage } from "./stage.mjs";

/**
 * `npm run release`: one archive that runs with Node alone, its checksum and its bill of materials (decision 0256).
 * `--out FOLDER` names another folder than dist/release.
 */
const root = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));
const [flag, wantedFolder, ...others] = process.argv.slice(2);
if ((flag !== undefined && (flag !== "--out" || wantedFolder === undefined)) || others.length > 0) {
  console.error("Usage: npm run release [-- --out FOLDER]");
  process.exit(2);
}
const out =
  wantedFolder === undefined
    ? join(root, "dist", "release")
    : resolve(process.env.INIT_CWD ?? ".", wantedFolder);
if (![".next/BUILD_ID", "dist/start.js"].every((path) => existsSync(join(root, path)))) {
  console.error("There is no build to pack: npm run build.");
  process.exit(1);
}
const { version, description, engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const target = `${process.platform}-${process.arch}`;
const commit = commitOf();
// Two builds of a version are two folders: `current` can lead back to the one before.
const name = [
  "paydeck",
  version,
  ...(commit.id === null ? [] : [commit.id.slice(0, 12)]),
  ...(commit.isChanged ? ["changed"] : []),
].join("-");

const folder = join(out, name);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
await stage(root, folder);
writeFileSync(
  join(folder, "package.json"),
  json({ name: "paydeck", version, private: true, type: "module", description, engines }),
);
writeFileSync(
  join(folder, "RELEASE.json"),
  json({
    version,
    commit: commit.isChanged ? `${commit.id}, with local changes` : commit.id,
    committedAt: commit.date.toISOString(),
    node: engines.node,
    platform: target,
  }),
);
writeFileSync(join(folder, "paydeck"), launcher(), { mode: 0o755 });
chmodSync(join(folder, "paydeck"), 0o755);

const archive = join(out, `${name}-${target}.tar.gz`);
const entries = pathsBelow(out, name).sort();
await create(
  { file: archive, cwd: out, gzip: { level: 6 }, portable: true, mtime: commit.date, noDirRecurse: true },
  entries,
);
rmSync(folder, { recursive: true });
const bytes = readFileSync(archive);
const checksum = createHash("sha256").update(bytes).digest("hex");
// The form that `sha256sum -c` reads.
writeFileSync(`${archive}.sha256`, `${checksum}  ${name}-${target}.tar.gz\n`);
writeFileSync(
  join(out, `${name}-${target}.cdx.json`),
  json(writtenBill(root, { version, date: commit.date })),
);
console.log(`${archive}: ${(bytes.length / 1_000_000).toFixed(1)} MB, ${entries.length} entries`);
console.log(`sha256 ${checksum}`);

/** Not in a clone (an unpacked source archive): no commit, and the time of the build. */
function commitOf() {
  try {
    const git = (...args) => execFileSync("git", args, { cwd: root, encoding: "utf8", stdio: "pipe" }).trim();
    const [id, seconds] = git("log", "-1", "--format=%H %ct").split(" ");
    const isChanged = git("status", "--porcelain") !== "";
    return { id, isChanged, date: new Date(seconds * 1000) };
  } catch {
    return { id: null, isChanged: false, date: statSync(join(root, ".next", "BUILD_ID")).mtime };
  }
}

/** Links are entries of their own; nothing is read through them. */
function pathsBelow(base, path) {
  const inner = readdirSync(join(base, path), { withFileTypes: true }).flatMap((entry) => {
    const below = `${path}/${entry.name}`;
    return entry.isDirectory() ? pathsBelow(base, below) : [below];
  });
  return [path, ...inner];
}

function json(value) {
  return `${JSON.stringify(value, null, 2)}\n`;
}

function launcher() {
  return `#!/bin/sh
# Runs one command of Paydeck. Without a command, it lists them.
# The users that systemd and containers make have no home folder, and a package that asks for it would fail.
export HOME="\${HOME:-/}"
exec node "$(dirname "$(readlink -f "$0")")/dist/paydeck.js" "$@"
`;
}
