import type { Db } from "@/server/platform/pool";

/** By what the proxy recognises a merchant's requests; never a salt. */
export type MerchantRoute = {
  merchantId: number;
  /** Keys that work now. */
  keys: string[];
  /** Of its own accounts' notifications (decision 0311); null when it never had one. */
  tag: string | null;
  hasMoved: boolean;
};

/** Of every merchant that the cell has or had. */
export async function findRoutes(db: Db): Promise<MerchantRoute[]> {
  const { rows } = await db.query<MerchantRoute>(
    `select m.id as "merchantId", m.notification_tag as tag, m.move_stage is not distinct from 'moved' as "hasMoved",
       array(select k.api_key from api_keys k where k.merchant_id = m.id and k.revoked_at is null
         and (k.expires_at is null or k.expires_at > now()) order by k.api_key) as keys
     from merchants m order by m.id`,
  );
  return rows;
}
