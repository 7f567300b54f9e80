import { randomUUID } from "node:crypto";
import type { Db } from "@/server/platform/pool";
import { recordAudit } from "../audit/store";
import { insertSession, type SessionOpening, clearSignInFailures } from "../people/store";

/** A sign-in holds for a working day, whatever happens in it. */
export const SESSION_SECONDS = 12 * 60 * 60;

const MAX_DEVICE_LENGTH = 300;

/** The browser's own words about itself, as a hint in the list of sessions. Anybody can send any. */
export function deviceHint(userAgent: string | null | undefined): string | null {
  const text = (userAgent ?? "").replace(/\p{Cc}|\p{Surrogate}/gu, "").trim();
  return text === "" ? null : text.slice(0, MAX_DEVICE_LENGTH);
}

/**
 * The one place where sessions begin: the row, the audit row and the cleared count of failures stand or fall together. The
 * caller holds the person's row locked, so that no session outlives what it was opened by.
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
