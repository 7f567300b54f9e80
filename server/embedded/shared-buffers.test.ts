import { expect, it } from "vitest";
import { sharedBuffers } from "./shared-buffers";

const GB = 1024 ** 3;

it.each([
  [GB, "128MB"],
  [16 * GB, "256MB"],
  [24.5 * GB, "392MB"],
  [256 * GB, "512MB"],
])("with %i bytes of memory Postgres caches %s", (bytes, cache) => {
  expect(sharedBuffers(bytes)).toBe(cache);
});

it("this machine's memory gives a cache within those bounds", () => {
  expect(sharedBuffers()).toMatch(/^([1-5]\d\d)MB$/);
});
