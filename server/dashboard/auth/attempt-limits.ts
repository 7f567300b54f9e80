import type { Db } from "@/server/platform/pool";
import { recordAudit } from "../audit/store";
import type { Services } from "../runtime";
import {
  countAttempt,
  deleteAttemptCountsBefore,
  recordSignInSuccess,
  uncountAttempt,
  type AttemptCount,
} from "../people/store";

/** Failed attempts are counted in windows of this length. */
export const WINDOW_MS = 15 * 60_000;
/** Wrong codes of all people together; `SignInLimits` has the limits of passwords. */
export const MAX_WRONG_CODES_IN_TOTAL = 100;
/** A network with a successful sign-in within this time passes the limit of all networks together. */
const KNOWN_NETWORK_MS = 30 * 24 * 60 * 60_000;

const ALL_PASSWORDS = "passwords";
const ALL_CODES = "codes";
const networkScope = (network: string): string => `network ${network}`;

/**
 * Counts a password attempt as failed before it is checked: by its source network, then over all networks. Returns the
 * end of the window when a limit is reached, null when the password may be checked. {@link passwordWasRight} or {@link
 * passwordWasNotChecked} undoes the count.
 */
export async function countPassword(services: Services, network: string): Promise<Date | null> {
  const { failuresPerNetwork, failuresInTotal } = services.signInLimits;
  const at = services.clock.now();
  await deleteAttemptCountsBefore(services.pool, {
    window: new Date(at.getTime() - WINDOW_MS),
    success: new Date(at.getTime() - KNOWN_NETWORK_MS),
  });
  const own = await countWithin(services, networkScope(network), failuresPerNetwork, at);
  if (own.until !== null) return own.until;
  const all = await countWithin(services, ALL_PASSWORDS, failuresInTotal, at);
  if (all.until === null || isKnown(own.count, at)) return null;
  // Refused because of other networks' attempts: not counted against this network.
  await uncountAttempt(services.pool, [networkScope(network)]);
  return all.until;
}

/** The network becomes a known one. */
export async function passwordWasRight(services: Services, network: string): Promise<void> {
  await passwordWasNotChecked(services, network);
  await recordSignInSuccess(services.pool, networkScope(network), services.clock.now());
}

export async function passwordWasNotChecked(services: Services, network: string): Promise<void> {
  await uncountAttempt(services.pool, [networkScope(network), ALL_PASSWORDS]);
}

/** Like {@link countPassword}, for codes of second factors: here only their total is limited. */
export async function countCode(services: Services): Promise<Date | null> {
  const { until } = await countWithin(services, ALL_CODES, MAX_WRONG_CODES_IN_TOTAL, services.clock.now());
  return until;
}

/** The code was right, or was not checked. */
export async function uncountCode(db: Db): Promise<void> {
  await uncountAttempt(db, [ALL_CODES]);
}

/** Reaching a limit is audited once per window, not every later attempt. */
async function countWithin(
  services: Services,
  scope: string,
  max: number,
  at: Date,
): Promise<{ count: AttemptCount; until: Date | null }> {
  const count = await countAttempt(services.pool, scope, { at, since: new Date(at.getTime() - WINDOW_MS) });
  if (count.failures <= max) return { count, until: null };
  const until = new Date(count.windowStartedAt.getTime() + WINDOW_MS);
  if (count.failures === max + 1) {
    services.logger.warn({ scope, until }, "too many failed sign-ins");
    await recordAudit(services.pool, {
      at,
      actor: "system",
      action: "sign_in_limited",
      subject: { kind: "sign_in", id: scope },
      detail: { failures: max, until: until.toISOString() },
    });
  }
  return { count, until };
}

function isKnown({ succeededAt }: AttemptCount, at: Date): boolean {
  return succeededAt !== null && at.getTime() - succeededAt.getTime() < KNOWN_NETWORK_MS;
}
