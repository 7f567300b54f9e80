import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { projectRoot } from "@/server/platform/root";

export const isNginxInstalled = spawnSync("nginx", ["-v"], { stdio: "ignore" }).status === 0;

/** For the title of a test that is skipped without it. */
export const WITHOUT_NGINX = isNginxInstalled ? "" : " (skipped: nginx is not installed here)";

/** A real nginx with deploy/cells/nginx.conf, for two services on this machine. */
export type Nginx = {
  folder: string;
  routesFile: string;
  pidFile: string;
  certificateFile: string;
  keyFile: string;
  /** Of the files that the certificate's issuer asks for over http. */
  challengeFolder: string;
  start(): Promise<void>;
  /** As after a renewal of the certificate. */
  reload(): void;
  /** The ids of its worker processes. After a reload the earlier ones serve connections for a moment longer. */
  workers(): string[];
  stop(): Promise<void>;
};

/** With it, nginx listens for https at its port, and for http at another one. */
export type Tls = { domain: string; key: string; cert: string; httpPort: number };

/**
 * The file's addresses and paths are replaced by those of the test; all else is as on a server, but that TLS is left out without
 * `tls`.
 */
export async function prepareNginx(
  port: number,
  services: { a: number; b: number },
  tls: Tls | null = null,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "paydeck-nginx-"));
  // When started by root, nginx reads files as another user, which must be able to enter.
  await chmod(folder, 0o755);
  const routesFile = join(folder, "routes.conf");
  const pidFile = join(folder, "nginx.pid");
  const challengeFolder = join(folder, "challenges");
  const files = {
    TLS_CERTIFICATE: join(folder, "certificate.pem"),
    TLS_CERTIFICATE_KEY: join(folder, "certificate.key"),
  };
  const deployed = await readFile(join(projectRoot(), "deploy/cells/nginx.conf"), "utf8");
  const site = substitute(tls === null ? withoutTls(deployed) : deployed, {
    PAY_DOMAIN: tls?.domain ?? '""',
    ...files,
  })
    .replace("/etc/paydeck/cells/routes.conf", routesFile)
    .replace("/var/www/paydeck-acme", challengeFolder)
    .replace("listen 80;", `listen 127.0.0.1:${String(tls?.httpPort ?? 0)};`)
    .replace("listen 443", `listen 127.0.0.1:${String(port)}`)
    .replace("127.0.0.1:4001", `127.0.0.1:${String(services.a)}`)
    .replace("127.0.0.1:4002", `127.0.0.1:${String(services.b)}`);
  if (tls !== null) {
    await writeFile(files.TLS_CERTIFICATE, tls.cert);
    await writeFile(files.TLS_CERTIFICATE_KEY, tls.key, { mode: 0o600 });
  }
  await writeFile(join(folder, "site.conf"), site);
  await writeFile(join(folder, "nginx.conf"), mainFile(folder, pidFile));
  await mkdir(join(folder, "temp"));
  let child: ChildProcess | null = null;
  return {
    folder,
    routesFile,
    pidFile,
    certificateFile: files.TLS_CERTIFICATE,
    keyFile: files.TLS_CERTIFICATE_KEY,
    challengeFolder,
    reload: () => void child?.kill("SIGHUP"),
    workers() {
      const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(child?.pid)], { encoding: "utf8" });
      return stdout.split("\n").flatMap((line) => line.trim() || []);
    },
    async start() {
      child = spawn("nginx", ["-p", folder, "-c", join(folder, "nginx.conf"), "-g", "daemon off;"], {
        stdio: ["ignore", "ignore", "inherit"],
      });
      await untilAccepted(port);
    },
    async stop() {
      if (child?.exitCode === null) {
        child.kill("SIGTERM");
        await once(child, "exit");
      }
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** As envsubst does for these names. */
function substitute(text: string, values: Record<string, string>): string {
  return Object.entries(values).reduce((done, [name, value]) => done.replaceAll(`\${${name}}`, value), text);
}

/** Only the server for https, which listens without it. */
function withoutTls(text: string): string {
  return text
    .replace(/^server \{\n {2}listen 80;[^]*?^\}\n/m, "")
    .replace("listen 443 ssl;", "listen 443;")
    .replaceAll(/^ *ssl_.*;$/gm, "");
}

function mainFile(folder: string, pidFile: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
    .map((kind) => `  ${kind}_temp_path ${join(folder, "temp", kind)};`)
    .join("\n");
  return `pid ${pidFile};
error_log stderr error;
worker_processes 1;
events { worker_connections 512; }
http {
  access_log off;
${temporary}
  include ${join(folder, "site.conf")};
}
`;
}

const LISTENS_WITHIN_MS = 10_000;
const POLL_EVERY_MS = 20;

async function untilAccepted(port: number): Promise<void> {
  const endAt = performance.now() + LISTENS_WITHIN_MS;
  while (!(await accepts(port))) {
    if (performance.now() > endAt) throw new Error("nginx does not listen: see its messages above");
    await sleep(POLL_EVERY_MS);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}
