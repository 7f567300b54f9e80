import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { E2E, stackFolder } from "../tools/testing/e2e-stack";
import { TraceReceiver } from "../tools/testing/trace-receiver";
import {
  type Action,
  actionsOfBuild,
  type DirectResponse,
  call,
  callAction,
  returned,
  Staff,
} from "./support/direct";
import { encodedForms } from "./support/encoded-forms";
import { startDashboardOn } from "./support/faulty-wire";
import { createPaidPayment, createPayment, type CreatedPayment } from "./support/merchant";
import { PAGES } from "./support/pages";

const staff = new Staff();
afterAll(() => staff.db.end());

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

const SECRETS = { key: E2E.apiKey, salt: E2E.apiSalt };

/** Plain, and in every encoding that code on the way may have used. */
const FORMS = Object.entries(SECRETS).flatMap(([name, secret]) =>
  encodedForms(secret).map((form) => ({ name, form })),
);

function secretsIn(text: string): string[] {
  return [...new Set(FORMS.filter(({ form }) => text.includes(form)).map(({ name }) => name))];
}

/** The secrets of this installation; passwords of people are not included, because browsers send those. */
function ownSecrets(): Record<string, string> {
  const read = (name: string): Record<string, string> =>
    JSON.parse(readFileSync(join(stackFolder(), name), "utf8")) as Record<string, string>;
  const { superuserPassword, routingPassword, dashboardPassword, routingSaltKey, nextAuthSecret } =
    read("secrets.json");
  return Object.fromEntries(
    Object.entries({
      superuserPassword,
      routingPassword,
      dashboardPassword,
      routingSaltKey,
      nextAuthSecret,
    }).map(([name, value]) => [name, value ?? `there is no ${name}`]),
  );
}

/** Every row of every table, as in a dump; binary columns appear as hexadecimal. */
async function dumpOf(databaseUrl: string): Promise<{ table: string; text: string }[]> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema')`,
    );
    const dumped: { table: string; text: string }[] = [];
    for (const { name } of tables) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t`);
      dumped.push({ table: name, text: rows.map(({ row }) => row).join("\n") });
    }
    return dumped;
  } finally {
    await client.end();
  }
}

/** What a person and a thief of their session can receive: every page, what actions and route handlers answer, and the cookies. */
test("the key and the salt are in nothing that the dashboard sends to a browser (failure 37)", async () => {
  const sent: { what: string; text: string }[] = [];
  const keep = (what: string, { status, text, headers }: DirectResponse): void => {
    expect(status, what).toBeLessThan(400);
    sent.push({ what, text: `${JSON.stringify([...headers])}\n${text}` });
  };
  const open = await createPayment("12.00");
  const cookie = await staff.as("finance");
  keep("the sign-in", await signInByForm());
  keep(
    "a cancellation",
    await callAction(actionNamed("cancelPaymentAction"), cookie, { input: cancelOf(open) }),
  );
  const { refundId, response } = await refundPaid(cookie);
  keep("a refund", response);

  const admin = await staff.as("admin");
  const pages = [
    ...PAGES,
    `/payments/${open.transaction_id}`,
    `/refunds/${refundId}`,
    "/payments?reference=a%7Cb",
  ];
  const handlers = [`/api/payments/${open.transaction_id}`, `/api/refunds/${refundId}`];
  for (const path of [...pages, ...handlers]) keep(path, await call(path, { headers: { cookie: admin } }));

  expect(sent.length).toBeGreaterThan(30);
  for (const { what, text } of sent) expect(secretsIn(text), what).toEqual([]);
});

test("they are in no trace that the dashboard sends (failure 37)", async () => {
  const collector = new TraceReceiver();
  const dashboard = await startDashboardOn(E2E.routingUrl, {
    OTEL_EXPORTER_OTLP_ENDPOINT: await collector.start(),
    OTEL_BSP_SCHEDULE_DELAY: "200",
  });
  const people = new Staff(dashboard);
  try {
    await refundPaid(await people.as("finance"), dashboard.url);
    await expect.poll(() => collector.spans.some(({ name }) => name.includes("POST"))).toBe(true);
    expect(secretsIn(collector.received)).toEqual([]);
    expect(collector.received).not.toContain(E2E.password);
  } finally {
    await people.db.end();
    await dashboard.stop();
    collector.stop();
  }
});

function actionNamed(name: string): Action {
  const action = actionsOfBuild().find((one) => one.name === name);
  if (action === undefined) throw new Error(`the build has no ${name}`);
  return action;
}

const cancelOf = (payment: CreatedPayment) => ({
  reference: payment.merchant_transaction_id,
  transactionId: payment.transaction_id,
});

function signInByForm(): Promise<DirectResponse> {
  const form = { email: "finance@example.com", password: E2E.password };
  return callAction(actionNamed("signInAction"), "", { form });
}

/** A refund of a payment that is paid, as the dialog requests it. */
async function refundPaid(
  cookie: string,
  dashboardUrl = E2E.dashboardUrl,
): Promise<{ refundId: string; response: DirectResponse }> {
  const paid = await createPaidPayment("34.00");
  const input = {
    ...cancelOf(paid),
    intentId: randomUUID(),
    amount: "34.00",
    reason: "",
    reasonCode: null,
    isApprovalExpected: false,
  };
  const { id, page } = actionNamed("requestRefundAction");
  const response = await callAction(
    { id, name: "", page: `${dashboardUrl}${page}` },
    cookie,
    { input },
    {
      origin: dashboardUrl,
    },
  );
  const { kind, refundId = "" } = JSON.parse(returned(response)) as { kind: string; refundId?: string };
  expect(kind).toBe("accepted");
  return { refundId, response };
}

test("they are in no bundle of the product, and the salt's variable is named in none that goes to browsers", () => {
  const built = [...filesBelow(".next/static"), ...filesBelow(".next/server"), ...filesBelow("dist")];
  // The tools' own programs start the stack of these tests.
  const product = built.filter((path) => !path.startsWith(join("dist", "tools")));
  expect(product.length).toBeGreaterThan(20);
  for (const path of product) expect(secretsIn(readFileSync(path, "latin1")), path).toEqual([]);
  for (const path of filesBelow(".next/static")) {
    expect(readFileSync(path, "latin1").includes("ROUTING_API_SALT"), path).toBe(false);
  }
});

test("they are in none of the logs, nor is any other secret of the installation", () => {
  const logs = filesBelow(join(stackFolder(), "logs"));
  expect(logs.length).toBeGreaterThanOrEqual(3);
  for (const path of logs) {
    const text = readFileSync(path, "latin1");
    expect(secretsIn(text), path).toEqual([]);
    for (const [name, secret] of Object.entries(ownSecrets())) {
      expect(text.includes(secret), `${name} in ${path}`).toBe(false);
    }
  }
});

test("a dump of both databases contains the salt in no encoding, and the dashboard's contains no key either", async () => {
  const running = JSON.parse(readFileSync(join(stackFolder(), "running.json"), "utf8")) as {
    routingDatabaseUrl: string;
    dashboardDatabaseUrl: string;
  };
  const [routing, dashboard] = await Promise.all([
    dumpOf(running.routingDatabaseUrl),
    dumpOf(running.dashboardDatabaseUrl),
  ]);
  // Proves that the search works: the service looks up callers by this key.
  expect(routing.some(({ text }) => secretsIn(text).includes("key"))).toBe(true);
  for (const { table, text } of routing) expect(secretsIn(text), table).not.toContain("salt");
  for (const { table, text } of dashboard) expect(secretsIn(text), table).toEqual([]);
  for (const { table, text } of [...routing, ...dashboard]) {
    for (const [name, secret] of Object.entries(ownSecrets())) {
      expect(text.includes(secret), `${name} in ${table}`).toBe(false);
    }
  }
});

test("they are in no metric, no description, and no refusal of the service", async () => {
  const wrong = { "content-type": "application/json", "x-api-key": E2E.apiKey, hash: "0".repeat(64) };
  const body = JSON.stringify({ merchant_transaction_id: "a" });
  const responses = await Promise.all([
    fetch(`${E2E.routingUrl}/metrics`),
    fetch(`${E2E.dashboardUrl}/metrics`),
    fetch(`${E2E.routingUrl}/openapi.json`),
    fetch(`${E2E.routingUrl}/docs`),
    fetch(`${E2E.routingUrl}/v1/route/transaction-status`, { method: "POST", headers: wrong, body }),
    fetch(`${E2E.routingUrl}/v1/route/transaction-status`, { method: "POST", headers: wrong, body: "{" }),
    fetch(`${E2E.routingUrl}/v1/ops/payments/search`, { method: "POST", headers: wrong, body }),
    fetch(`${E2E.routingUrl}/nowhere`, { headers: wrong }),
    fetch(`${E2E.dashboardUrl}/nowhere`),
    fetch(`${E2E.dashboardUrl}/api/auth/session`),
    fetch(`${E2E.dashboardUrl}/api/auth/providers`),
  ]);
  for (const response of responses) {
    const text = `${JSON.stringify([...response.headers])}\n${await response.text()}`;
    expect(secretsIn(text), response.url).toEqual([]);
    for (const [name, secret] of Object.entries(ownSecrets())) {
      expect(text.includes(secret), `${name} in ${response.url}`).toBe(false);
    }
  }
});

test("the search finds a secret in each encoding, wherever it begins", () => {
  const { salt } = SECRETS;
  for (const before of ["", "a", "ab", "abc"]) {
    const text = `${before}${salt}&x`;
    for (const encoded of [
      text,
      Buffer.from(text).toString("base64"),
      Buffer.from(text).toString("base64url"),
      Buffer.from(text).toString("hex"),
      Buffer.from(text).toString("hex").toUpperCase(),
      [...text].map((letter) => `%${letter.charCodeAt(0).toString(16)}`).join(""),
      Buffer.from(text, "utf16le").toString("latin1"),
    ]) {
      expect(secretsIn(encoded), encoded).toEqual(["salt"]);
    }
  }
});
