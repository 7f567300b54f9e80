import { execFileSync } from "node:child_process";
import { cp, mkdir, mkdtemp } from "node:fs/promises";
import { dirname, join } from "node:path";
import { projectRoot } from "@/server/platform/root";

/**
 * Copies the sources for a test that changes them or runs `next dev`, which works in one folder only once. The copy is
 * below the checkout, whose packages are then found; it has no lock file, because Next searches for them beside that.
 */
export async function copySources(prefix: string): Promise<string> {
  const root = projectRoot();
  await mkdir(join(root, ".checks"), { recursive: true });
  const copy = await mkdtemp(join(root, ".checks", prefix));
  const listed = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "-z"], {
    cwd: root,
    encoding: "utf8",
  });
  for (const path of listed.split("\0")) {
    if (!/^(app|components|lib|server|tools|public)\/|^[^/]+\.(ts|mjs|json)$/.test(path)) continue;
    if (path === "package-lock.json" || path.endsWith(".test.ts")) continue;
    await mkdir(dirname(join(copy, path)), { recursive: true });
    await cp(join(root, path), join(copy, path));
  }
  return copy;
}
