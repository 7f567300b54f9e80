/** One API key as the screens see it. The key's text is told in short (0126), its salt never. */
export type KeyView = {
  keyId: string;
  /** The first characters of what the X-API-Key header carries. */
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
};

/** Told once, when the key is made: nobody can read the salt again. */
export type NewKeyView = { key: KeyView; apiKey: string; salt: string };
