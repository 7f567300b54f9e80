import { hash, verify } from "@node-rs/argon2";

/** OWASP's first choice for argon2id, which is the library's default kind: 19 MiB, two passes, one lane. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, COST);
}

/** False also for a stored text that is no hash, which belongs to nobody's password. */
export async function verifyPassword(passwordHash: string, password: string): Promise<boolean> {
  try {
    return await verify(passwordHash, password);
  } catch {
    return false;
  }
}

let nobodysHash: Promise<string> | null = null;

/** A hash to spend the same time on when the e-mail belongs to nobody (failure 36). */
export function hashOfNobody(): Promise<string> {
  nobodysHash ??= hashPassword("no account has this password");
  return nobodysHash;
}
