import type { Services } from "../../runtime";
import { normalContact } from "../domain/seen-payment";

type Contact = { kind: "email" | "phone"; text: string };

type Hashing = Pick<Services, "vault" | "account">;

/** A hash differs in each account, so that nobody can tell from them that two accounts have the same customer. */
const ownerOf = ({ account }: Hashing): string => `seen contact of account ${String(account.id)}`;
const textOf = ({ kind, text }: Contact): string => `${kind} ${normalContact(kind, text)}`;

/** What is stored of a contact (decision 0329). */
export const contactHash = (services: Hashing, contact: Contact): Buffer =>
  services.vault.fingerprint(textOf(contact), ownerOf(services));

/** What may be stored of it: while the key is being changed, two hashes (decision 0263). */
export const contactHashes = (services: Hashing, contact: Contact): Buffer[] =>
  services.vault.fingerprints(textOf(contact), ownerOf(services), null);
