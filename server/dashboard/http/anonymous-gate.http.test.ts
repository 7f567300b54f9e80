import { randomUUID } from "node:crypto";
import { connect, type Socket } from "node:net";
import { once } from "node:events";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createLogger } from "@/server/platform/log";
import { encryptSession } from "../auth/session-token";
import { AnonymousGate, type AnonymousLimits, hasSessionCookie } from "./anonymous-gate";
import { createFront } from "./front";
import { listen, type Listening } from "./listen";
import { SignInGate } from "./sign-in-gate";

const SECRET = "session-secret-for-tests";
const COOKIE = "next-auth.session-token";

let server: Listening;
let base: string;
/** The requests that reached Next and wait for its response, in order. */
let inside: { path: string; response: ServerResponse }[];
let clients: Socket[];

async function start(
  limits: Partial<AnonymousLimits> = {},
  respond: (response: ServerResponse) => void = () => undefined,
): Promise<void> {
  const front = createFront({
    files: () => false,
    next(request, response) {
      inside.push({ path: request.url ?? "", response });
      respond(response);
      return Promise.resolve();
    },
    readiness: () => Promise.resolve({ status: "ready" as const }),
    metrics: {
      token: null,
      read: () => Promise.resolve({ contentType: "text/plain", text: "" }),
      requestAnswered: () => undefined,
    },
    publicUrl: null,
    clientAddressHeader: "x-client",
    signInGate: new SignInGate({ now: () => new Date(0) }),
    anonymousGate: new AnonymousGate({
      atOnce: 2,
      pauseFactor: 3,
      longestPauseMs: 20,
      longestMs: 60_000,
      waiting: 3,
      waitingPerNetwork: 2,
      ...limits,
    }),
    hasSession: (headers, isSecure) => hasSessionCookie(headers, { isSecure, secret: SECRET }),
    logger: createLogger("test", "silent"),
  });
  server = await listen(front, { host: "127.0.0.1", port: 0 });
  base = `http://127.0.0.1:${server.port}`;
}
beforeEach(() => {
  inside = [];
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  for (const { response } of inside) response.end();
  await server.close();
});

/** A request whose response is read only where a test does so. */
function send(path: string, network = 1): Socket {
  const client = connect(server.port, "127.0.0.1");
  client.on("error", () => undefined);
  client.write(`GET ${path} HTTP/1.1\r\nHost: a\r\nX-Client: 203.0.${network}.7\r\n\r\n`);
  clients.push(client);
  return client;
}
const paths = () => inside.map(({ path }) => path);
const reach = (...expected: string[]) => expect.poll(paths).toEqual(expected);
const withCookie = (value: string) =>
  fetch(`${base}/mine`, { headers: { cookie: `a=b; ${COOKIE}=${value}`, "x-client": "203.0.1.7" } });
const newSession = (maxAge: number, secret = SECRET) =>
  encryptSession({ userId: randomUUID(), sessionId: randomUUID() }, { secret, maxAge });

it("lets two requests without a session run at once, and the next in order as they end", async () => {
  await start();
  for (const path of ["/1", "/2"]) send(path);
  await reach("/1", "/2");
  send("/3");
  // This request has its own connection, so it certainly arrives later.
  await fetch(`${base}/healthz`);
  send("/4");
  await fetch(`${base}/healthz`);
  await reach("/1", "/2");
  inside[0]?.response.end("one");
  await reach("/1", "/2", "/3");
  inside[1]?.response.end("two");
  await reach("/1", "/2", "/3", "/4");
});

it("lets a request with a session past all that wait, and takes no forged or expired cookie for one", async () => {
  await start({ waiting: 0 });
  for (const path of ["/1", "/2"]) send(path);
  await reach("/1", "/2");
  const mine = withCookie(await newSession(60));
  await reach("/1", "/2", "/mine");
  inside[2]?.response.end("mine");
  expect(await (await mine).text()).toBe("mine");
  for (const value of [await newSession(60, "another-secret"), await newSession(-60), "x", ""]) {
    expect((await withCookie(value)).status).toBe(429);
  }
});

it("refuses what cannot wait with a time to come back, one network before all others", async () => {
  await start();
  for (const path of ["/1", "/2", "/3", "/4"]) send(path);
  await reach("/1", "/2");
  const from = (network: number) => fetch(`${base}/5`, { headers: { "x-client": `203.0.${network}.7` } });
  const refused = await from(1);
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "1"]);
  expect(await refused.text()).toContain("Try again in 1 s");
  send("/other", 2);
  await fetch(`${base}/healthz`);
  expect((await from(3)).status).toBe(429);
  for (const { response } of inside.slice(0, 2)) response.end();
  await reach("/1", "/2", "/3", "/4");
  inside[2]?.response.end();
  await reach("/1", "/2", "/3", "/4", "/other");
});

it("forgets a sender who leaves, waiting or not", async () => {
  await start();
  const [first] = [send("/1"), send("/2")];
  await reach("/1", "/2");
  const leaving = send("/leaving");
  await fetch(`${base}/healthz`);
  send("/4");
  await fetch(`${base}/healthz`);
  leaving.destroy();
  await once(leaving, "close");
  await fetch(`${base}/healthz`);
  first?.destroy();
  await reach("/1", "/2", "/4");
});

it("runs no more than two in one turn of the event loop, however many have come", async () => {
  let turn = 0;
  let isOver = false;
  const countTurns = (): void => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  countTurns();
  const turns: number[] = [];
  await start({ waiting: 100, waitingPerNetwork: 100 }, (response) => {
    turns.push(turn);
    response.end();
  });
  await Promise.all(Array.from({ length: 60 }, () => fetch(`${base}/now`)));
  isOver = true;
  expect(turns).toHaveLength(60);
  const together = turns.map((one) => turns.filter((other) => other === one).length);
  expect(Math.max(...together)).toBeLessThanOrEqual(2);
});

it("makes room for others where an answer is not read", async () => {
  await start({ longestMs: 50 });
  for (const path of ["/1", "/2", "/3"]) send(path);
  await reach("/1", "/2", "/3");
});
