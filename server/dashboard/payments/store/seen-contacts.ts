import type { Db } from "@/server/platform/pool";

/** Stores with which contacts a reference was created; only their keyed hashes. */
export async function insertSeenContacts(
  db: Db,
  seen: { serviceAddress: string; reference: string; hashes: readonly Buffer[]; seenAt: Date },
): Promise<void> {
  await db.query(
    `insert into seen_contacts (service_address, reference, contact_hash, seen_at)
     select $1, $2, hash, $4 from unnest($3::bytea[]) as hash
     on conflict (service_address, contact_hash, reference) do nothing`,
    [seen.serviceAddress, seen.reference, seen.hashes, seen.seenAt],
  );
}

/** The hashes of a reference's contacts; empty when it was not created in this dashboard. */
export async function listSeenContacts(db: Db, serviceAddress: string, reference: string): Promise<Buffer[]> {
  const { rows } = await db.query<{ hash: Buffer }>(
    "select contact_hash as hash from seen_contacts where service_address = $1 and reference = $2",
    [serviceAddress, reference],
  );
  return rows.map(({ hash }) => hash);
}
