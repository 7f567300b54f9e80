import { z } from "zod";
import { isStorableText } from "@/lib/text";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../audit/store";
import type { Services } from "../runtime";
import { canonicalEmail } from "./canonical-email";
import { activatePerson, findPersonByEmail, lockPerson, maySignIn, revokePersonLink } from "../people/store";
import { openSession } from "./open-session";
import { type SignInDevice, UNKNOWN_DEVICE } from "./sign-in-device";

type ProviderSignIn =
  | { kind: "signed_in"; userId: string; sessionId: string }
  /** The sign-in page shows the exact reason: the person has proved the e-mail, so nothing is disclosed. */
  | { kind: "refused"; code: "UnknownPerson" | "EmailNotVerified" | "Deactivated" };

const claimsSchema = z.object({
  email: z
    .string()
    .max(254)
    .refine(isStorableText)
    .transform((text) => text.trim())
    .pipe(z.string().min(1)),
  email_verified: z.literal(true),
});

/**
 * Opens a session for a person whose verified e-mail the provider confirms. Only for existing people; it accepts an
 * invitation but creates no one (decision 0131). A second factor is left to the provider.
 */
export async function signInByProvider(
  services: Services,
  claims: unknown,
  device: SignInDevice = UNKNOWN_DEVICE,
): Promise<ProviderSignIn> {
  const outcome = await attemptByProvider(services, claims, device);
  services.counters.signInEnded("provider", outcome.kind);
  return outcome;
}

async function attemptByProvider(
  services: Services,
  claims: unknown,
  device: SignInDevice,
): Promise<ProviderSignIn> {
  const parsed = claimsSchema.safeParse(claims);
  if (!parsed.success) return refuse(services, "EmailNotVerified", emailOf(claims));
  const email = canonicalEmail(parsed.data.email);
  // Never in lower case alone: the provider has verified another mailbox, whose name would become a person's.
  if (email === null) return refuse(services, "UnknownPerson", parsed.data.email);
  const known = await findPersonByEmail(services.pool, email);
  if (known === null) return refuse(services, "UnknownPerson", email);

  const sessionId = await inTransaction(services.pool, async (db) => {
    const person = await lockPerson(db, known.id);
    if (person === null || !maySignIn(person)) return null;
    const at = services.clock.now();
    if (person.activatedAt === null) {
      await activatePerson(db, person.id, person.name, at);
      await revokePersonLink(db, person.id, at);
      await recordAudit(db, {
        at,
        actor: { userId: person.id, email: person.email },
        action: "person_link_used",
        subject: { kind: "person", id: person.id },
        detail: { by: "provider" },
      });
    }
    return openSession(db, person, { by: "provider", device, at });
  });
  if (sessionId === null) return refuse(services, "Deactivated", email);
  return { kind: "signed_in", userId: known.id, sessionId };
}

async function refuse(
  services: Services,
  code: Extract<ProviderSignIn, { kind: "refused" }>["code"],
  email: string,
): Promise<ProviderSignIn> {
  await recordAudit(services.pool, {
    at: services.clock.now(),
    actor: "system",
    action: "sign_in_refused",
    subject: { kind: "sign_in", id: email },
    detail: { by: "provider", why: code },
  });
  return { kind: "refused", code };
}

function emailOf(claims: unknown): string {
  const parsed = z.object({ email: z.string().max(254) }).safeParse(claims);
  return parsed.success ? parsed.data.email : "";
}
