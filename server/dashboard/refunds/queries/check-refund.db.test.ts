import { beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { trackRefund } from "../jobs/track-refund";
import { BUSY } from "@/tools/testing/dashboard/bulk";
import { type Harness, TEST_TIMEOUT_MS } from "@/tools/testing/dashboard/harness";
import { ENDED, withTrackedRefund } from "@/tools/testing/dashboard/tracked-refund";
import { findRefund, checkRefundNow } from "./find-refund";
import { findRefundIntent } from "./find-refund-intent";

const { current, refund, atService, calls, step, waiting } = withTrackedRefund();
let harness: Harness;
let ctx: Ctx;
beforeEach(() => {
  ({ harness, ctx } = current());
});

describe("many who watch one refund", () => {
  it("are a hundred tabs and one call an interval", async () => {
    const { refundId } = await refund();
    const tabs = () => Promise.all(Array.from({ length: 100 }, () => findRefund(ctx, refundId)));
    harness.clock.advance(1_000);
    await tabs();
    expect(calls()).toBe(1);
    await tabs();
    expect(calls()).toBe(1);
    harness.clock.advance(1_000);
    const views = await tabs();
    expect(calls()).toBe(2);
    expect(views.every((view) => view.kind === "found")).toBe(true);
  });

  it("share the call with every other process and with a worker", async () => {
    const { refundId } = await refund();
    const otherProcess = { ...ctx, routing: harness.connect().routing };
    harness.clock.advance(1_000);
    harness.service.next("refund_status", { kind: "delay", ms: 200 });
    await Promise.all([
      ...Array.from({ length: 20 }, () => findRefund(ctx, refundId)),
      ...Array.from({ length: 20 }, () => findRefund(otherProcess, refundId)),
      step(refundId),
    ]);
    expect(calls()).toBe(1);
  });

  it("all get the final status from the one poll that finds it, in whichever process it was made", async () => {
    const { refundId } = await refund();
    const otherProcess = { ...ctx, routing: harness.connect().routing };
    Object.assign(atService(), ENDED);
    harness.clock.advance(1_000);
    harness.service.next("refund_status", { kind: "delay", ms: 200 });
    const views = await Promise.all([findRefund(ctx, refundId), findRefund(otherProcess, refundId)]);
    expect(views).toMatchObject(Array(2).fill({ refund: { status: "SUCCESS" }, nextCheckAt: null }));
    expect(calls()).toBe(1);
  });

  it("may all press “check now”: it is asked at once, for all of them, and not again within the interval", async () => {
    const { refundId } = await refund();
    harness.clock.advance(10 * 60_000);
    await findRefund(ctx, refundId);
    expect(calls()).toBe(1);
    harness.clock.advance(1_000);
    await findRefund(ctx, refundId);
    expect(calls()).toBe(1);
    await Promise.all(Array.from({ length: 30 }, () => checkRefundNow(ctx, refundId)));
    expect(calls()).toBe(2);
  });

  it("look once a second in the first minute, and less with age (failure 26)", async () => {
    const { refundId } = await refund();
    const wait = async (): Promise<number> => {
      const view = await findRefund(ctx, refundId);
      if (view.kind !== "found" || view.nextCheckAt === null) throw new Error(view.kind);
      return Date.parse(view.nextCheckAt) - Date.parse(view.checkedAt);
    };
    for (const age of [1_000, 20_000, 38_000]) {
      harness.clock.advance(age);
      expect(await wait()).toBeLessThanOrEqual(1_100);
    }
    harness.clock.advance(24 * 60 * 60_000);
    await wait();
    harness.clock.advance(60_000);
    expect(await wait()).toBeLessThanOrEqual(31_000);
  });

  it("let a busy service have the pause that it asks for", async () => {
    const { refundId } = await refund();
    harness.clock.advance(1_000);
    const busy = {
      kind: "answer",
      status: 429,
      body: '{"success":false,"message":"Wait.","data":null}',
      effect: false,
    } as const;
    harness.service.next("refund_status", { ...busy, headers: { "retry-after": "60" } });
    expect(await findRefund(ctx, refundId)).toMatchObject({
      serviceError: { kind: "busy", retryAfterSeconds: 60 },
    });
    harness.clock.advance(50_000);
    await findRefund(ctx, refundId);
    expect(calls()).toBe(1);
    harness.clock.advance(11_000);
    await findRefund(ctx, refundId);
    expect(calls()).toBe(2);
  });
});

describe("following an accepted refund", () => {
  it("goes on until refund_completed_at is set, through service errors, and then stops (failure 26)", async () => {
    const { intentId, refundId } = await refund();
    harness.clock.advance(1_000);
    harness.service.next("refund_status", { kind: "answer", status: 502, body: "", effect: false });
    await step(refundId);
    expect(await waiting()).toHaveLength(1);

    Object.assign(atService(), { refund_status: "SUCCESS" });
    harness.clock.advance(10_000);
    await step(refundId);
    expect(await waiting()).toHaveLength(1);

    Object.assign(atService(), ENDED);
    harness.clock.advance(10_000);
    await step(refundId);
    expect(await waiting()).toHaveLength(0);
    expect(await findRefundIntent(ctx, intentId)).toMatchObject({ refundStatus: "SUCCESS" });
  });

  it("asks nobody before it is due, and keeps its place", async () => {
    const { refundId } = await refund();
    await step(refundId);
    expect(calls()).toBe(0);
    expect(await waiting()).toHaveLength(1);
  });

  it("gives way while the service turns calls away: two looks a second, the others as soon as it no longer does", async () => {
    const made = [];
    for (let count = 0; count < 4; count += 1) made.push(await refund());
    harness.clock.advance(1_000);
    harness.service.next("transaction_status", BUSY);
    await harness.services.routing.transactionStatus("ORD-1");

    for (const { refundId } of made) await step(refundId);
    expect(calls()).toBe(1);
    expect(await waiting()).toHaveLength(4);
    harness.clock.advance(500);
    for (const { refundId } of made.slice(1)) await step(refundId);
    expect(calls()).toBe(2);

    harness.clock.advance(60_000);
    for (const { refundId } of made) await step(refundId);
    expect(calls()).toBe(6);
  });

  it("that somebody looks at does not give way", async () => {
    const { refundId } = await refund();
    harness.service.next("transaction_status", BUSY);
    await harness.services.routing.transactionStatus("ORD-1");
    for (let look = 1; look <= 3; look += 1) {
      harness.clock.advance(1_000);
      await findRefund(ctx, refundId);
      expect(calls()).toBe(look);
    }
  });

  it("is taken over after the death of the process that was asking", async () => {
    const { refundId } = await refund();
    harness.clock.advance(1_000);
    const claim = (interval: string) =>
      harness.pool.query("update tracked_refunds set asking_until = now() + $1::interval", [interval]);
    await claim(`${String(TEST_TIMEOUT_MS)} ms`);
    await step(refundId);
    expect(calls()).toBe(0);
    await claim("-1 ms");
    await step(refundId);
    expect(calls()).toBe(1);
  });

  it("is taken over when the claim is longer than any: the clock was set back since", async () => {
    const { refundId } = await refund();
    harness.clock.advance(1_000);
    await harness.pool.query("update tracked_refunds set asking_until = now() + interval '1 hour'");
    await step(refundId);
    expect(calls()).toBe(1);
  });

  it.each([
    ["a viewer", (id: string) => findRefund(ctx, id)],
    ["a person who wants it now", (id: string) => checkRefundNow(ctx, id)],
    ["a worker", step],
  ])("is polled at once for %s when the clock was set back since its last poll", async (_who, poll) => {
    const { refundId } = await refund();
    harness.clock.advance(1_000);
    await step(refundId);
    expect(calls()).toBe(1);
    harness.clock.advance(-3_600_000);
    await poll(refundId);
    await poll(refundId);
    expect(calls()).toBe(2);
  });

  it("is claimed by the database's clock, however far that of the process is from it", async () => {
    const { refundId } = await refund();
    harness.clock.advance(3_600_000);
    let claims: unknown;
    const act = async (): Promise<void> => {
      const { rows } = await harness.pool.query(
        `select asking_until between now() and now() + interval '1 minute' as "isShort" from tracked_refunds`,
      );
      claims = rows;
    };
    harness.service.next("refund_status", { kind: "meanwhile", act });
    await step(refundId);
    expect(claims).toEqual([{ isShort: true }]);
  });

  it("never asks another service than the one that took it", async () => {
    const { refundId } = await refund();
    await harness.pool.query("update tracked_refunds set service_address = 'https://other.example.com'");
    harness.clock.advance(60_000);
    await trackRefund(harness.services, { serviceAddress: "https://other.example.com", refundId });
    expect(calls()).toBe(0);
  });
});
