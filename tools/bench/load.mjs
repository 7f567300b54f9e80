import { connect } from "node:net";

/** On a very busy machine the service responds 503 occasionally; a higher share invalidates the measurement. */
const TOLERATED = 0.02;

/**
 * Runs callers that each send a request, wait for its response and send the next, for `seconds` or until `next` has
 * none left. On plain sockets, because a client library would use more of the machine than what it measures. A status
 * other than `expected` counts as an error; throws when there are many. Latencies in milliseconds.
 */
export async function runLoad({ port, callers, seconds, next, expected, tolerated = TOLERATED }) {
  const until = performance.now() + seconds * 1_000;
  const wanted = [expected].flat();
  const latencies = [];
  const odd = [];
  const call = async () => {
    const caller = await openCaller(port);
    try {
      for (let request = next(); request !== undefined && performance.now() < until; request = next()) {
        const startedAt = performance.now();
        const response = await caller.send(request);
        latencies.push(performance.now() - startedAt);
        if (!wanted.includes(response.status)) odd.push(response);
      }
    } finally {
      caller.close();
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: callers }, call));
  const elapsed = (performance.now() - startedAt) / 1_000;
  if (odd.length > latencies.length * tolerated) {
    throw new Error(`${odd.length} of ${latencies.length} answers are wrong: ${JSON.stringify(odd[0])}`);
  }
  return {
    requests: latencies.length,
    errors: odd.length,
    perSecond: latencies.length / elapsed,
    latencies,
    ...spread(latencies),
  };
}

/** Median and 99th percentile. */
export function spread(values) {
  const sorted = values.toSorted === undefined ? [...values].sort(ascending) : values.toSorted(ascending);
  const at = (part) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

const ascending = (a, b) => a - b;

export function median(values) {
  return spread(values).p50;
}

const HEAD_END = "\r\n\r\n";

/** One connection, with one request at a time. */
export async function openCaller(port) {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  await new Promise((resolve, reject) => socket.once("connect", resolve).once("error", reject));
  let received = Buffer.alloc(0);
  let settle = null;
  socket.on("data", (chunk) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
    const response = readResponse(received);
    if (response === null) return;
    received = Buffer.alloc(0);
    settle?.resolve(response);
  });
  const lost = () => settle?.reject(new Error("the connection was lost"));
  socket.on("error", lost).on("close", lost);
  return {
    send: (bytes) =>
      new Promise((resolve, reject) => {
        settle = { resolve, reject };
        socket.write(bytes);
      }),
    close: () => socket.destroy(),
  };
}

const LAST_CHUNK = "\r\n0\r\n\r\n";

/**
 * Null while it is incomplete. The service sends a content length; the dashboard sends chunks, whose text is ignored.
 */
function readResponse(bytes) {
  const headEnd = bytes.indexOf(HEAD_END);
  if (headEnd < 0) return null;
  const head = bytes.toString("latin1", 0, headEnd);
  if (/transfer-encoding: chunked/i.test(head)) {
    if (!bytes.subarray(-LAST_CHUNK.length).equals(Buffer.from(LAST_CHUNK))) return null;
    return { status: parseInt(head.slice(9, 12), 10), text: bytes.toString("utf8", headEnd) };
  }
  const [, length = "0"] = /content-length: (\d+)/i.exec(head) ?? [];
  const bodyStart = headEnd + HEAD_END.length;
  const bodyEnd = bodyStart + parseInt(length, 10);
  if (bytes.length < bodyEnd) return null;
  return { status: parseInt(head.slice(9, 12), 10), text: bytes.toString("utf8", bodyStart, bodyEnd) };
}
