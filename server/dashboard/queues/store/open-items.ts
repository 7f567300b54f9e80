import type { Team, WorkCondition, WorkKind } from "@/lib/queues/work-kinds";
import type { WorkOrder, WorkState } from "@/lib/queues/work-views";
import { type Db, prepared } from "@/server/platform/pool";
import type { WorkItem } from "../domain/work-item";
import { type Fetched, ITEMS, nothingOf, SELECT, valuesOf } from "./items-sql";
import type { STORED_KINDS } from "./sources";

export type WorkPosition = { since: Date; kind: string; itemId: string };

type WorkFilter = {
  /** Those that the viewer may see. */
  kinds: readonly WorkKind[];
  /** Null: all teams. */
  teams: readonly Team[] | null;
  state: WorkState;
  /** `unassigned`, a person's id, or null for all. */
  assignee: string | null;
  /** Beside those of the assignee: what nobody has taken of these teams and kinds, unless it is not for this person. */
  orNobodysOf: { teams: readonly Team[]; kinds: readonly WorkKind[]; personId: string };
  order: WorkOrder;
  after: WorkPosition | null;
  /** Null: to the end. Later items of the service were not fetched. */
  through: Date | null;
  limit: number;
};

const LISTED = `with ${ITEMS} ${SELECT}
  where ($5::text[] is null or team = any($5)) and state = $6
    and ($7::text is null or ($7 = 'unassigned' and assignee_id is null) or assignee_id::text = $7
      or (assignee_id is null and $16::uuid <> all (not_for) and (team = any($14) or kind = any($15))))
    and ($8::timestamptz is null or (since, kind, item_id) > ($8, $9::text, $10::text))
    and ($11::timestamptz is null or since <= $11)
    and kind = any($12)`;
const LIST = {
  age: prepared(`${LISTED} order by since, kind, item_id limit $13`),
  money: prepared(
    `${LISTED} order by currency is null, currency, amount_paise desc, since, kind, item_id limit $13`,
  ),
};

/** Items of a list. */
export async function listWork(
  db: Db,
  now: Date,
  fetched: Fetched,
  { kinds, teams, state, assignee, orNobodysOf, order, after, through, limit }: WorkFilter,
): Promise<WorkItem[]> {
  const { rows } = await db.query<WorkItem>({
    ...LIST[order],
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
      orNobodysOf.teams,
      orNobodysOf.kinds,
      orNobodysOf.personId,
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
  /** `nobody`: nobody has taken it, and the viewer may. */
  owner: "viewer" | "other" | "nobody";
  currency: string | null;
  count: number;
  amountPaise: bigint;
};

const SUM = prepared(`with ${ITEMS}
  select kind, team, state, case when assignee_id = $5::uuid then 'viewer' when assignee_id is null and $5::uuid <> all (not_for)
    then 'nobody' else 'other' end as owner, currency, count(*)::int as count, coalesce(sum(amount_paise), 0)::text as amount
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
