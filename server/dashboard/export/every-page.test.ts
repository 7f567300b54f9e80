import { expect, it } from "vitest";
import type { CallResult } from "../routing-client/call-result";
import { everyPage, type ServicePage } from "./every-page";

type PageResponse = CallResult<ServicePage<number>>;

const busy = (retryAfterSeconds: number): PageResponse => ({
  kind: "refused",
  refusal: { kind: "busy", retryAfterSeconds },
});
const away: PageResponse = { kind: "not_sent" };
const page = (items: number[], nextCursor: string | null): PageResponse => ({
  kind: "answered",
  value: { items, nextCursor },
});

async function read(
  responses: PageResponse[],
): Promise<{ items: number[]; cursors: (string | null)[]; waits: number[]; error: unknown }> {
  const seen = {
    items: [] as number[],
    cursors: [] as (string | null)[],
    waits: [] as number[],
    error: null as unknown,
  };
  try {
    const items = everyPage<number>(
      (cursor) => {
        seen.cursors.push(cursor);
        return Promise.resolve(responses.shift() ?? away);
      },
      {
        signal: new AbortController().signal,
        wait: (ms) => {
          seen.waits.push(ms);
          return Promise.resolve();
        },
      },
    );
    for await (const item of items) seen.items.push(item);
  } catch (error) {
    seen.error = error;
  }
  return seen;
}

it("reads page after page by the cursor of the one before", async () => {
  const seen = await read([page([1, 2], "a"), page([], "b"), page([3], null)]);
  expect(seen).toMatchObject({ items: [1, 2, 3], cursors: [null, "a", "b"], error: null });
});

it("waits as long as a busy service asks, and goes on with the same page", async () => {
  const seen = await read([page([1], "a"), busy(3), busy(1), page([2], null)]);
  expect(seen).toMatchObject({
    items: [1, 2],
    cursors: [null, "a", "a", "a"],
    waits: [3_000, 1_000],
    error: null,
  });
});

it("asks again a few times where no answer came, then gives up in words", async () => {
  expect(await read([away, page([1], null)])).toMatchObject({ items: [1], error: null });
  const seen = await read([page([1], "a")]);
  expect(seen.items).toEqual([1]);
  expect(seen.waits).toHaveLength(3);
  expect(seen.error).toMatchObject({ serviceError: { kind: "unavailable" } });
});

it("does not wait for a service that wants minutes, nor ask again with a refused key", async () => {
  expect((await read([busy(600)])).error).toMatchObject({
    serviceError: { kind: "busy", retryAfterSeconds: 600 },
  });
  const refused = await read([{ kind: "refused", refusal: { kind: "key_refused" } }]);
  expect(refused).toMatchObject({ waits: [], error: { serviceError: { kind: "key_refused" } } });
});

it("ends with the person who asked", async () => {
  const gone = new AbortController();
  const items = everyPage<number>(() => Promise.resolve(page([1], "more")), { signal: gone.signal });
  await items.next();
  gone.abort();
  await expect(items.next()).rejects.toMatchObject({ name: "AbortError" });
});
