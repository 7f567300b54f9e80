import { expect, test } from "vitest";
import { readStartEnv } from "./env";

const NOTHING = { NODE_ENV: "test" } as const;

test("every variable may be left out, and an empty one counts as left out", () => {
  const env = readStartEnv({ ...NOTHING, PORT: "", ROUTING_BASE_URL: "" });
  expect(env).toMatchObject({ port: 3000, host: "127.0.0.1", routingPort: 4000, foreignService: null });
  expect(env.folder).toMatch(/\/\.data$/);
});

test("each variable at fault gets one line that says what to set, and no line repeats a value", () => {
  const faulty = {
    PORT: "70000",
    ROUTING_PORT: "4000x",
    ROUTING_DATABASE_URL: "mysql://user:hunter2@db/x",
    ROUTING_SALT_KEY: "hunter2",
    SIMULATOR_REFUND_MS: "-1",
  };
  const lines = faultsOf(faulty);
  expect(lines.map((line) => line.split(" ")[0])).toEqual(Object.keys(faulty).sort(byDeclaration));
  expect(lines.join("\n")).not.toContain("hunter2");
  expect(lines[0]).toBe("PORT is not usable. Set it to a port number from 1 to 65535, or leave it out.");
});

test("another service needs its address, key and salt together", () => {
  expect(faultsOf({ ROUTING_BASE_URL: "https://pay.example" })[0]).toContain(
    "set ROUTING_API_KEY and ROUTING_API_SALT too",
  );
  expect(faultsOf({ ROUTING_API_SALT: "salt" })[0]).toContain("set ROUTING_BASE_URL and ROUTING_API_KEY too");
  const whole = { ROUTING_BASE_URL: "https://pay.example", ROUTING_API_KEY: "key", ROUTING_API_SALT: "salt" };
  expect(readStartEnv({ ...NOTHING, ...whole }).foreignService).toEqual({
    baseUrl: "https://pay.example",
    apiKey: "key",
    apiSalt: "salt",
  });
});

test("the two systems cannot share a database", () => {
  const url = "postgres://paydeck@db/paydeck";
  expect(faultsOf({ ROUTING_DATABASE_URL: url, DASHBOARD_DATABASE_URL: url })).toEqual([
    "ROUTING_DATABASE_URL and DASHBOARD_DATABASE_URL are the same. Set one of them to another database.",
  ]);
});

test("the two systems cannot share a port, unless only one of them runs here", () => {
  expect(faultsOf({ PORT: "4000" })).toEqual([
    "PORT and ROUTING_PORT are both 4000. Set one of them to another port.",
  ]);
  const elsewhere = {
    ROUTING_BASE_URL: "https://pay.example",
    ROUTING_API_KEY: "key",
    ROUTING_API_SALT: "salt",
  };
  expect(readStartEnv({ ...NOTHING, ...elsewhere, PORT: "4000" }).port).toBe(4000);
});

test("a start for real money refuses a simulator that is set", () => {
  for (const SIMULATOR of ["on", "off"]) {
    const read = () => readStartEnv({ ...NOTHING, SIMULATOR }, { isProduction: true });
    expect(read).toThrow("SIMULATOR is set, and a start with --production has no simulator. Leave it out.");
  }
  expect(readStartEnv({ ...NOTHING, SIMULATOR: "none" }, { isProduction: true }).isProduction).toBe(true);
});

function faultsOf(variables: Record<string, string>): string[] {
  try {
    readStartEnv({ ...NOTHING, ...variables });
  } catch (error) {
    if (error instanceof Error) return error.message.split("\n");
  }
  return [];
}

function byDeclaration(a: string, b: string): number {
  const order = ["PORT", "ROUTING_PORT", "ROUTING_DATABASE_URL", "ROUTING_SALT_KEY", "SIMULATOR_REFUND_MS"];
  return order.indexOf(a) - order.indexOf(b);
}
