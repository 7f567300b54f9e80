import type { Deps } from "@/server/routing/usecases/deps";
import { createKey } from "@/server/routing/usecases/keys/create-key";

/** Creates another key of the first merchant; returns the key itself. */
export async function newKey(deps: Deps): Promise<string> {
  const created = await createKey(deps, 1, { label: "test", createdBy: "test" });
  if (!created.ok) throw new Error(created.error.kind);
  return created.value.key.apiKey;
}
