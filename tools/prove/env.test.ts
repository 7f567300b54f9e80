import { expect, test } from "vitest";
import { citusUrls } from "./env";

test("the nodes of a Citus are those that are named, the coordinator first, and none by default", () => {
  expect(citusUrls({ NODE_ENV: "test" })).toEqual([]);
  expect(citusUrls({ NODE_ENV: "test", PAYDECK_PROVE_CITUS: "" })).toEqual([]);
  expect(
    citusUrls({ NODE_ENV: "test", PAYDECK_PROVE_CITUS: "postgres://c/postgres  postgres://n/postgres" }),
  ).toEqual(["postgres://c/postgres", "postgres://n/postgres"]);
});
