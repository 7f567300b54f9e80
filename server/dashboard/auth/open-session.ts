import { randomUUID } from "node:crypto";
import type { Db } from "@/server/platform/pool";
import { readDevice } from "@/lib/people/device";
import { recordAudit } from "../audit/store";
import { notify } from "../notifications/store";
import { insertSession, type SessionOpening, clearSignInFailures, rememberDevice } from "../people/store";

/** A session lasts a working day, whatever happens in it. */
export const SESSION_SECONDS = 12 * 60 * 60;

const MAX_DEVICE_LENGTH = 300;

/** The user agent of the browser, as a hint in the list of sessions. It can be forged. */
export function deviceHint(userAgent: string | null | undefined): string | null {
  const text = (userAgent ?? "").replace(/\p{Cc}|\p{Surrogate}/gu, "").trim();
  return text === "" ? null : text.slice(0, MAX_DEVICE_LENGTH);
}

/**
 * The one place where sessions begin: session, audit entry and cleared failure count are written in one transaction.
 * The caller holds the person's row lock, so that no session outlives what it was based on.
 */
export async function openSession(
  db: Db,
  person: { id: string; email: string },
  opening: { by: SessionOpening; device: string | null; at: Date; requestId?: string },
): Promise<string> {
  const sessionId = randomUUID();
  await clearSignInFailures(db, person.email.toLowerCase());
  await insertSession(db, {
    id: sessionId,
    personId: person.id,
    createdAt: opening.at,
    expiresAt: new Date(opening.at.getTime() + SESSION_SECONDS * 1000),
    device: opening.device,
    openedBy: opening.by,
  });
  await reportNewDevice(db, person.id, { sessionId, ...opening });
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

const OTHER = "other";

/**
 * Notifies a person of a sign-in with a kind of browser that was not seen before. It is a hint for a person whose
 * password was stolen, not a guard: a user agent can be forged.
 */
async function reportNewDevice(
  db: Db,
  personId: string,
  session: { sessionId: string; device: string | null; at: Date },
): Promise<void> {
  const { browser, system } = readDevice(session.device ?? "");
  const device = `${browser ?? OTHER} / ${system ?? OTHER}`;
  if (!(await rememberDevice(db, personId, device, session.at))) return;
  await notify(db, {
    event: "new_device",
    detail: { browser, system, at: session.at.toISOString() },
    at: session.at,
    to: { people: [personId] },
    dedupeKey: `new_device:${session.sessionId}`,
  });
}
