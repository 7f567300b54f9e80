import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { putRead } from "./put-read";

const KEY = ["payment", "TXN1"];
const EARLIER = "2026-11-28T10:00:00.000Z";
const LATER = "2026-11-28T10:00:05.000Z";
const foundAt = (checkedAt: string) => ({ kind: "found", amount: "1.00", checkedAt });

test("a refresh while the service is unavailable keeps what was known", () => {
  const client = new QueryClient();
  const [found, serviceError] = [foundAt(EARLIER), { kind: "service_error", checkedAt: LATER }];
  putRead(client, { queryKey: KEY, view: found });
  putRead(client, { queryKey: KEY, view: serviceError });
  expect(client.getQueryData(KEY)).toEqual({ response: serviceError, known: found });
  expect(client.getQueryState(KEY)?.dataUpdatedAt).toBe(Date.parse(LATER));
});

test("what the browser has polled since the server read it stays", () => {
  const client = new QueryClient();
  const found = foundAt(LATER);
  putRead(client, { queryKey: KEY, view: found });
  putRead(client, { queryKey: KEY, view: { kind: "not_found", checkedAt: EARLIER } });
  expect(client.getQueryData(KEY)).toEqual({ response: found, known: found });
});

test("what the server has read since the last poll counts in a browser whose clock is ahead", () => {
  const client = new QueryClient();
  const polled = foundAt(EARLIER);
  client.setQueryData(KEY, { response: polled, known: polled }, { updatedAt: Date.parse(LATER) + 300_000 });
  const view = { ...foundAt(EARLIER), now: LATER };
  putRead(client, { queryKey: KEY, view });
  expect(client.getQueryData(KEY)).toEqual({ response: view, known: view });
});
