import {
  presetsOf,
  type Team,
  WORK_KIND_NAMES,
  WORK_KINDS,
  type WorkCondition,
  type WorkKind,
} from "@/lib/queues/work-kinds";
import type { WorkState } from "@/lib/queues/work-views";
import { type Db, prepared } from "@/server/platform/pool";
import type { OpenItem, WorkItem } from "../domain/work-item";
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

const quoted = (names: readonly string[]): string => names.map((name) => `'${name}'`).join(", ");

const COLUMNS =
  "item_id, condition, team, mark, since, reference, transaction_id, amount_paise, currency, is_test";

/** `$1` now, `$2` what was fetched, `$3` the service, `$4` the ranges that were fetched. */
const OPEN = `
  fetched as (
    select * from jsonb_to_recordset($2::jsonb) as f (kind text, item_id text, condition text, team text, mark text,
      since timestamptz, reference text, transaction_id text, amount_paise bigint, currency text, is_test boolean)
  ),
  open_items as (
    ${STORED_KINDS.map((kind) => `select '${kind}' as kind, '' as service_address, ${COLUMNS} from (${SOURCES[kind].open}) ${kind}_items`).join("\n    union all\n    ")}
    union all select kind, $3::text, ${COLUMNS} from fetched
    union all select kind, service_address, ${COLUMNS} from work_items k
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

const ITEMS = `
  ${OPEN},
  items as (
    select o.*, coalesce(w.version, 0) as version, p.id as assignee_id, p.name as assignee_name, ${STATE} as state,
      coalesce(w.state, 'open') as stored_state, w.reason, w.state_by as state_by_id, s.name as state_by, w.state_at, w.returns_at,
      coalesce(w.mark <> o.mark, false) as has_changed
    from open_items o
    left join work_items w
      on w.kind = o.kind and w.service_address = o.service_address and w.item_id = o.item_id
    left join people p on p.id = w.assignee_id and p.deactivated_at is null and ${MAY_VIEW}
    left join people s on s.id = w.state_by
  )`;

const SELECT = `select kind, service_address as "serviceAddress", item_id as "itemId", condition, team, mark, since,
  reference, transaction_id as "transactionId", amount_paise as "amountPaise", currency, is_test as "isTest", version,
  assignee_id as "assigneeId", assignee_name as "assigneeName", state, stored_state as "storedState", reason,
  state_by_id as "stateById", state_by as "stateBy", state_at as "stateAt", returns_at as "returnsAt", has_changed as "hasChanged"
  from items`;

const nothingOf = (serviceAddress: string): Fetched => ({ serviceAddress, items: [], ranges: [] });

function valuesOf(now: Date, { serviceAddress, items, ranges }: Fetched): unknown[] {
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
  }));
  return [now, JSON.stringify(rows), serviceAddress, JSON.stringify(ranges)];
}

export type WorkPosition = { since: Date; kind: string; itemId: string };

export type WorkFilter = {
  /** Those that the viewer may see. */
  kinds: readonly WorkKind[];
  /** Null: all teams. */
  teams: readonly Team[] | null;
  state: WorkState;
  /** `unassigned`, a person's id, or null for all. */
  assignee: string | null;
  after: WorkPosition | null;
  /** Null: to the end. Later items of the service were not fetched. */
  through: Date | null;
  limit: number;
};

const LIST = prepared(`with ${ITEMS} ${SELECT}
  where ($5::text[] is null or team = any($5)) and state = $6
    and ($7::text is null or ($7 = 'unassigned' and assignee_id is null) or assignee_id::text = $7)
    and ($8::timestamptz is null or (since, kind, item_id) > ($8, $9::text, $10::text))
    and ($11::timestamptz is null or since <= $11)
    and kind = any($12)
  order by since, kind, item_id limit $13`);

/** Items of a list, oldest first. */
export async function listWork(
  db: Db,
  now: Date,
  fetched: Fetched,
  { kinds, teams, state, assignee, after, through, limit }: WorkFilter,
): Promise<WorkItem[]> {
  const { rows } = await db.query<WorkItem>({
    ...LIST,
    values: [
      ...valuesOf(now, fetched),
      teams,
      state,
      assignee,
      after?.since ?? null,
      after?.kind ?? null,
      after?.itemId ?? null,
      through,
      kinds,
      limit,
    ],
  });
  return rows;
}

/** Those of a kind with these conditions; a request of `$7` is not among them. */
const OF_KIND = `kind = $5 and condition = any($6)
  and ($7::uuid is null or item_id <> all (array(select r.id::text from refund_requests r where r.requested_by = $7)))`;

const LIST_OF_KIND = prepared(`with ${ITEMS} ${SELECT}
  where ${OF_KIND} and state = $8
    and ($9::text is null or ($9 = 'unassigned' and assignee_id is null) or assignee_id::text = $9)
  order by since, item_id limit $10`);

const SUM_OF_KIND = prepared(`with ${ITEMS}
  select state, currency, count(*)::int as count, coalesce(sum(amount_paise), 0)::text as amount
  from items where ${OF_KIND} group by 1, 2`);

export type WorkOfKind = {
  kind: (typeof STORED_KINDS)[number];
  conditions: readonly WorkCondition[];
  /** A person whose own requests are left out; null for nobody. */
  notRequestedBy: string | null;
};

const valuesOfKind = (now: Date, { kind, conditions, notRequestedBy }: WorkOfKind): unknown[] => [
  ...valuesOf(now, nothingOf("")),
  kind,
  conditions,
  notRequestedBy,
];

/** Items of a kind, of whatever team, oldest first. */
export async function listWorkOfKind(
  db: Db,
  now: Date,
  of: WorkOfKind,
  { state, assignee, limit }: Pick<WorkFilter, "state" | "assignee" | "limit">,
): Promise<WorkItem[]> {
  const values = [...valuesOfKind(now, of), state, assignee, limit];
  const { rows } = await db.query<WorkItem>({ ...LIST_OF_KIND, values });
  return rows;
}

export type StateSum = Pick<WorkSum, "state" | "currency" | "count" | "amountPaise">;

/** The same items of all states, by state and currency. */
export async function sumWorkOfKind(db: Db, now: Date, of: WorkOfKind): Promise<StateSum[]> {
  const { rows } = await db.query<Omit<StateSum, "amountPaise"> & { amount: string }>({
    ...SUM_OF_KIND,
    values: valuesOfKind(now, of),
  });
  return rows.map(({ amount, ...sum }) => ({ ...sum, amountPaise: BigInt(amount) }));
}

const FIND = prepared(`with ${ITEMS} ${SELECT} where kind = $5 and item_id = $6`);

/** An item that is open, whatever its state; null when it needs nobody any more. */
export async function findWork(
  db: Db,
  now: Date,
  fetched: Fetched,
  item: { kind: WorkKind; itemId: string },
): Promise<WorkItem | null> {
  const { rows } = await db.query<WorkItem>({
    ...FIND,
    values: [...valuesOf(now, fetched), item.kind, item.itemId],
  });
  return rows[0] ?? null;
}

/** More of one payment are not listed. */
const MOST_OF_PAYMENT = 20;

const OF_PAYMENT = prepared(`with ${ITEMS} ${SELECT}
  where transaction_id = $5 and kind = any($6) order by since, kind, item_id limit ${String(MOST_OF_PAYMENT)}`);

/**
 * Open items about a payment or its refunds, of these kinds, oldest first; of the service's items those that people have
 * touched, as they were then.
 */
export async function listWorkOfPayment(
  db: Db,
  now: Date,
  serviceAddress: string,
  of: { transactionId: string; kinds: readonly WorkKind[] },
): Promise<WorkItem[]> {
  const values = [...valuesOf(now, nothingOf(serviceAddress)), of.transactionId, of.kinds];
  const { rows } = await db.query<WorkItem>({ ...OF_PAYMENT, values });
  return rows;
}

const INTENT = "from refund_intents i where i.service_address = $3 and i.refund_id = $5";

const OF_REFUND = prepared(`with ${ITEMS} ${SELECT}
  where transaction_id = (select i.transaction_id ${INTENT}) and kind = any($6) and kind in ('refund', 'request')
    and item_id = any(array(select i.id::text ${INTENT} union all
      select r.id::text from refund_requests r where r.intent_id = (select i.id ${INTENT})))
  order by since, kind, item_id`);

/** Open items about a refund that was made here, and about the request that it answers. */
export async function listWorkOfRefund(
  db: Db,
  now: Date,
  serviceAddress: string,
  of: { refundId: string; kinds: readonly WorkKind[] },
): Promise<WorkItem[]> {
  const values = [...valuesOf(now, nothingOf(serviceAddress)), of.refundId, of.kinds];
  const { rows } = await db.query<WorkItem>({ ...OF_REFUND, values });
  return rows;
}

const ASSIGNEES = prepared(`with ${ITEMS}
  select item_id as "itemId", assignee_id as "personId", assignee_name as name from items
  where kind = $5 and item_id = any($6)`);

/** Who has which of these items, as far as they are open; of the service's items, those that people have touched. */
export async function assigneesOf(
  db: Db,
  now: Date,
  serviceAddress: string,
  items: { kind: WorkKind; ids: readonly string[] },
): Promise<{ itemId: string; personId: string | null; name: string | null }[]> {
  const values = [...valuesOf(now, nothingOf(serviceAddress)), items.kind, items.ids];
  const { rows } = await db.query<{ itemId: string; personId: string | null; name: string | null }>({
    ...ASSIGNEES,
    values,
  });
  return rows;
}

const RETURNED = prepared(`with ${ITEMS} ${SELECT}
  where stored_state = 'waiting' and state = 'open' and assignee_id is not null
    and not exists (select from notification_events e
      where e.dedupe_key = left('work_returned ' || kind || ' ' || service_address || ' ' || item_id || ' ' || version, 300))
  order by since limit $5`);

/**
 * Items that waited, are open again, and whose assignees were not notified of it. Of the service's items those that people have
 * touched, as they were then.
 */
export async function listReturned(
  db: Db,
  now: Date,
  serviceAddress: string,
  limit: number,
): Promise<WorkItem[]> {
  const values = [...valuesOf(now, nothingOf(serviceAddress)), limit];
  const { rows } = await db.query<WorkItem>({ ...RETURNED, values });
  return rows;
}

export type WorkSum = {
  kind: WorkKind;
  team: Team;
  state: WorkState;
  owner: "viewer" | "other" | "nobody";
  currency: string | null;
  count: number;
  amountPaise: bigint;
};

const SUM = prepared(`with ${ITEMS}
  select kind, team, state, case when assignee_id is null then 'nobody' when assignee_id = $5::uuid then 'viewer' else 'other'
    end as owner, currency, count(*)::int as count, coalesce(sum(amount_paise), 0)::text as amount
  from items where kind = any($6) group by 1, 2, 3, 4, 5`);

/**
 * The open items of the viewer's kinds by kind, team, state, owner and currency; of the service's items those that
 * people have touched.
 */
export async function sumWork(
  db: Db,
  now: Date,
  serviceAddress: string,
  viewer: { id: string; kinds: readonly WorkKind[] },
): Promise<WorkSum[]> {
  const { rows } = await db.query<Omit<WorkSum, "amountPaise"> & { amount: string }>({
    ...SUM,
    values: [...valuesOf(now, nothingOf(serviceAddress)), viewer.id, viewer.kinds],
  });
  return rows.map(({ amount, ...sum }) => ({ ...sum, amountPaise: BigInt(amount) }));
}

export type LeftItem = Omit<OpenItem, "condition" | "team" | "mark" | "since"> & {
  outcome: string | null;
  endedAt: Date | null;
};

const LEFT = prepared(`with ${OPEN}
  select kind, service_address as "serviceAddress", item_id as "itemId", reference, transaction_id as "transactionId",
    amount_paise as "amountPaise", currency, is_test as "isTest", outcome, ended_at as "endedAt"
  from work_items w
  where assignee_id = $5::uuid and coalesce(ended_at, 'infinity'::timestamptz) > $6
    and (service_address = '' or service_address = $3)
    and not exists (select from open_items o
      where o.kind = w.kind and o.service_address = w.service_address and o.item_id = w.item_id)
  order by coalesce(ended_at, 'infinity'::timestamptz) desc limit $7`);

/** Items of a person that left the queues, newest first; without an outcome until the job has recorded it. */
export async function listLeft(
  db: Db,
  now: Date,
  fetched: Fetched,
  of: { personId: string; from: Date; limit: number },
): Promise<LeftItem[]> {
  const { rows } = await db.query<LeftItem>({
    ...LEFT,
    values: [...valuesOf(now, fetched), of.personId, of.from, of.limit],
  });
  return rows;
}

const TO_END = prepared(`with ${OPEN}
  select kind, array_agg(item_id) as ids from (
    select w.kind, w.item_id from work_items w
    where w.kind in (${quoted(STORED_KINDS)}) and w.ended_at is null and not exists (select from open_items o
      where o.kind = w.kind and o.service_address = w.service_address and o.item_id = w.item_id)
    order by w.since limit $5) left_items
  group by kind`);

/** Touched items of stored kinds that are not open any more and are not recorded as ended, by kind. */
export async function listToEnd(
  db: Db,
  now: Date,
  limit: number,
): Promise<{ kind: (typeof STORED_KINDS)[number]; ids: string[] }[]> {
  const { rows } = await db.query<{ kind: (typeof STORED_KINDS)[number]; ids: string[] }>({
    ...TO_END,
    values: [...valuesOf(now, nothingOf("")), limit],
  });
  return rows;
}

const COME_BACK = prepared(`with ${OPEN}
  update work_items w set ended_at = null, outcome = null
  from open_items o
  where w.ended_at is not null and w.kind = o.kind and w.service_address = o.service_address and w.item_id = o.item_id`);

/** Items that ended and need attention again: a request whose refund failed, a refund that takes too long after all. */
export async function clearEnds(db: Db, now: Date): Promise<void> {
  await db.query({ ...COME_BACK, values: valuesOf(now, nothingOf("")) });
}
