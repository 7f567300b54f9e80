import { expect, test } from "vitest";
import { deliveryProgress, withPause } from "./delivery-progress";

const NOW = new Date("2026-11-24T10:00:00Z");
const NEXT = "2026-11-24T10:04:00.000Z";

const endpoint = (more: { enabled?: boolean; held_until?: string | null } = {}) =>
  withPause(
    {
      endpoint_id: "whe_1",
      url: "https://shop.example/hook",
      description: "Orders",
      events: ["payment.succeeded"],
      enabled: true,
      disabled_reason: null,
      disabled_at: null,
      created_at: "2026-11-01T00:00:00.000Z",
      consecutive_failures: 0,
      failing_since: null,
      held_until: null,
      last_success_at: null,
      previous_secret_expires_at: null,
      ...more,
    },
    NOW,
  );
const delivery = (more: object = {}) => ({
  endpoint_id: "whe_1",
  status: "WAITING" as const,
  attempts: 0,
  last_response_status: null,
  next_attempt_at: NEXT,
  ...more,
});

test.each([
  ["was not tried yet", {}, "WAITING"],
  ["got a 500", { attempts: 1, last_response_status: 500 }, "RETRYING"],
  ["got no response", { attempts: 2 }, "RETRYING"],
  ["was delivered and is sent again by a person", { attempts: 1, last_response_status: 204 }, "WAITING"],
  ["failed for good", { status: "FAILED", attempts: 11, last_response_status: 500 }, "FAILED"],
])("a delivery that %s has its own state", (_, more, state) => {
  expect(deliveryProgress(delivery(more), [endpoint()]).state).toBe(state);
});

test.each([
  ["a working endpoint", [endpoint()], {}, NEXT, false],
  ["a pause that has ended", [endpoint({ held_until: "2026-11-24T09:59:59Z" })], {}, NEXT, false],
  ["a paused endpoint", [endpoint({ held_until: NEXT })], {}, null, true],
  ["a disabled endpoint", [endpoint({ enabled: false, held_until: NEXT })], {}, null, false],
  ["a deleted endpoint", [], {}, null, false],
  ["endpoints that could not be read", null, {}, NEXT, false],
  ["a delivery that has ended", [endpoint({ held_until: NEXT })], { status: "SET_ASIDE" }, null, false],
])("with %s, the next attempt is what the worker does", (_, endpoints, more, nextAttemptAt, isQueued) => {
  expect(deliveryProgress(delivery(more), endpoints)).toMatchObject({ nextAttemptAt, isQueued });
});

test("an endpoint that is gone is distinguished from one that could not be read", () => {
  expect(deliveryProgress(delivery(), []).endpoint).toEqual({ kind: "deleted", id: "whe_1" });
  expect(deliveryProgress(delivery(), null).endpoint).toEqual({ kind: "unread", id: "whe_1" });
});
