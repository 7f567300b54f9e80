import { commandsHere } from "@/server/platform/commands-here";
import type { Db } from "@/server/platform/pool";
import type { GatewayAccountKey } from "../../domain/gateways/gateway-account";
import { listAccountsAfter } from "../../store/gateways/gateway-accounts";
import type { SaltBox } from "../../store/keys/salt-box";
import { type EndpointId, listSealedSaltsAfter, listSealedSecretsAfter } from "../../store/keys/sealed";
import { openCredentials } from "../gateways/sealed-credentials";
import { openWebhookSecret } from "../webhooks/webhook-secret";

/** How many rows of a kind there are, and how many of them the box cannot open. */
export type SealedCounts = { total: number; unreadable: number };

/**
 * Salts of keys that are not revoked, secrets of webhook endpoints, previous ones of a rotation too, and credentials of
 * merchants' own accounts at vendors.
 */
export type SealedState = {
  salts: SealedCounts;
  webhookSecrets: SealedCounts;
  gatewayCredentials: SealedCounts;
};

type Deps = { pool: Db; saltBox: SaltBox };

const PAGE = 500;

/** Opens every sealed secret of the database. */
export async function readSealedState(deps: Deps): Promise<SealedState> {
  return {
    salts: await countSalts(deps),
    webhookSecrets: await countWebhookSecrets(deps),
    gatewayCredentials: await countGatewayCredentials(deps),
  };
}

/**
 * Whether the box has another key than the one that sealed this database: most salts do not open. With it hardly a request
 * could be authenticated, and a new merchant's salt would be unreadable to the other processes. Fewer are damaged rows, or the
 * rest of a change of the key: their merchants alone are affected (decision 0263).
 */
export function isKeyWrong({ salts }: SealedState): boolean {
  return salts.unreadable * 2 > salts.total;
}

export const SALT_KEY_DOES_NOT_FIT =
  "ROUTING_SALT_KEY is not the one that sealed the salts of this database. Set it to that one: every process and every command needs the same. After a change of the key that has not ended, set ROUTING_OTHER_SALT_KEY to the other one, and run reseal until it seals none.";

export const SOME_ARE_UNREADABLE = commandsHere(
  "Some salts, webhook secrets or gateway credentials do not open with ROUTING_SALT_KEY: requests of these merchants get 503, and their webhooks and refunds wait. After a change of the key, set ROUTING_OTHER_SALT_KEY to the other one and run npm run reseal; otherwise rotate these keys and webhook secrets, and enter these credentials again. npm run doctor says how many.",
);

async function countSalts({ pool, saltBox }: Deps): Promise<SealedCounts> {
  const counts = { total: 0, unreadable: 0 };
  for (let after = ""; ;) {
    const salts = await listSealedSaltsAfter(pool, after, PAGE);
    for (const { apiKey, sealed } of salts) {
      counts.total += 1;
      if (!isOpened(() => saltBox.open(apiKey, sealed))) counts.unreadable += 1;
    }
    const last = salts.at(-1);
    if (last === undefined) return counts;
    after = last.apiKey;
  }
}

async function countWebhookSecrets({ pool, saltBox }: Deps): Promise<SealedCounts> {
  const counts = { total: 0, unreadable: 0 };
  for (let after: EndpointId = { merchantId: 0, id: "" }; ;) {
    const endpoints = await listSealedSecretsAfter(pool, after, PAGE);
    for (const { merchantId, id, current, previous } of endpoints) {
      counts.total += 1;
      const areOpened = [current, previous].every(
        (sealed) => sealed === null || isOpened(() => openWebhookSecret(saltBox, merchantId, id, sealed)),
      );
      if (!areOpened) counts.unreadable += 1;
    }
    const last = endpoints.at(-1);
    if (last === undefined) return counts;
    after = last;
  }
}

async function countGatewayCredentials({ pool, saltBox }: Deps): Promise<SealedCounts> {
  const counts = { total: 0, unreadable: 0 };
  for (let after: GatewayAccountKey = { merchantId: 0, gateway: "", account: 0 }; ;) {
    const accounts = await listAccountsAfter(pool, after, PAGE);
    for (const { sealed, ...key } of accounts) {
      counts.total += 1;
      if (!isOpened(() => openCredentials(saltBox, key, sealed))) counts.unreadable += 1;
    }
    const last = accounts.at(-1);
    if (last === undefined) return counts;
    after = last;
  }
}

function isOpened(open: () => unknown): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
