import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { Worker } from "node:worker_threads";
import { afterAll, beforeAll, expect, it } from "vitest";
import { refuseBadRequest } from "./refuse-bad-request";

const server = createServer((_request, response) => response.end("read"));
server.on("clientError", (_error, socket) =>
  refuseBadRequest(socket, {
    status: "431 Request Header Fields Too Large",
    contentType: "text/plain",
    body: "",
  }),
);
let port: number;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => void server.close());

/** One in four is short, so that connections are kept. */
const REQUESTS = 4_000;

/**
 * The client runs in a separate thread, like a real one: on the server's own event loop it would always have read in
 * time.
 */
const CLIENT = `
  const { Agent, request } = require("node:http");
  const { parentPort, workerData: { port, requests } } = require("node:worker_threads");
  const agent = new Agent({ keepAlive: true, maxSockets: 8 });
  const seen = {};
  const note = (what) => (seen[what] = (seen[what] ?? 0) + 1);
  const ask = (turn) => new Promise((resolve) => {
    const path = "/" + (turn % 4 === 0 ? "" : "x".repeat(20_000 + (turn * 37) % 60_000));
    const method = turn % 3 === 0 ? "HEAD" : "GET";
    const sending = request({ agent, host: "127.0.0.1", port, path, method });
    sending.on("error", (error) => { note(error.message); resolve(); });
    sending.on("response", (response) => {
      response.resume();
      response.on("end", () => { note(response.statusCode); resolve(); });
    });
    sending.end();
  });
  let turn = 0;
  const lane = async () => { while (turn < requests) await ask(turn++); };
  Promise.all(Array.from({ length: 8 }, lane)).then(() => { agent.destroy(); parentPort.postMessage(seen); });
`;

it("a client that is still sending gets the refusal all the same", async () => {
  const client = new Worker(CLIENT, { eval: true, workerData: { port, requests: REQUESTS } });
  const [seen] = (await once(client, "message")) as unknown[];
  expect(seen).toEqual({ 200: REQUESTS / 4, 431: (REQUESTS * 3) / 4 });
});

it("a sender without an end is cut off", async () => {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined);
  const sending = setInterval(() => socket.writable && socket.write("x".repeat(60_000)), 50);
  socket.resume();
  await new Promise((resolve) => socket.once("close", resolve));
  clearInterval(sending);
});
