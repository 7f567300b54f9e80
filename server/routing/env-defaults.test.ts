import { expect, test } from "vitest";
import { wrongDefaults } from "@/tools/checks/configuration-table";
import { readRoutingEnv } from "./env";

test("the numbers that docs/configuration.md gives are the service's defaults", () => {
  const env = readRoutingEnv({
    NODE_ENV: "test",
    ROUTING_DATABASE_URL: "postgres://localhost/test",
    ROUTING_SALT_KEY: Buffer.alloc(32, "test-salt-key").toString("base64"),
  });
  expect(Object.values(env).filter((value) => typeof value === "number").length).toBeGreaterThan(20);
  expect(wrongDefaults(env)).toEqual([]);
});
