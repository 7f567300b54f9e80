import type { Pool } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import type { GatewayAccountKey } from "../../domain/gateways/gateway-account";
import {
  listAccountsAfter,
  lockSealedCredentials,
  saveResealed,
} from "../../store/gateways/gateway-accounts";
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
import { resealCredentials } from "../gateways/sealed-credentials";
import { resealWebhookSecret } from "../webhooks/webhook-secret";

type Deps = { pool: Pool; saltBox: SaltBox };

/** `resealed`: rows that were changed. `unreadable`: names of those that no key opens. `total`: all rows. */
type Resealed = { resealed: number; unreadable: string[]; total: number };

/** The outcome of one row; a damaged one does not keep the others from being sealed again (decision 0263). */
type RowOutcome = { isChanged: boolean; isUnreadable: boolean };

const PAGE = 500;

/**
 * Seals every salt of merchants' keys again with the first key of the box. A row is changed in a transaction of its own, under
 * its lock: it can be stopped at any moment and repeated, and holds nobody up (decision 0263). Rows that are added
 * meanwhile are sealed with the first key by every process that has it as such.
 */
export async function resealSalts(deps: Deps): Promise<Resealed> {
  const counts: Resealed = { resealed: 0, unreadable: [], total: 0 };
  for (let after = ""; ;) {
    const keys = await listApiKeysAfter(deps.pool, after, PAGE);
    const last = keys.at(-1);
    if (last === undefined) return counts;
    for (const apiKey of keys) count(counts, `key ${apiKey}`, await resealSalt(deps, apiKey));
    after = last;
  }
}

/** Seals the signing secrets of webhook endpoints again, the previous ones of a rotation too. */
export async function resealWebhookSecrets(deps: Deps): Promise<Resealed> {
  const counts: Resealed = { resealed: 0, unreadable: [], total: 0 };
  for (let after: EndpointId = { merchantId: 0, id: "" }; ;) {
    const endpoints = await listEndpointsAfter(deps.pool, after, PAGE);
    const last = endpoints.at(-1);
    if (last === undefined) return counts;
    for (const endpoint of endpoints) {
      const { merchantId, id } = endpoint;
      count(counts, `endpoint ${id} of merchant ${String(merchantId)}`, await resealSecrets(deps, endpoint));
    }
    after = last;
  }
}

function count(counts: Resealed, name: string, { isChanged, isUnreadable }: RowOutcome): void {
  counts.total += 1;
  if (isChanged) counts.resealed += 1;
  if (isUnreadable) counts.unreadable.push(name);
}

function resealSalt({ pool, saltBox }: Deps, apiKey: string): Promise<RowOutcome> {
  return inTransaction(pool, async (db) => {
    const sealed = await lockSealedSalt(db, apiKey);
    const again = sealed === null ? null : attempt(() => saltBox.reseal(apiKey, sealed));
    if (again !== null && again !== UNREADABLE) await saveSealedSalt(db, apiKey, again);
    return { isChanged: again !== null && again !== UNREADABLE, isUnreadable: again === UNREADABLE };
  });
}

function resealSecrets({ pool, saltBox }: Deps, endpoint: EndpointId): Promise<RowOutcome> {
  const { merchantId, id } = endpoint;
  const reseal = (sealed: Buffer) => attempt(() => resealWebhookSecret(saltBox, merchantId, id, sealed));
  return inTransaction(pool, async (db) => {
    const sealed = await lockSealedSecrets(db, endpoint);
    if (sealed === null) return { isChanged: false, isUnreadable: false };
    const current = reseal(sealed.current);
    const previous = sealed.previous === null ? null : reseal(sealed.previous);
    const again = {
      current: current === null || current === UNREADABLE ? sealed.current : current,
      previous: previous === null || previous === UNREADABLE ? sealed.previous : previous,
    };
    const isChanged = again.current !== sealed.current || again.previous !== sealed.previous;
    if (isChanged) await saveSealedSecrets(db, endpoint, again);
    return { isChanged, isUnreadable: current === UNREADABLE || previous === UNREADABLE };
  });
}

/** Seals the credentials of merchants' own accounts at vendors again. */
export async function resealGatewayCredentials({ pool, saltBox }: Deps): Promise<Resealed> {
  const counts: Resealed = { resealed: 0, unreadable: [], total: 0 };
  for (let after: GatewayAccountKey = { merchantId: 0, gateway: "", account: 0 }; ;) {
    const accounts = await listAccountsAfter(pool, after, PAGE);
    const last = accounts.at(-1);
    if (last === undefined) return counts;
    for (const { merchantId, gateway, account } of accounts) {
      const key = { merchantId, gateway, account };
      const outcome = await inTransaction(pool, async (db): Promise<RowOutcome> => {
        const sealed = await lockSealedCredentials(db, key);
        const again = sealed === null ? null : attempt(() => resealCredentials(saltBox, key, sealed));
        if (again !== null && again !== UNREADABLE) await saveResealed(db, key, again);
        return { isChanged: again !== null && again !== UNREADABLE, isUnreadable: again === UNREADABLE };
      });
      count(counts, `account ${String(account)} at ${gateway} of merchant ${String(merchantId)}`, outcome);
    }
    after = last;
  }
}

const UNREADABLE = Symbol("unreadable");

function attempt(reseal: () => Buffer | null): Buffer | null | typeof UNREADABLE {
  try {
    return reseal();
  } catch {
    return UNREADABLE;
  }
}
