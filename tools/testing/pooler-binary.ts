import { existsSync } from "node:fs";
import { mkdir, readdir } from "node:fs/promises";
import { join } from "node:path";
import { runAs } from "@/server/embedded/command";

/** The paths on Debian-like and other systems. */
const USUAL_PATHS = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/usr/local/bin/pgbouncer"];
/** With the libraries that not every machine has. */
const DEBIAN_PACKAGES = ["pgbouncer", "libevent-2.1-7", "libc-ares2"];

/** Without a network, apt would try for minutes. */
const LIMIT_SECONDS = "40";

/** The program, and the folder of its libraries if not the usual one. */
export type PoolerBinary = { path: string; libraries: string | null };

/**
 * PgBouncer of this machine; otherwise Debian's package, unpacked into `folder` and not installed, because the package
 * would start a daemon. Null when neither is available.
 */
export async function findPoolerBinary(folder: string): Promise<PoolerBinary | null> {
  const installed = USUAL_PATHS.find((path) => existsSync(path));
  if (installed !== undefined) return { path: installed, libraries: null };
  if (!existsSync("/usr/bin/apt-get")) return null;
  await mkdir(folder, { recursive: true });
  const isRoot = process.getuid?.() === 0;
  const update = () => runAs(null, "timeout", [LIMIT_SECONDS, "apt-get", "update", "-qq"]);
  if (isRoot && !(await update()).succeeded) return null;
  const shell = `cd "$0" && apt-get download -qq "$@" && for file in *.deb; do dpkg -x "$file" .; done`;
  await runAs(null, "timeout", [LIMIT_SECONDS, "sh", "-c", shell, folder, ...DEBIAN_PACKAGES]);
  const path = join(folder, "usr/sbin/pgbouncer");
  if (!existsSync(path)) return null;
  const [triplet] = await readdir(join(folder, "usr/lib"));
  return { path, libraries: triplet === undefined ? null : join(folder, "usr/lib", triplet) };
}
