import { expect, test } from "vitest";
import { createLogger } from "./log";
import { retryDuringOutage } from "./retry-during-outage";

const logger = createLogger("test", "silent");
const refused = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED" });

test("a step is repeated until the database answers", async () => {
  const outcomes = [Promise.reject(refused), Promise.reject(refused), Promise.resolve("done")];
  for (const outcome of outcomes) outcome.catch(() => undefined);
  expect(
    await retryDuringOutage(() => outcomes.shift() ?? Promise.reject(new Error("too often")), { logger }),
  ).toBe("done");
});

test("an outage that lasts longer than the limit, and any other error, ends it", async () => {
  await expect(retryDuringOutage(() => Promise.reject(refused), { logger, limitMs: 0 })).rejects.toBe(
    refused,
  );
  let tries = 0;
  const broken = (): Promise<never> => {
    tries += 1;
    return Promise.reject(new Error("a bug"));
  };
  await expect(retryDuringOutage(broken, { logger })).rejects.toThrow("a bug");
  expect(tries).toBe(1);
});
