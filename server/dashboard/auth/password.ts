import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for argon2id, which is the library's default kind: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** Also false for a stored text that is no hash and so matches no password. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, password);
  } catch {
    return false;
  }
}

let nobodysHash: Promise<string> | null = null;

/** A hash that takes the same time when no one has the e-mail (failure 36). */
export function hashOfNobody(): Promise<string> {
  nobodysHash ??= hashPassword("no account has this password");
  return nobodysHash;
}
