import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { projectRoot } from "@/server/platform/root";
import type { SealedKind } from "../checks/sealed";
import type { System } from "./read-database";

type CountSealed = (
  connectionString: string,
  key: string,
  otherKey: string | null,
) => Promise<SealedKind[] | null>;

/**
 * What the keys of this environment open, by the code of the system that sealed it; its program is loaded, because only that
 * system knows how. Null when a key is not one, or a table is missing.
 */
export async function readSealed(
  system: System,
  connectionString: string,
  { key, otherKey }: { key: string; otherKey: string | null },
): Promise<SealedKind[] | null> {
  const path = join(projectRoot(), "dist", `reseal-${system}.js`);
  try {
    const { countSealed } = (await import(pathToFileURL(path).href)) as { countSealed: CountSealed };
    return await countSealed(connectionString, key, otherKey);
  } catch {
    return null;
  }
}
