import type { Ctx } from "../../context";
import { findNames } from "../../people/store";

/**
 * Adds the authors' names to versions. The service stores the e-mail of the person who saved a version; one that no
 * user here has, of another dashboard or the merchant's own code, stays.
 */
export async function nameAuthors<V extends { author: string }>(
  ctx: Ctx,
  versions: readonly V[],
): Promise<V[]> {
  const names = await findNames(ctx.pool, [...new Set(versions.map(({ author }) => author))]);
  return versions.map((version) => ({ ...version, author: names.get(version.author) ?? version.author }));
}
