import { z } from "zod";
import { covers } from "@/lib/can";
import type { AcceptFault } from "@/lib/people";
import type { Db } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { notifyOfSignIn } from "../../auth/notify-of-sign-in";
import { hashPassword } from "../../auth/password";
import { signInAfterPassword } from "../../auth/sign-in";
import { type SignInDevice, UNKNOWN_DEVICE } from "../../auth/sign-in-device";
import { hashOfToken } from "../../auth/token";
import { passwordFault } from "../domain/password-rule";
import type { Services } from "../../runtime";
import { activatePerson, lockPerson, type Person, updatePasswordHash } from "../store/people";
import { forgetDevices } from "../store/person-devices";
import { findLinkedPerson, findLinkMaker, usePersonLink } from "../store/person-links";
import { coversElsewhere } from "./covers-elsewhere";
import { nameSchema } from "./people-input";

const inputSchema = z.object({ token: z.string(), name: z.string().max(1_000), password: z.string() });

type LinkAccepted =
  | { kind: "signed_in"; userId: string; sessionId: string }
  /** The password is saved; the person's second factor is still required. */
  | { kind: "second_factor"; token: string }
  | AcceptFault;

/**
 * Whoever made a link has seen it, and could open it first: since then the person must not have got a role that allows more
 * than the maker's does (decision 0304). Of the command line's links the person is the maker.
 */
async function isMakerCovering(db: Db, services: Services, linkId: string, person: Person): Promise<boolean> {
  const maker = await findLinkMaker(db, linkId);
  if (maker === null || maker.id === person.id) return true;
  return covers(maker.role, person.role) && coversElsewhere(db, services, maker.role, person.id);
}

/**
 * Accepts a link: sets the person's name and password and signs them in, as with that password; with a second factor, a
 * code comes first. The link authenticates the person; it works once.
 */
export async function acceptLink(
  services: Services,
  input: unknown,
  device: SignInDevice = UNKNOWN_DEVICE,
): Promise<LinkAccepted> {
  const parsed = inputSchema.safeParse(input);
  const tokenHash = parsed.success ? hashOfToken(parsed.data.token) : null;
  if (!parsed.success || tokenHash === null) return { kind: "gone" };
  const person = await findLinkedPerson(services.pool, tokenHash, services.clock.now());
  if (person === null) return { kind: "gone" };

  const name = nameSchema.safeParse(parsed.data.name);
  const fault = passwordFault(parsed.data.password, {
    email: person.email,
    name: name.data ?? person.name,
  });
  if (!name.success || fault !== null) return { kind: "invalid", name: !name.success, password: fault };

  const hashed = await services.hashQueues.anonymous.run(() => hashPassword(parsed.data.password));
  if (hashed.kind === "busy") return { kind: "busy" };
  return inTransaction(services.pool, async (db) => {
    const locked = await lockPerson(db, person.personId);
    const at = services.clock.now();
    if (locked === null || !(await isMakerCovering(db, services, person.id, locked))) return { kind: "gone" };
    if (!(await usePersonLink(db, person.id, at))) return { kind: "gone" };
    await activatePerson(db, person.personId, name.data, at);
    await updatePasswordHash(db, person.personId, hashed.value);
    await forgetDevices(db, person.personId, device.tokenHash, at);
    if (locked.activatedAt !== null) {
      const detail = { change: "password", at: at.toISOString(), by: null } as const;
      await notifyOfSignIn(db, person.personId, at, { event: "sign_in_changed", detail });
    }
    await recordAudit(db, {
      at,
      actor: { userId: person.personId, email: person.email },
      action: "person_link_used",
      subject: { kind: "person", id: person.personId },
      detail: { by: "link" },
    });
    return signInAfterPassword(db, { id: person.personId, email: person.email }, { device, at });
  });
}
