import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { CallResult } from "@/lib/client";
import { askDatabase, askPage, askService } from "./probe";

/** Responds to `/STATUS` with that status. */
const server = createServer((request, response) => {
  response.writeHead(Number.parseInt(request.url?.slice(1) ?? "", 10)).end('{"status":"ok"}');
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());

test("200 with what the page shows is an answer; 503 and no connection are unavailable; all else is wrong", async () => {
  expect(await askPage(`${url}/200`, '"ok"')).toEqual({ kind: "answered" });
  expect(await askPage(`${url}/503`, '"ok"')).toEqual({ kind: "unavailable" });
  expect(await askPage("http://127.0.0.1:1/", '"ok"')).toEqual({ kind: "unavailable" });
  expect(await askPage(`${url}/200`, '"ready"')).toEqual({ kind: "wrong", what: '200 {"status":"ok"}' });
  expect(await askPage(`${url}/500`, '"ok"')).toEqual({ kind: "wrong", what: '500 {"status":"ok"}' });
});

test("a database without a server is unavailable", async () => {
  expect(await askDatabase("postgres://nobody@127.0.0.1:1/none")).toEqual({ kind: "unavailable" });
});

test("of the service's answers, 503 and a lost connection are unavailable, a refusal and any other failure are wrong", async () => {
  const outcomeOf = (response: CallResult<string>) =>
    askService(Promise.resolve({ ...response, requestId: "r" }), (value) => value === "right");
  expect(await outcomeOf({ kind: "answered", value: "right" })).toEqual({ kind: "answered" });
  expect(await outcomeOf({ kind: "answered", value: "other" })).toMatchObject({ kind: "wrong" });
  expect(await outcomeOf({ kind: "not_sent" })).toEqual({ kind: "unavailable" });
  expect(await outcomeOf({ kind: "unknown", reason: "server_error", status: 503 })).toEqual({
    kind: "unavailable",
  });
  expect(await outcomeOf({ kind: "unknown", reason: "connection_lost", status: null })).toEqual({
    kind: "unavailable",
  });
  expect(await outcomeOf({ kind: "unknown", reason: "server_error", status: 500 })).toMatchObject({
    kind: "wrong",
  });
  expect(await outcomeOf({ kind: "refused", refusal: { kind: "key_refused" } })).toMatchObject({
    kind: "wrong",
  });
});
