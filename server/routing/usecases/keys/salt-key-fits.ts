import type { Pool } from "@/server/platform/pool";
import { findOldestSealedSalt } from "../../store/keys/api-keys";
import type { SaltBox } from "../../store/keys/salt-box";
import { type EndpointId, listSealedSaltsAfter, listSealedSecretsAfter } from "../../store/keys/sealed";
import { openWebhookSecret } from "../webhooks/webhook-secret";

type Deps = { pool: Pool; saltBox: SaltBox };

/**
 * Whether the box can open the salts of this database; true for a database without keys. With another key no request
 * could be authenticated, and a newly created merchant's salt would be unreadable to the service.
 */
export async function saltKeyFits({ pool, saltBox }: Deps): Promise<boolean> {
  const oldest = await findOldestSealedSalt(pool);
  if (oldest === null) return true;
  return isOpened(() => saltBox.open(oldest.apiKey, oldest.sealedSalt));
}

export const SALT_KEY_DOES_NOT_FIT =
  "ROUTING_SALT_KEY is not the one that sealed the salts of this database. Set it to that one: every process and every command needs the same.";

const PAGE = 500;

/**
 * Whether the box can open every salt of a key that is not revoked, and every webhook secret. After a change of the key
 * that has not ended, a process that fits the oldest salt would still refuse the requests of other merchants.
 */
export async function opensEverything(deps: Deps): Promise<boolean> {
  return (await opensSalts(deps)) && (await opensSecrets(deps));
}

export const SALT_KEY_DOES_NOT_FIT_ALL =
  "Some salts or webhook secrets are sealed with another key than ROUTING_SALT_KEY. After a change of the key: set ROUTING_OTHER_SALT_KEY to the other one again, run reseal until it seals none, and then remove it.";

async function opensSalts({ pool, saltBox }: Deps): Promise<boolean> {
  for (let after = ""; ; ) {
    const salts = await listSealedSaltsAfter(pool, after, PAGE);
    if (!salts.every(({ apiKey, sealed }) => isOpened(() => saltBox.open(apiKey, sealed)))) return false;
    const last = salts.at(-1);
    if (last === undefined) return true;
    after = last.apiKey;
  }
}

async function opensSecrets({ pool, saltBox }: Deps): Promise<boolean> {
  for (let after: EndpointId = { merchantId: 0, id: "" }; ; ) {
    const endpoints = await listSealedSecretsAfter(pool, after, PAGE);
    const areOpened = endpoints.every(({ merchantId, id, current, previous }) =>
      [current, previous].every(
        (sealed) => sealed === null || isOpened(() => openWebhookSecret(saltBox, merchantId, id, sealed)),
      ),
    );
    if (!areOpened) return false;
    const last = endpoints.at(-1);
    if (last === undefined) return true;
    after = last;
  }
}

function isOpened(open: () => string): boolean {
  try {
    open();
    return true;
  } catch {
    return false;
  }
}
