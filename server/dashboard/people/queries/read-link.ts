import type { Role } from "@/lib/can";
import { hashOfToken } from "../../auth/token";
import { getRuntime } from "../../runtime";
import { findLinkedPerson } from "../store/person-links";

type LinkView = { email: string; name: string; role: Role; isActive: boolean };

/** The person of an open link; null when it is not valid. Its holder may see this: no one is signed in yet. */
export async function readLink(token: string): Promise<LinkView | null> {
  const { pool, clock } = getRuntime();
  const tokenHash = hashOfToken(token);
  const found = tokenHash === null ? null : await findLinkedPerson(pool, tokenHash, clock.now());
  return found === null
    ? null
    : { email: found.email, name: found.name, role: found.role, isActive: found.isActive };
}
