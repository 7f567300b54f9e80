import { presetsOf, WORK_KIND_NAMES, WORK_KINDS, type WorkKind } from "@/lib/queues/work-kinds";
import type { OpenItem } from "../domain/work-item";
import { SERVICE_KINDS, SOURCES, STORED_KINDS } from "./sources";

/**
 * What the service reported of its own items. Items of a kind that are missing within a range of it have left; about
 * others nothing is known, and those that people have touched are listed as they were.
 */
export type Fetched = {
  serviceAddress: string;
  items: OpenItem[];
  /** `from` null: from the oldest. */
  ranges: { kind: WorkKind; from: Date | null; until: Date }[];
};

export const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(", ");

const STORED_COLUMNS =
  "item_id, condition, team, mark, since, reference, transaction_id, amount_paise, currency, is_test";
const COLUMNS = `${STORED_COLUMNS}, who, why, not_for`;

/** The open items of all kinds: `$1` now, `$2` what was fetched, `$3` the service, `$4` the ranges that were fetched. */
export const OPEN = `
  fetched as (
    select * from jsonb_to_recordset($2::jsonb) as f (kind text, item_id text, condition text, team text, mark text,
      since timestamptz, reference text, transaction_id text, amount_paise bigint, currency text, is_test boolean,
      who text, why text, not_for uuid[])
  ),
  open_items as (
    ${STORED_KINDS.map((kind) => `select '${kind}' as kind, '' as service_address, ${COLUMNS} from (${SOURCES[kind].open}) ${kind}_items`).join("\n    union all\n    ")}
    union all select kind, $3::text, ${COLUMNS} from fetched
    union all select kind, service_address, ${STORED_COLUMNS}, null, null, '{}'::uuid[] from work_items k
      where k.kind in (${quoted(SERVICE_KINDS)}) and k.service_address = $3 and k.ended_at is null
        and not exists (select from fetched f where f.kind = k.kind and f.item_id = k.item_id)
        and not exists (select from jsonb_to_recordset($4::jsonb) as c (kind text, "from" timestamptz, until timestamptz)
          where c.kind = k.kind and (c."from" is null or k.since >= c."from") and k.since <= c.until)
  )`;

/** Whether the person `p` may see items of the kind (`mayView` says the same). */
const mayViewKind = (kind: WorkKind): string =>
  `case when p.composed_role_id is null then p.role in (${quoted(presetsOf(kind))})
    else exists (select from roles r where r.id = p.composed_role_id and '${WORK_KINDS[kind].view}' = any (r.permissions)) end`;

const MAY_VIEW = `case o.kind ${WORK_KIND_NAMES.map((kind) => `when '${kind}' then ${mayViewKind(kind)}`).join(" ")} else false end`;

/** The state in force (decision 0287): a changed condition, or a time that is over, opens an item again. */
const STATE = `case when w.state <> 'open' and w.mark = o.mark and (w.returns_at is null or w.returns_at > $1::timestamptz)
  then w.state else 'open' end`;

export const ITEMS = `
  ${OPEN},
  items as (
    select o.*, coalesce(w.version, 0) as version, p.id as assignee_id, p.name as assignee_name, ${STATE} as state,
      coalesce(w.state, 'open') as stored_state, w.reason, w.state_by as state_by_id, s.name as state_by, w.state_at, w.returns_at,
      coalesce(w.mark <> o.mark, false) as has_changed
    from open_items o
    left join work_items w
      on w.kind = o.kind and w.service_address = o.service_address and w.item_id = o.item_id
    left join people p on p.id = w.assignee_id and p.id <> all (o.not_for) and p.deactivated_at is null and ${MAY_VIEW}
    left join people s on s.id = w.state_by
  )`;

export const SELECT = `select kind, service_address as "serviceAddress", item_id as "itemId", condition, team, mark, since,
  reference, transaction_id as "transactionId", amount_paise as "amountPaise", currency, is_test as "isTest", who, why,
  not_for as "notForIds", version,
  assignee_id as "assigneeId", assignee_name as "assigneeName", state, stored_state as "storedState", reason,
  state_by_id as "stateById", state_by as "stateBy", state_at as "stateAt", returns_at as "returnsAt", has_changed as "hasChanged"
  from items`;

export const nothingOf = (serviceAddress: string): Fetched => ({ serviceAddress, items: [], ranges: [] });

export function valuesOf(now: Date, { serviceAddress, items, ranges }: Fetched): unknown[] {
  const rows = items.map((item) => ({
    kind: item.kind,
    item_id: item.itemId,
    condition: item.condition,
    team: item.team,
    mark: item.mark,
    since: item.since.toISOString(),
    reference: item.reference,
    transaction_id: item.transactionId,
    amount_paise: item.amountPaise === null ? null : item.amountPaise.toString(),
    currency: item.currency,
    is_test: item.isTest,
    who: item.who,
    why: item.why,
    not_for: item.notForIds,
  }));
  return [now, JSON.stringify(rows), serviceAddress, JSON.stringify(ranges)];
}
