import { execFile, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { documentsOf } from "./files";
import { loadManifestCheck, type Manifest } from "./manifest";

/** The tools that read the files of deploy/ on a server; where one is not installed, its test is skipped and says so. */
const DEPLOY = join(projectRoot(), "deploy");
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "paydeck-deploy-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const isInstalled = (tool: string): boolean =>
  spawnSync("sh", ["-c", `command -v ${tool}`], { stdio: "ignore" }).status === 0;

type Run = { code: number; output: string; stdout: string };
function run(command: string, args: string[], env: Record<string, string> = {}): Promise<Run> {
  return new Promise((resolve) => {
    execFile(
      command,
      args,
      { env: { ...process.env, HOME: folder, ...env }, cwd: folder, maxBuffer: 8_000_000 },
      (error, stdout, stderr) =>
        resolve({
          code: error === null ? 0 : typeof error.code === "number" ? error.code : 1,
          output: stdout + stderr,
          stdout,
        }),
    );
  });
}

/** Of `systemd-analyze security`, in tenths, from 0 to 100: 1.3 was measured, and 2.0 is what it calls fine. */
const MOST_EXPOSED = 20;

test("systemd accepts the units, and none is exposed more than 2.0 of 10", async ({ skip }) => {
  skip(!isInstalled("systemd-analyze"), "systemd-analyze is not installed here");
  const units = join(folder, "systemd");
  await cp(join(DEPLOY, "systemd"), units, { recursive: true });
  const names = (await readdir(units)).filter((name) => /\.(service|timer)$/.test(name));
  expect(names.sort()).toEqual([
    "paydeck-backup.service",
    "paydeck-backup.timer",
    "paydeck-dashboard.service",
    "paydeck-migrate.service",
    "paydeck-service.service",
    "paydeck-worker.service",
    "paydeck.service",
  ]);
  for (const name of names) {
    const text = await readFile(join(units, name), "utf8");
    // The release is not installed here; systemd checks that the program exists.
    await writeFile(join(units, name), text.replaceAll("/opt/paydeck/current/paydeck", "/bin/true"));
  }
  const paths = names.map((name) => join(units, name));
  expect(await run("systemd-analyze", ["verify", "--man=no", ...paths])).toMatchObject({
    code: 0,
    output: "",
  });
  for (const path of paths.filter((each) => each.endsWith(".service"))) {
    const args = ["security", "--offline=yes", `--threshold=${MOST_EXPOSED}`, "--no-pager", path];
    const { code, output } = await run("systemd-analyze", args);
    expect(code, output).toBe(0);
  }
});

test("systemd starts a process also when the migration failed, because the database was not there at the boot", async () => {
  const units = await readdir(join(DEPLOY, "systemd"));
  const restarted = [];
  for (const unit of units.filter((name) => name.endsWith(".service"))) {
    const text = await readFile(join(DEPLOY, "systemd", unit), "utf8");
    if (!text.includes("Restart=always")) continue;
    restarted.push(unit);
    // A failed requirement ends the start itself, and Restart is for a process that has started.
    expect(text, unit).not.toMatch(/^(Requires|Requisite|BindsTo)=/m);
    expect(text, unit).toMatch(/^StartLimitIntervalSec=0$/m);
  }
  expect(restarted).toHaveLength(4);
});

test.for(["compose/Caddyfile", "systemd/Caddyfile"])("Caddy accepts %s", async (file, { skip }) => {
  skip(!isInstalled("caddy"), "caddy is not installed here");
  const args = ["validate", "--adapter", "caddyfile", "--config", join(DEPLOY, file)];
  const domains = { DASHBOARD_DOMAIN: "dashboard.example.com", PAY_DOMAIN: "pay.example.com" };
  const { code, output } = await run("caddy", args, { ...domains, XDG_DATA_HOME: folder });
  expect(code, output).toBe(0);
});

test.for(["compose/Caddyfile", "systemd/Caddyfile"])(
  "%s hides the metrics of both systems, and not the status page that the sign-in page links to",
  async (file, { skip }) => {
    skip(!isInstalled("caddy"), "caddy is not installed here");
    const domains = { DASHBOARD_DOMAIN: "dashboard.example.com", PAY_DOMAIN: "pay.example.com" };
    const args = ["adapt", "--adapter", "caddyfile", "--config", join(DEPLOY, file)];
    const { stdout } = await run("caddy", args, { ...domains, XDG_DATA_HOME: folder });
    const hidden = [...stdout.matchAll(/"path":\[([^\]]*)\]/g)].map(([, paths = ""]) => paths);
    expect(hidden.sort()).toEqual(['"/metrics"', '"/metrics","/readyz"']);
  },
);

test("a backup of Compose has both dumps or none, and deletes the old ones", async () => {
  const [programs, dumps] = [join(folder, "programs"), join(folder, "dumps")];
  await Promise.all([mkdir(programs), mkdir(dumps)]);
  // A double of pg_dump, which is in the image: it writes a file, and fails for the database that FAILS names.
  const double = [
    "#!/bin/sh",
    'for one; do case $one in "--dbname=$FAILS") exit 1;; --file=*) file=${one#*=};; esac; done',
  ];
  await writeFile(join(programs, "pg_dump"), [...double, 'echo dump > "$file"'].join("\n"), { mode: 0o755 });
  const old = join(dumps, "routing-20200101T023000Z.dump");
  await writeFile(old, "old");
  await utimes(old, new Date("2020-01-01"), new Date("2020-01-01"));
  const backUp = (fails: string): Promise<Run> =>
    run("sh", [join(DEPLOY, "compose/backup.sh"), dumps, "--once"], {
      PATH: `${programs}:${process.env.PATH ?? ""}`,
      FAILS: fails,
    });
  const shown = async (): Promise<string[]> =>
    (await readdir(dumps)).filter((name) => !name.startsWith(".")).sort();

  expect((await backUp("routing")).code).not.toBe(0);
  expect(await shown()).toEqual(["routing-20200101T023000Z.dump"]);
  const { code, output } = await backUp("none");
  expect(code, output).toBe(0);
  expect(await shown()).toEqual([
    expect.stringMatching(/^dashboard-\d{8}T\d{6}Z\.dump$/),
    expect.stringMatching(/^routing-\d{8}T\d{6}Z\.dump$/),
  ]);
});

test("Kustomize renders the example, whose manifests Kubernetes accepts", async ({ skip }) => {
  skip(!isInstalled("kubectl"), "kubectl is not installed here");
  const copy = join(folder, "kubernetes");
  await cp(join(DEPLOY, "kubernetes"), copy, { recursive: true });
  for (const name of ["service.env", "dashboard.env"]) {
    await cp(join(copy, "example", `${name}.example`), join(copy, "example", name));
  }
  const { code, stdout, output } = await run("kubectl", ["kustomize", join(copy, "example")]);
  expect(code, output).toBe(0);
  const manifests = documentsOf(stdout) as Manifest[];
  expect(manifests.flatMap(await loadManifestCheck())).toEqual([]);
  const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind);
  // The policies select pods by this label, and the configuration has a new name with each content.
  for (const { spec } of [...ofKind("Deployment"), ...ofKind("Job")]) {
    expect(spec).toMatchObject({
      template: {
        metadata: { labels: { "app.kubernetes.io/part-of": "paydeck" } },
        spec: { containers: [{ image: "registry.example.com/paydeck:0.1.0" }] },
      },
    });
  }
  for (const kind of ["Secret", "ConfigMap"]) {
    const names = ofKind(kind).map(({ metadata }) => metadata.name);
    for (const name of names) expect(stdout.split(`name: ${name}\n`).length, name).toBeGreaterThan(2);
    expect(names).toHaveLength(2);
  }
});

test("the container's health check succeeds while its process answers", async () => {
  const server = createServer((request, response) =>
    response.writeHead(request.url === "/healthz" ? 200 : 404).end(),
  );
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const check = (): Promise<Run> =>
    run(process.execPath, [join(DEPLOY, "healthcheck.mjs")], {
      PORT: "1",
      ROUTING_PORT: "2",
      ROUTING_WORKER_PORT: String(port),
    });
  expect((await check()).code).toBe(0);
  server.close();
  server.closeAllConnections();
  expect((await check()).code).toBe(1);
});
