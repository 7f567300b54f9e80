import type { OpsResult } from "@/lib/contract/ops";
import type { Db } from "@/server/platform/pool";
import type { Services } from "../../runtime";
import { pointsOf } from "@/lib/rules/points";
import { findOpenedGateways } from "../store/opened-gateways";
import { notify } from "../store/notify";

const DAY_MS = 24 * 60 * 60_000;
const KEY_NOTICE_MS = 7 * DAY_MS;

type Gateway = OpsResult<"gateways.list">["gateways"][number];

/** Notifies of gateways whose circuit has opened, and of those that are in use again. Safe to repeat. */
export async function watchGateways({ routing, pool, clock }: Services): Promise<void> {
  if (!(await routing.capabilities()).offers("gateways.list")) return;
  const response = await routing.ops("gateways.list", {});
  if (response.kind !== "answered") return;
  const opened = await findOpenedGateways(pool);
  for (const gateway of response.value.gateways) await reportGateway(pool, gateway, opened, clock.now());
}

async function reportGateway(
  db: Db,
  { name, health }: Gateway,
  opened: ReadonlyMap<string, string>,
  at: Date,
): Promise<void> {
  const common = { at, to: "everybody_permitted", detail: { gateway: name } } as const;
  const since = opened.get(name);
  if (health.state === "open" && since === undefined) {
    const openedAt = health.opened_at ?? at.toISOString();
    await notify(db, { ...common, event: "gateway_opened", dedupeKey: `gateway_opened:${name}:${openedAt}` });
  }
  if (health.state === "closed" && since !== undefined) {
    await notify(db, { ...common, event: "gateway_closed", dedupeKey: `gateway_closed:${since}` });
  }
}

/** Notifies of webhook endpoints that the service has disabled within a day. Safe to repeat. */
export async function watchWebhooks({ routing, pool, clock }: Services): Promise<void> {
  if (!(await routing.capabilities()).offers("webhooks.endpoints")) return;
  const response = await routing.ops("webhooks.endpoints", {});
  if (response.kind !== "answered") return;
  const at = clock.now();
  for (const endpoint of response.value.endpoints) {
    const { endpoint_id: endpointId, disabled_at: disabledAt, disabled_reason: reason, url } = endpoint;
    if (endpoint.enabled || reason === null || disabledAt === null) continue;
    if (at.getTime() - Date.parse(disabledAt) > DAY_MS) continue;
    await notify(pool, {
      event: "webhook_disabled",
      detail: { endpointId, host: URL.canParse(url) ? new URL(url).host : "" },
      at,
      to: "everybody_permitted",
      dedupeKey: `webhook_disabled:${endpointId}:${disabledAt}`,
    });
  }
}

/** A page has 50 keys. A merchant has at most 20 that work; the others are those that ended. */
const MAX_KEY_PAGES = 10;

/** Notifies of keys that end within a week, among the newest 500. Safe to repeat. */
export async function watchKeys({ routing, pool, clock }: Services): Promise<void> {
  if (!(await routing.capabilities()).offers("keys.list")) return;
  const at = clock.now();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_KEY_PAGES; page += 1) {
    const response = await routing.ops("keys.list", cursor === undefined ? {} : { cursor });
    if (response.kind !== "answered") return;
    for (const key of response.value.keys) await reportKey(pool, key, at);
    if (response.value.next_cursor === null) return;
    cursor = response.value.next_cursor;
  }
}

async function reportKey(db: Db, key: OpsResult<"keys.list">["keys"][number], at: Date): Promise<void> {
  const leftMs = key.expires_at === null ? Infinity : Date.parse(key.expires_at) - at.getTime();
  if (key.status !== "ACTIVE" || leftMs > KEY_NOTICE_MS) return;
  await notify(db, {
    event: "key_expiring",
    detail: { label: key.label, days: Math.max(0, Math.floor(leftMs / DAY_MS)) },
    at,
    to: "everybody_permitted",
    dedupeKey: `key_expiring:${key.key_id}:${key.expires_at ?? ""}`,
  });
}

/** Few: only the newest one can have ended within a day, or the one before it. */
const EXPERIMENTS = 3;

/** Notifies of trials of rules that their guardrail has ended within a day. Safe to repeat. */
export async function watchExperiments({ routing, pool, clock }: Services): Promise<void> {
  if (!(await routing.capabilities()).offers("rules.experiments")) return;
  const response = await routing.ops("rules.experiments", { limit: EXPERIMENTS });
  if (response.kind !== "answered") return;
  const at = clock.now();
  for (const { id, ended, trial_result: result } of response.value.experiments) {
    if (ended?.reason !== "guardrail" || at.getTime() - Date.parse(ended.at) > DAY_MS) continue;
    await notify(pool, {
      event: "rule_trial_ended",
      detail: { experiment: id, points: Math.abs(pointsOf(result?.interval?.difference ?? 0)) },
      at,
      to: "everybody_permitted",
      dedupeKey: `rule_trial_ended:${String(id)}:${ended.at}`,
    });
  }
}
