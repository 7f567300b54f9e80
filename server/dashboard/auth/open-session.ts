import { randomUUID } from "node:crypto";
import type { Db } from "@/server/platform/pool";
import { readDevice } from "@/lib/people/device";
import { recordAudit } from "../audit/store";
import { clearSignInFailures, insertSession, rememberDevice, type SessionOpening } from "../people/store";
import { notifyOfSignIn } from "./notify-of-sign-in";
import type { SignInDevice } from "./sign-in-device";

/** A session ends so long after its person last worked in it, and in any case so long after it began (0103). */
export const SESSION_SECONDS = 12 * 60 * 60;
export const SESSION_LIMIT_SECONDS = 24 * 60 * 60;

/** When a session that somebody works in at `at` ends. */
export function sessionEnd(createdAt: Date, at: Date): Date {
  return new Date(
    Math.min(createdAt.getTime() + SESSION_LIMIT_SECONDS * 1000, at.getTime() + SESSION_SECONDS * 1000),
  );
}

/** A device that is not used for so long is a new one. No browser keeps a cookie longer. */
export const DEVICE_SECONDS = 400 * 24 * 60 * 60;

/**
 * The one place where sessions begin: session, audit entry and cleared failure count are written in one transaction.
 * The caller holds the person's row lock, so that no session outlives what it was based on.
 */
export async function openSession(
  db: Db,
  person: { id: string; email: string },
  opening: { by: SessionOpening; device: SignInDevice; at: Date; requestId?: string },
): Promise<string> {
  const sessionId = randomUUID();
  await clearSignInFailures(db, person.email.toLowerCase());
  await insertSession(db, {
    id: sessionId,
    personId: person.id,
    createdAt: opening.at,
    expiresAt: sessionEnd(opening.at, opening.at),
    device: opening.device.userAgent,
    deviceHash: opening.device.tokenHash,
    openedBy: opening.by,
  });
  await reportNewDevice(db, person.id, opening);
  await recordAudit(db, {
    at: opening.at,
    actor: { userId: person.id, email: person.email },
    action: "signed_in",
    subject: { kind: "session", id: sessionId },
    detail: { by: opening.by },
    ...(opening.requestId === undefined ? {} : { requestId: opening.requestId }),
  });
  return sessionId;
}

/**
 * Notifies a person of a sign-in with a device that they have not used before: with another device cookie, or none (0327).
 * It is a hint for a person whose password was stolen, not a guard.
 */
async function reportNewDevice(
  db: Db,
  personId: string,
  { device, at }: { device: SignInDevice; at: Date },
): Promise<void> {
  const { browser, system } = readDevice(device.userAgent ?? "");
  const expiresAt = new Date(at.getTime() + DEVICE_SECONDS * 1000);
  if (!(await rememberDevice(db, personId, device.tokenHash, { at, expiresAt }))) return;
  const detail = { browser, system, at: at.toISOString() };
  await notifyOfSignIn(db, personId, at, { event: "new_device", detail });
}
