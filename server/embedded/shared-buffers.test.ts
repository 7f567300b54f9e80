import { expect, it } from "vitest";
import { sharedBuffers } from "./shared-buffers";

const GB = 1024 ** 3;

it.each([
  [GB, "128MB"],
  [8 * GB, "256MB"],
  [16.5 * GB, "528MB"],
  [256 * GB, "1024MB"],
])("with %i bytes of memory Postgres caches %s", (bytes, cache) => {
  expect(sharedBuffers(bytes)).toBe(cache);
});

it("this machine's memory gives a cache within those bounds", () => {
  expect(sharedBuffers()).toMatch(/^(1024|[1-9]\d\d)MB$/);
});
