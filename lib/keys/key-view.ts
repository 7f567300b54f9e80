import type { KeyAccess } from "./key-access";

/** One API key as the screens see it: a prefix of the key (0021), never its salt. */
export type KeyView = {
  keyId: string;
  /** The first characters of the X-API-Key header's value. */
  keyStart: string;
  label: string;
  status: "ACTIVE" | "EXPIRED" | "REVOKED";
  /** The key that Paydeck itself signs with. */
  isOurs: boolean;
  createdAt: string;
  createdBy: string | null;
  lastUsedAt: string | null;
  expiresAt: string | null;
  revokedAt: string | null;
  perSecond: number | null;
  burst: number | null;
  /** What it may call; null at a service without restricted keys, where each may call everything (0315). */
  access: KeyAccess | null;
};

/** Returned once, when the key is created: the salt cannot be read again. */
export type NewKeyView = { key: KeyView; apiKey: string; salt: string };
