import { expect, test } from "vitest";
import type { StatusView } from "@/lib/status";
import type { ReadinessReport } from "@/server/platform/readiness";
import { createStatus } from "./status";

const START = Date.parse("2026-11-21T09:00:00.000Z");

function scene() {
  let atMs = START;
  const asked = { readiness: 0, service: 0 };
  const world = {
    report: { status: "ready" } as ReadinessReport | Error,
    isReachable: true,
    offers: true,
  };
  const read = createStatus({
    readiness() {
      asked.readiness += 1;
      return world.report instanceof Error ? Promise.reject(world.report) : Promise.resolve(world.report);
    },
    routing: {
      ops: (() => {
        asked.service += 1;
        const works = { state: "works", since: null };
        return Promise.resolve(
          world.isReachable
            ? { kind: "answered", value: { jobs: works, webhooks: works }, requestId: "r", status: 200 }
            : { kind: "not_sent", requestId: "r" },
        );
      }) as never,
      capabilities: () =>
        Promise.resolve({
          isKnown: true,
          serviceError: null,
          idempotency: false,
          offers: () => world.offers,
          merchantId: null,
          isTestOnly: false,
        }),
      checkKey: () =>
        Promise.resolve({ kind: "refused", refusal: { kind: "not_found", message: "" }, requestId: "r" }),
    },
    clock: { now: () => new Date(atMs) },
    elapsedMs: () => atMs - START,
  });
  return { asked, world, read, advance: (ms: number) => (atMs += ms) };
}

const partOf = ({ parts }: StatusView, name: string) => parts.find(({ part }) => part === name);

test("a flood of visitors runs each check once", async () => {
  const { asked, read, advance } = scene();
  await Promise.all(Array.from({ length: 200 }, () => read()));
  expect(asked).toEqual({ readiness: 1, service: 1 });
  advance(9_999);
  await read();
  expect(asked).toEqual({ readiness: 1, service: 1 });
  advance(1);
  await read();
  expect(asked).toEqual({ readiness: 2, service: 2 });
});

test("a state is since when it was first seen, and may be older where the first check found it", async () => {
  const { world, read, advance } = scene();
  expect(partOf(await read(), "dashboard")).toMatchObject({
    state: "works",
    since: "2026-11-21T09:00:00.000Z",
  });
  expect(partOf(await read(), "service")).toMatchObject({
    since: "2026-11-21T09:00:00.000Z",
    mayBeEarlier: true,
  });
  world.isReachable = false;
  advance(60_000);
  const down = { part: "service", state: "down", since: "2026-11-21T09:01:00.000Z", mayBeEarlier: false };
  expect(partOf(await read(), "service")).toEqual(down);
  advance(60_000);
  expect(partOf(await read(), "service")).toEqual(down);
  world.isReachable = true;
  advance(60_000);
  expect(partOf(await read(), "service")).toMatchObject({
    state: "works",
    since: "2026-11-21T09:03:00.000Z",
  });
});

test("a check that fails leaves its parts unknown", async () => {
  const { world, read } = scene();
  world.report = new Error("no database");
  const view = await read();
  expect(partOf(view, "database")).toMatchObject({ state: "unknown" });
  expect(partOf(view, "service")).toMatchObject({ state: "works" });
});

test("a service that does not report its state is asked for a payment", async () => {
  const { asked, world, read } = scene();
  world.offers = false;
  const view = await read();
  expect(asked.service).toBe(0);
  expect(partOf(view, "service")).toMatchObject({ state: "works" });
  expect(partOf(view, "webhooks")).toMatchObject({ state: "unknown" });
});
