import { expect, test } from "vitest";
import { ALWAYS_ALLOWED, PERMISSIONS } from "../can";
import { PERMISSION_GROUPS } from "./permission-groups";

test("the form of a role offers each permission once, so a new one is not forgotten there", () => {
  const offered = Object.values(PERMISSION_GROUPS).flat();
  expect([...offered, ALWAYS_ALLOWED].sort()).toEqual([...PERMISSIONS].sort());
});
