import type { Db } from "@/server/platform/pool";

/** Gateways that were reported as opened and not as closed since: by name, with the id of that event. */
export async function findOpenedGateways(db: Db): Promise<Map<string, string>> {
  const { rows } = await db.query<{ gateway: string; event: string; id: string }>(
    `select distinct on (detail->>'gateway') detail->>'gateway' as gateway, event, id
     from notification_events where event in ('gateway_opened', 'gateway_closed')
     order by detail->>'gateway', at desc`,
  );
  return new Map(
    rows.filter(({ event }) => event === "gateway_opened").map(({ gateway, id }) => [gateway, id]),
  );
}
