import { mayView, type Team, WORK_KINDS } from "@/lib/queues/work-kinds";
import type { WorkGap } from "@/lib/queues/work-views";
import type { ServiceError } from "@/lib/service-error";
import { err, ok, type Result } from "@/lib/result";
import type { Ctx } from "../../context";
import type { ServiceItem, ServiceKind } from "../domain/service-kind";
import type { OpenItem } from "../domain/work-item";
import type { Services } from "../../runtime";
import type { Fetched } from "../store/items-sql";
import { SERVICE_KINDS, type ServiceKindName } from "../store/sources";
import { STUCK_PAYMENTS } from "./stuck-payments";

/** One entry for each kind that the service lists, as `SOURCES` has one for each that is stored. */
export const SERVICE_SOURCES: Record<
  ServiceKindName,
  ServiceKind<Ctx, Pick<Services, "routing" | "clock" | "pool">>
> = {
  payment: STUCK_PAYMENTS,
};

/** Nothing is known about the service's items: those that people have touched are listed as they were. */
export function fetchedNothing({ routing }: Pick<Ctx, "routing">): Fetched {
  return { serviceAddress: routing.serviceAddress, items: [], ranges: [] };
}

/**
 * The service's items of a team, or of all, from a time on. `through` is where the first of the lists ends that go on:
 * later items of whatever kind belong on the next page.
 */
export async function fetchItems(
  ctx: Ctx,
  team: Team | null,
  from: Date | null,
): Promise<{ fetched: Fetched; through: Date | null; gaps: WorkGap[] }> {
  const kinds = SERVICE_KINDS.filter(
    (kind) =>
      mayView(ctx.actor.role, kind) && (team === null || WORK_KINDS[kind].teams.some((one) => one === team)),
  );
  const lists = await Promise.all(
    kinds.map(async (kind) => ({ kind, list: await SERVICE_SOURCES[kind].list(ctx, from) })),
  );
  const fetched: Fetched = fetchedNothing(ctx);
  const gaps: WorkGap[] = [];
  const ends: Date[] = [];
  const nowMs = ctx.clock.now().getTime();
  for (const { kind, list } of lists) {
    if (list.kind !== "found") {
      gaps.push(
        list.kind === "service_error"
          ? { kind: "service_error", of: kind }
          : { kind: "not_offered", of: kind },
      );
      continue;
    }
    fetched.items.push(...list.items.map((item) => withKey(ctx, kind, item)));
    if (list.until === null) continue;
    fetched.ranges.push({ kind, from, until: list.until });
    if (list.until.getTime() < nowMs - MINUTE_MS) ends.push(list.until);
  }
  const first = ends.length === 0 ? null : new Date(Math.min(...ends.map((end) => end.getTime())));
  return { fetched, through: first, gaps };
}

const MINUTE_MS = 60_000;

/** One item, with nothing fetched if it is not open any more. Where the service lists no such items it is as it was. */
export async function fetchOne(
  ctx: Ctx,
  kind: ServiceKindName,
  itemId: string,
): Promise<Result<Fetched, ServiceError>> {
  const found = await SERVICE_SOURCES[kind].find(ctx, itemId);
  const nothing = fetchedNothing(ctx);
  const ranges = [{ kind, from: null, until: ctx.clock.now() }];
  switch (found.kind) {
    case "not_offered":
      return ok(nothing);
    case "service_error":
      return err(found.serviceError);
    case "ended":
      return ok({ ...nothing, ranges });
    case "open":
      return ok({ ...nothing, items: [withKey(ctx, kind, found.item)], ranges });
  }
}

function withKey({ routing }: Pick<Ctx, "routing">, kind: ServiceKindName, item: ServiceItem): OpenItem {
  return { ...item, kind, serviceAddress: routing.serviceAddress };
}
