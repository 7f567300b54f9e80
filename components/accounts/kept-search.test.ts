import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { discardKept, HANDED_KEY, SEARCH_KEY } from "./kept-keys";
import { discardSearch, keepSearch, keptSearch } from "./kept-search";

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("the lines of a search are there again, as often as the page is opened", () => {
  keepSearch("asha", ["ORD-1", "TXN2026112111795251200000", "ORD 2"]);
  for (let opened = 0; opened < 2; opened += 1)
    expect(keptSearch("asha")).toEqual({
      lines: ["ORD-1", "TXN2026112111795251200000", "ORD 2"],
      leftOut: 0,
    });
  keepSearch("asha", ["ORD-3"]);
  expect(keptSearch("asha")).toEqual({ lines: ["ORD-3"], leftOut: 0 });
});

test.each([
  "asha@example.com",
  "Asha <asha@example.com>",
  "98765 43210",
  "+91 98765-43210",
  "Mob.9876543210",
])("what may be a contact is not kept, only that there was one: %s", (contact) => {
  keepSearch("asha", ["ORD-1", contact]);
  expect(keptSearch("asha")).toEqual({ lines: ["ORD-1"], leftOut: 1 });
  expect([...stored.values()].join()).not.toMatch(/asha@|98765/);
  keepSearch("asha", [contact]);
  expect(keptSearch("asha")).toEqual({ lines: [], leftOut: 1 });
});

test("nobody else gets the lines, and they are gone then", () => {
  keepSearch("asha", ["ORD-1"]);
  expect(keptSearch("farah")).toBeNull();
  expect(stored.size).toBe(0);
});

test.each([
  "ORD-1",
  "null",
  "[]",
  '{"personId":"asha"}',
  '{"personId":"asha","lines":["ORD-1",2],"leftOut":0}',
  '{"personId":"asha","lines":["asha@example.com"],"leftOut":0}',
])("what another version or somebody else wrote is not looked up: %s", (text) => {
  stored.set(SEARCH_KEY, text);
  expect(keptSearch("asha")).toBeNull();
});

test("they are discarded by a search without lines, and with what was handed over at sign-in and sign-out", () => {
  keepSearch("asha", ["ORD-1"]);
  discardSearch();
  expect(stored.size).toBe(0);
  keepSearch("asha", ["ORD-1"]);
  stored.set(HANDED_KEY, "{}");
  discardKept();
  expect(stored.size).toBe(0);
});

test("without storage nothing is kept, and nothing fails", () => {
  vi.stubGlobal("sessionStorage", undefined);
  keepSearch("asha", ["ORD-1"]);
  discardSearch();
  discardKept();
  expect(keptSearch("asha")).toBeNull();
});
