import { expect, test } from "vitest";
import { wordsOf } from "@/server/checks/commands/documented";
import { readCellsArguments } from "./cells-arguments";

const read = (line: string): unknown => {
  const result = readCellsArguments(line.split(" ").filter((word) => word !== ""));
  return result.ok ? result.value : "usage";
};

test("each command is read with its options", () => {
  expect(read("list")).toEqual({ verb: "list" });
  expect(read("name eu-1 --number 12")).toEqual({ verb: "name", name: "eu-1", number: 12 });
  expect(read("map routes.conf --every 5 --nginx-pid nginx.pid")).toEqual({
    verb: "map",
    file: "routes.conf",
    nginxPid: "nginx.pid",
    everySeconds: 5,
  });
  expect(read("move --merchant 7 --from a --to b --map routes.conf --nginx-pid nginx.pid")).toEqual({
    verb: "move",
    merchantId: 7,
    from: "a",
    to: "b",
    hasSameAccounts: false,
    map: { file: "routes.conf", nginxPid: "nginx.pid" },
  });
  expect(read("stay --merchant 7 --at a")).toEqual({ verb: "stay", merchantId: 7, at: "a" });
  expect(read("clear --merchant 7 --from a")).toEqual({ verb: "clear", merchantId: 7, from: "a" });
});

test.each([
  "",
  "lists",
  "list --at a",
  "name",
  "name A --number 1",
  "name a",
  "name a --number 999",
  "name a --number 1 --at b",
  "map",
  "map routes.conf --every 0",
  "map routes.conf --every x",
  "move --merchant 7 --from a",
  "move --merchant x --from a --to b",
  "move --merchant 0 --from a --to b",
  "move --merchant 7 --from a --to b --nginx-pid nginx.pid",
  "stay --merchant 7",
  "stay --merchant 7 --at a --same-accounts",
  "clear --merchant 7 --from a --to b",
  "clear 7 --from a",
  "move --unknown",
])("%s is a mistake that shows the usage", (line) => {
  expect(read(line)).toBe("usage");
});

test("the commands of the documents are read", () => {
  const calls = wordsOf("cells", { ID: "7", FILE: "routes.conf" });
  expect(calls.length).toBeGreaterThan(4);
  // A sentence may name the command alone.
  for (const words of calls.filter(({ length }) => length > 0))
    expect([words, readCellsArguments(words).ok]).toEqual([words, true]);
});
