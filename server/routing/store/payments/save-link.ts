import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";
import type { RoutingDecision } from "../../domain/payments/decision";
import { OUTCOME_AGE_MS } from "../../domain/success-rate/outcome-age";
import { isDistributed } from "../distributed";
import { beginPolls, INSERT_POLLS_OF_SAVED, type NewPoll } from "./due-polls";
import { writeRoutingDecision } from "../rules/routing-decisions";

/** The gateway of a record and whether its link is issued. */
export type SavedLink = {
  merchantId: number;
  id: string;
  gateway: string;
  gatewayAccount: number | null;
  gatewayCheckoutId: string;
  gatewayCheckoutUrl: string | null;
  linkIssuedAt: Date | null;
  polledUntil: Date | null;
  decision: RoutingDecision;
  /** The first poll of a checkout on a vendor's page; null for none. */
  poll: NewPoll | null;
};

const SAVED: readonly (readonly [column: string, type: string, value: (link: SavedLink) => unknown])[] = [
  ["merchant_id", "integer", ({ merchantId }) => merchantId],
  ["id", "text", ({ id }) => id],
  ["gateway", "text", ({ gateway }) => gateway],
  ["gateway_checkout_id", "text", ({ gatewayCheckoutId }) => gatewayCheckoutId],
  ["gateway_checkout_url", "text", ({ gatewayCheckoutUrl }) => gatewayCheckoutUrl],
  ["link_issued_at", "timestamptz", ({ linkIssuedAt }) => linkIssuedAt],
  ["watched_until", "timestamptz", ({ polledUntil }) => polledUntil],
  ["routing_decision", "jsonb", ({ decision }) => writeRoutingDecision(decision)],
  ["gateway_account", "integer", ({ gatewayAccount }) => gatewayAccount],
];
/** The columns of its first poll. */
const POLL: typeof SAVED = [
  ["pause_ms", "float8", ({ poll }) => poll?.pauseMs ?? null],
  ["origin", "jsonb", ({ poll }) => (poll === null ? null : JSON.stringify(poll.origin))],
];
const [PAUSE, ORIGIN] = POLL.map(([, type], index) => `$${SAVED.length + index + 1}::${type}`);
/** The key finds the row, so it is not changed. */
const CHANGED = SAVED.map(([column], index) => ({ column, place: `$${index + 1}` })).slice(2);
const SAVE = `update payments set ${CHANGED.map(({ column, place }) => `${column} = ${place}`).join(", ")}
   where merchant_id = $1 and id = $2`;
const OPEN_ONLY = ` and ${checkedOnRow("status = 'INITIATED'")}`;
/** Its outcome waits from now on, until the payment has the age at which it counts (decision 0313). */
const ADD_OUTCOME = `insert into payment_outcomes (merchant_id, payment_id, gateway, at)
   select merchant_id, id, gateway, least(coalesce(link_issued_at, now()) + interval '${OUTCOME_AGE_MS} milliseconds', expires_at)`;
const ADD_TO_SAVED = `outcome as (${ADD_OUTCOME} from saved),
   poll as (${INSERT_POLLS_OF_SAVED})
   select merchant_id, id from saved`;
const WHOLE = (save: string): string => `with saved as (
     ${save} returning payments.merchant_id, payments.id, gateway, link_issued_at, expires_at, ${PAUSE} as pause_ms, ${ORIGIN} as origin),
   ${ADD_TO_SAVED}`;
const SAVE_LINK = prepared(WHOLE(SAVE));
const SAVE_LINK_WHILE_OPEN = prepared(WHOLE(SAVE + OPEN_ONLY));
/** A Citus gets these as separate statements (decision 0393). */
const SAVE_LINK_IN_PARTS = prepared(SAVE);
const SAVE_LINK_WHILE_OPEN_IN_PARTS = prepared(SAVE + OPEN_ONLY);
const ADD_OUTCOME_IN_PARTS = prepared(`${ADD_OUTCOME} from payments where merchant_id = $1 and id = $2`);

const valuesOf = (columns: typeof SAVED, link: SavedLink): unknown[] =>
  columns.map(([, , value]) => value(link));

/**
 * Saves the gateway of a payment, that its link is issued, and its first poll; a checkout that opened too late leaves its record without
 * a link. The caller holds the row lock.
 */
export async function saveLink(db: Db, link: SavedLink): Promise<void> {
  await save(db, link, { whole: SAVE_LINK, inParts: SAVE_LINK_IN_PARTS });
}

type Statement = ReturnType<typeof prepared>;

/** Whether the record was saved. */
async function save(
  db: Db,
  link: SavedLink,
  { whole, inParts }: { whole: Statement; inParts: Statement },
): Promise<boolean> {
  const values = valuesOf(SAVED, link);
  if (!(await isDistributed(db)))
    return (await db.query({ ...whole, values: [...values, ...valuesOf(POLL, link)] })).rowCount === 1;
  const saved = await db.query({ ...inParts, values });
  if (saved.rowCount !== 1) return false;
  await db.query({ ...ADD_OUTCOME_IN_PARTS, values: values.slice(0, 2) });
  if (link.poll !== null) await beginPolls(db, link, link.poll);
  return true;
}

/**
 * Saves in one statement that is a separate transaction and takes the row lock itself. False, with nothing saved, when
 * the record is no longer INITIATED. On a Citus it is several statements, in the caller's transaction.
 */
export async function saveLinkWhileOpen(db: Db, link: SavedLink): Promise<boolean> {
  return save(db, link, { whole: SAVE_LINK_WHILE_OPEN, inParts: SAVE_LINK_WHILE_OPEN_IN_PARTS });
}

/** A record that another transaction holds is skipped, so that it does not delay the others. */
const SAVE_LINKS = prepared(`with links as materialized (
     select * from unnest(${[...SAVED, ...POLL].map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})
       as links (${[...SAVED, ...POLL].map(([column]) => column).join(", ")})),
   open as materialized (
     select p.merchant_id, p.id from links join payments p using (merchant_id, id)
     where ${checkedOnRow("p.status = 'INITIATED'")} for update of p skip locked),
   saved as (
   update payments p set ${CHANGED.map(({ column }) => `${column} = links.${column}`).join(", ")}
   from links join open using (merchant_id, id)
   where p.merchant_id = links.merchant_id and p.id = links.id
   returning p.merchant_id, p.id, p.gateway, p.link_issued_at, p.expires_at, links.pause_ms, links.origin),
   ${ADD_TO_SAVED}`);

/**
 * Saves several links by one statement, as `saveLinkWhileOpen` saves each. Null for a link that was not saved:
 * `saveLinkWhileOpen` waits for its record and finds out why.
 */
export async function saveLinksWhileOpen(db: Db, links: readonly SavedLink[]): Promise<(true | null)[]> {
  const values = [...SAVED, ...POLL].map(([, , value]) => links.map(value));
  const { rows } = await db.query<{ merchant_id: number; id: string }>({ ...SAVE_LINKS, values });
  const saved = new Set(rows.map((row) => keyOf(row.merchant_id, row.id)));
  return links.map(({ merchantId, id }) => (saved.has(keyOf(merchantId, id)) ? true : null));
}

const keyOf = (merchantId: number, id: string): string => `${merchantId}:${id}`;
