import { QueryClient } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { putRead } from "./put-read";

const KEY = ["payment", "TXN1"];
const found = { kind: "found", amount: "1.00" };
const trouble = { kind: "trouble" };
const EARLIER = "2026-11-28T10:00:00.000Z";
const LATER = "2026-11-28T10:00:05.000Z";

test("a refresh while the service is unavailable keeps what was known", () => {
  const client = new QueryClient();
  putRead(client, { queryKey: KEY, view: found, readAt: EARLIER });
  putRead(client, { queryKey: KEY, view: trouble, readAt: LATER });
  expect(client.getQueryData(KEY)).toEqual({ answer: trouble, known: found });
  expect(client.getQueryState(KEY)?.dataUpdatedAt).toBe(Date.parse(LATER));
});

test("what the browser has polled since the server read it stays", () => {
  const client = new QueryClient();
  putRead(client, { queryKey: KEY, view: found, readAt: LATER });
  putRead(client, { queryKey: KEY, view: { kind: "not_found" }, readAt: EARLIER });
  expect(client.getQueryData(KEY)).toEqual({ answer: found, known: found });
});
