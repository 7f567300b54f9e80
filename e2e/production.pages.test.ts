import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createPaydeckClient } from "../lib/client";
import { projectRoot } from "../server/platform/root";
import { type RunningPaydeck, startPaydeck } from "../tools/testing/running-paydeck";
import { openPage, type PageOverHttp, submitForm, words } from "./support/page-over-http";

/** `npm start -- --production` on a new folder; the sandbox's variables are set too, and do nothing. */
let paydeck: RunningPaydeck;
let session: { cookie: string; dashboardUrl: string };
beforeAll(async () => {
  paydeck = await startPaydeck({ MERCHANT_NAME: "Corner Shop" }, ["--production"]);
  session = { cookie: "", dashboardUrl: paydeck.dashboardUrl };
});
afterAll(() => paydeck.stop());

const formWith = (page: PageOverHttp, label: string): HTMLElement =>
  page.getByLabelText(label).closest("form") ?? page.getByRole("form");

test("a production start has no account of the sandbox, and shows none", async () => {
  for (const url of [paydeck.dashboardUrl, paydeck.routingUrl])
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  expect(paydeck.printed).not.toMatch(/(support|ops|finance|admin)@|password/i);
  const login = await openPage("/login", session);
  expect(login.text).not.toMatch(/sandbox|(support|ops|finance|admin)@/i);
  for (const email of ["finance@example.com", "admin@example.com"]) {
    const { page, cookie } = await submitForm(login, formWith(login, "Password"), {
      email,
      password: paydeck.password,
    });
    expect(words(page.getByRole("alert"))).toContain("Incorrect email or password");
    expect(cookie).not.toContain("session-token");
  }
});

test("the command that it prints gives the first admin a link, and they sign in and see no gateway", async () => {
  const command = paydeck.printed.split("\n").find((line) => line.includes("npm run admin")) ?? "";
  const { stdout } = await promisify(execFile)("sh", ["-ec", command.replace("you@", "asha@")], {
    cwd: projectRoot(),
    env: { NODE_ENV: "production", PATH: process.env.PATH },
  });
  const [, link = ""] = /^(http\S+)$/m.exec(stdout) ?? [];
  const welcome = await openPage(link, session);
  const accepted = await submitForm(welcome, formWith(welcome, "New password"), {
    password: "violet-tram-otter-42",
  });
  const admin = { ...session, cookie: accepted.cookie };
  const people = await openPage("/people", admin);
  expect(people.text).toContain("asha@example.com");
  expect(people.text).not.toMatch(/(support|ops|finance|admin)@/);
  expect((await openPage("/gateways", admin)).text).not.toMatch(/simulator/i);
});

test("nothing is routed to the simulator: it is not listed, no rule may name it, and a payment gets no link", async () => {
  const path = join(paydeck.env.DATA_DIR ?? "", "secrets.json");
  const { apiKey, apiSalt: salt } = JSON.parse(await readFile(path, "utf8")) as Record<string, string>;
  const client = createPaydeckClient({ baseUrl: paydeck.routingUrl, apiKey: apiKey ?? "", salt: salt ?? "" });
  expect(await client.ops("gateways.list", {})).toMatchObject({ kind: "answered", value: { gateways: [] } });
  expect(await client.ops("rules.current", {})).toMatchObject({ kind: "answered", value: { rules: [] } });
  const rule = {
    id: "all",
    name: "Everything",
    priority: 1,
    active: true,
    target: { kind: "gateway" as const, gateway: "simulator" },
  };
  const saved = await client.ops("rules.save", { expected_version: 1, rules: [rule] });
  expect(JSON.stringify(saved)).toContain("no gateway named");
  const payment = await client.initiatePayment({
    merchant_transaction_id: "ORDER-1",
    transaction_amount: "500.00",
    customer_details: { customer_phone: "9876543210" },
  });
  expect(payment).toMatchObject({ kind: "refused", refusal: { message: /rule/ } });
});
