import { expect, test } from "vitest";
import { worstState } from "@/lib/status";
import type { ReadinessReport } from "@/server/platform/readiness";
import { findParts } from "./check-parts";

const READY: ReadinessReport = { status: "ready" };
const WORKS = { state: "works", since: null } as const;
const AT = "2026-11-21T09:00:00.000Z";
const answered = (
  jobs: { state: "works" | "late" | "down"; since: string | null } = WORKS,
  webhooks: { state: "works" | "late" | "down"; since: string | null } = WORKS,
) => ({ kind: "answered", value: { jobs, webhooks }, requestId: "r", status: 200 }) as const;
const unknown = (status: number | null) =>
  ({
    kind: "unknown",
    reason: status === null ? "timed_out" : "wrong_shape",
    status,
    requestId: "r",
  }) as const;

const statesOf = (...given: Parameters<typeof findParts>) =>
  Object.values(findParts(...given)).map(({ state }) => state);

test("everything works", () => {
  expect(statesOf(READY, answered())).toEqual(["works", "works", "works", "works"]);
});

test("a check that did not finish leaves its parts unknown, and says nothing about the others", () => {
  expect(statesOf(null, answered())).toEqual(["unknown", "works", "unknown", "works"]);
  expect(statesOf(READY, null)).toEqual(["works", "unknown", "works", "unknown"]);
  expect(statesOf(READY, unknown(null))).toEqual(["works", "unknown", "works", "unknown"]);
});

test("a service that cannot be reached or cannot work is down; one that does not know the operation works", () => {
  const notSent = { kind: "not_sent", requestId: "r" } as const;
  expect(findParts(READY, notSent).service.state).toBe("down");
  expect(findParts(READY, unknown(503)).service.state).toBe("down");
  expect(findParts(READY, unknown(404)).service.state).toBe("works");
  const refused = { kind: "refused", refusal: { kind: "not_found", message: "" }, requestId: "r" } as const;
  expect(findParts(READY, refused)).toMatchObject({
    service: { state: "works" },
    webhooks: { state: "unknown" },
  });
});

test("a service that refuses the dashboard's key is not called working", () => {
  const refused = { kind: "refused", refusal: { kind: "key_refused" }, requestId: "r" } as const;
  expect(findParts(READY, refused).service.state).toBe("unknown");
});

test("the jobs are as bad as the worse of the two systems, with the time that is known of it", () => {
  const problems = [{ part: "jobs", problem: "no worker is alive", since: AT }];
  expect(findParts({ status: "not ready", problems }, answered()).jobs).toEqual({ state: "down", since: AT });
  const late = { state: "late", since: AT } as const;
  expect(findParts(READY, answered(late)).jobs).toEqual(late);
  expect(findParts(READY, answered(WORKS, late))).toMatchObject({ jobs: WORKS, webhooks: late });
});

test("the whole is as bad as its worst part", () => {
  expect(worstState(["works", "late", "unknown"])).toBe("late");
  expect(worstState(["works", "unknown"])).toBe("unknown");
  expect(worstState(["down", "late"])).toBe("down");
  expect(worstState([])).toBe("unknown");
});
