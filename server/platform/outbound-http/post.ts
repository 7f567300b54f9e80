import { type IncomingMessage, request as httpRequest } from "node:http";
import type { Socket } from "node:net";
import type { Exchanged } from "./exchanged";
import { codeOf, Unanswered } from "./unanswered";

const MAX_BODY_BYTES = 4 * 1024;
const MAX_HEADER_BYTES = 8 * 1024;

type Answered = Extract<Exchanged, { kind: "answered" }>;

/**
 * Sends one POST over an open connection and reads the beginning of the response. Redirects are not followed and count
 * as responses. The status decides as soon as it arrives; a body that does not end in time is cut.
 */
export function post(
  socket: Socket,
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      createConnection: () => socket,
      method: "POST",
      path: `${url.pathname}${url.search}`,
      headers: { ...headers },
      setHost: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    // A response whose body is being read resolves with what has arrived; rejecting a settled promise does nothing.
    const fail = (failure: Unanswered): void => {
      socket.destroy();
      reject(failure);
    };
    const onAbort = (): void => fail(new Unanswered("timed_out", "No answer came in time."));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    request.once("close", () => signal.removeEventListener("abort", onAbort));
    request.on("response", (response) => {
      signal.removeEventListener("abort", onAbort);
      readBeginning(response, signal).then((read) => {
        socket.destroy();
        resolve({
          kind: "answered",
          status: response.statusCode ?? 0,
          headers: headersOf(response),
          ...read,
        });
      }, reject);
    });
    request.on("upgrade", () =>
      fail(new Unanswered("invalid_response", "The receiver changed the protocol.")),
    );
    request.on("error", (error) => {
      const isParseError = codeOf(error).startsWith("HPE_");
      fail(
        isParseError
          ? new Unanswered("invalid_response", `The answer is not HTTP: ${codeOf(error)}.`)
          : new Unanswered("connection_failed", `The connection ended before an answer: ${codeOf(error)}.`),
      );
    });
    request.end(body);
  });
}

async function readBeginning(
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<{ body: string; bodyIsCut: boolean }> {
  const chunks: Buffer[] = [];
  let size = 0;
  const cut = (): void => void response.destroy();
  signal.addEventListener("abort", cut, { once: true });
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > MAX_BODY_BYTES) break;
    }
  } catch {
    return { body: textOf(chunks), bodyIsCut: true };
  } finally {
    signal.removeEventListener("abort", cut);
  }
  return { body: textOf(chunks), bodyIsCut: size > MAX_BODY_BYTES || !response.complete };
}

/** Decodes text for the log: invalid UTF-8 is replaced, and so is NUL, which Postgres cannot store. */
function textOf(chunks: readonly Buffer[]): string {
  const bytes = Buffer.concat(chunks).subarray(0, MAX_BODY_BYTES);
  return new TextDecoder().decode(bytes).replaceAll("\0", "\uFFFD");
}

function headersOf(response: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}
