import { checkedOnRow } from "@/server/platform/checked-on-row";
import { type Db, prepared } from "@/server/platform/pool";
import type { RoutingDecision } from "../../domain/payments/decision";
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
/** Without the key, which finds the row. */
const CHANGED = SAVED.map(([column], index) => ({ column, place: `$${index + 1}` })).slice(2);
const SAVE = `update payments set ${CHANGED.map(({ column, place }) => `${column} = ${place}`).join(", ")}
   where merchant_id = $1 and id = $2`;
const SAVE_LINK = prepared(SAVE);
const SAVE_LINK_WHILE_OPEN = prepared(`${SAVE} and ${checkedOnRow("status = 'INITIATED'")}`);

const linkValues = (link: SavedLink): unknown[] => SAVED.map(([, , value]) => value(link));

/**
 * Saves the gateway of a payment and that its link is issued; a checkout that opened too late leaves its record without
 * a link. The caller holds the row lock.
 */
export async function saveLink(db: Db, link: SavedLink): Promise<void> {
  await db.query({ ...SAVE_LINK, values: linkValues(link) });
}

/**
 * Saves the gateway of a payment and that its link is issued, in one statement that is a separate transaction and takes
 * the row lock itself. False, with nothing saved, when the record is no longer INITIATED.
 */
export async function saveLinkWhileOpen(db: Db, link: SavedLink): Promise<boolean> {
  const saved = await db.query({ ...SAVE_LINK_WHILE_OPEN, values: linkValues(link) });
  return saved.rowCount === 1;
}

/** A record that another transaction holds is skipped, so that it does not delay the others. */
const SAVE_LINKS = prepared(`with links as materialized (
     select * from unnest(${SAVED.map(([, type], index) => `$${index + 1}::${type}[]`).join(", ")})
       as links (${SAVED.map(([column]) => column).join(", ")})),
   open as materialized (
     select p.merchant_id, p.id from links join payments p using (merchant_id, id)
     where ${checkedOnRow("p.status = 'INITIATED'")} for update of p skip locked)
   update payments p set ${CHANGED.map(({ column }) => `${column} = links.${column}`).join(", ")}
   from links join open using (merchant_id, id)
   where p.merchant_id = links.merchant_id and p.id = links.id
   returning p.merchant_id, p.id`);

/**
 * Saves several links by one statement, as `saveLinkWhileOpen` saves each. Null for a link that was not saved:
 * `saveLinkWhileOpen` waits for its record and finds out why.
 */
export async function saveLinksWhileOpen(db: Db, links: readonly SavedLink[]): Promise<(true | null)[]> {
  const values = SAVED.map(([, , value]) => links.map(value));
  const { rows } = await db.query<{ merchant_id: number; id: string }>({ ...SAVE_LINKS, values });
  const saved = new Set(rows.map((row) => keyOf(row.merchant_id, row.id)));
  return links.map(({ merchantId, id }) => (saved.has(keyOf(merchantId, id)) ? true : null));
}

const keyOf = (merchantId: number, id: string): string => `${merchantId}:${id}`;
