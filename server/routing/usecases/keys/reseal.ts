import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { SaltBox } from "../../store/keys/salt-box";
import {
  type EndpointId,
  listApiKeysAfter,
  listEndpointsAfter,
  lockSealedSalt,
  lockSealedSecrets,
  saveSealedSalt,
  saveSealedSecrets,
} from "../../store/keys/sealed";
import { resealWebhookSecret } from "../webhooks/webhook-secret";

type Deps = { pool: Pool; saltBox: SaltBox };

/** `resealed`: rows that were changed. `total`: all rows. */
export type Resealed = { resealed: number; total: number };

const PAGE = 500;

/**
 * Seals every salt of merchants' keys again with the first key of the box. A row is changed in a transaction of its own, under
 * its lock: it can be stopped at any moment and repeated, and holds nobody up (decision 0263). Rows that are added
 * meanwhile are sealed with the first key by every process that has it as such.
 */
export async function resealSalts(deps: Deps): Promise<Resealed> {
  const counts = { resealed: 0, total: 0 };
  for (let after = ""; ; ) {
    const keys = await listApiKeysAfter(deps.pool, after, PAGE);
    const last = keys.at(-1);
    if (last === undefined) return counts;
    for (const apiKey of keys) if (await resealSalt(deps, apiKey)) counts.resealed += 1;
    counts.total += keys.length;
    after = last;
  }
}

/** The same for the signing secrets of webhook endpoints, the previous ones of a rotation too. */
export async function resealWebhookSecrets(deps: Deps): Promise<Resealed> {
  const counts = { resealed: 0, total: 0 };
  for (let after: EndpointId = { merchantId: 0, id: "" }; ; ) {
    const endpoints = await listEndpointsAfter(deps.pool, after, PAGE);
    const last = endpoints.at(-1);
    if (last === undefined) return counts;
    for (const endpoint of endpoints) if (await resealSecrets(deps, endpoint)) counts.resealed += 1;
    counts.total += endpoints.length;
    after = last;
  }
}

function resealSalt({ pool, saltBox }: Deps, apiKey: string): Promise<boolean> {
  return inTransaction(pool, async (db) => {
    const sealed = await lockSealedSalt(db, apiKey);
    const again = sealed === null ? null : saltBox.reseal(apiKey, sealed);
    if (again === null) return false;
    await saveSealedSalt(db, apiKey, again);
    return true;
  });
}

function resealSecrets({ pool, saltBox }: Deps, endpoint: EndpointId): Promise<boolean> {
  const { merchantId, id } = endpoint;
  return inTransaction(pool, async (db) => {
    const sealed = await lockSealedSecrets(db, endpoint);
    if (sealed === null) return false;
    const current = resealWebhookSecret(saltBox, merchantId, id, sealed.current);
    const previous =
      sealed.previous === null ? null : resealWebhookSecret(saltBox, merchantId, id, sealed.previous);
    if (current === null && previous === null) return false;
    await saveSealedSecrets(db, endpoint, {
      current: current ?? sealed.current,
      previous: previous ?? sealed.previous,
    });
    return true;
  });
}
