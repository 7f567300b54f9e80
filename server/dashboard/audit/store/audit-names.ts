import type { Db } from "@/server/platform/pool";
import type { AuditNames } from "../domain/audit-record";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Names for ids of any kind, in one statement. */
export async function findAuditNames(
  db: Db,
  ids: ReadonlySet<string>,
): Promise<Omit<AuditNames, "runs" | "endpoints">> {
  const all = [...ids];
  const { rows } = await db.query<{ kind: "people" | "references"; id: string; name: string }>(
    `select 'people' as kind, id::text, name from people where id = any($1::uuid[])
     union all
     select 'references', asked.id, found.reference from unnest($2::text[]) asked (id)
     cross join lateral (
       (select reference from refund_intents where transaction_id = asked.id limit 1)
       union all
       (select reference from cancellations where transaction_id = asked.id limit 1)
       limit 1) found`,
    [all.filter((id) => UUID.test(id)), all.filter((id) => !UUID.test(id))],
  );
  const of = (kind: "people" | "references"): ReadonlyMap<string, string> =>
    new Map(rows.filter((row) => row.kind === kind).map(({ id, name }) => [id, name]));
  return { people: of("people"), references: of("references") };
}
