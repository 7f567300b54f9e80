import { z } from "zod";
import type { Vault } from "../auth/vault";

/** An account's calls are signed with these. They never leave the server. */
export type Credentials = { apiKey: string; apiSalt: string };

const schema = z.object({ apiKey: z.string().min(1), apiSalt: z.string().min(1) });

export function sealCredentials(vault: Vault, slug: string, credentials: Credentials): string {
  return vault.seal(JSON.stringify(credentials), ownerOf(slug));
}

/** Null when no key of the vault opens them (decision 0130). */
export function openCredentials(vault: Vault, slug: string, sealed: string): Credentials | null {
  const text = vault.open(sealed, ownerOf(slug));
  return text === null ? null : schema.parse(JSON.parse(text));
}

export function resealCredentials(vault: Vault, slug: string, sealed: string): ReturnType<Vault["reseal"]> {
  return vault.reseal(sealed, ownerOf(slug));
}

/** What was sealed for one account does not open for another. */
function ownerOf(slug: string): string {
  return `account ${slug}`;
}
