import { spawn } from "node:child_process";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectRoot } from "@/server/platform/root";
import { runGatewayCheck } from "./gateway-check-command";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "@/tools/testing/routing/stripe-double";

let stripe: StripeDouble;
beforeAll(async () => {
  stripe = await startStripeDouble();
});
afterAll(() => stripe.close());

type Ended = { code: number | null; output: string; errors: string };

function run(
  args: string[],
  env: Record<string, string>,
  onOutput: (text: string) => void = () => undefined,
): Promise<Ended> {
  const child = spawn(process.execPath, [join(projectRoot(), "dist/gateway-check.js"), ...args], {
    env: { PATH: process.env.PATH, NODE_ENV: "test", ...env },
  });
  let [output, errors] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    onOutput(output);
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  return new Promise((resolve) => child.once("close", (code) => resolve({ code, output, errors })));
}
const credentials = (): Record<string, string> => ({
  STRIPE_SECRET_KEY: TEST_STRIPE.secretKey,
  STRIPE_WEBHOOK_SECRET: TEST_STRIPE.webhookSecret,
  STRIPE_API_BASE: stripe.url,
});

test("npm run gateway:check pays, refunds, closes and listens, and says that it runs against a double", async () => {
  let isPaid = false;
  const ended = await run(["stripe", "--listen", "0", "--minutes", "1"], credentials(), (output) => {
    const session = /\/c\/pay\/(\S+)/.exec(output)?.[1];
    const port = /127\.0\.0\.1:(\d+)\. Let the vendor/.exec(output)?.[1];
    if (isPaid || session === undefined || port === undefined) return;
    isPaid = true;
    stripe.pay(session);
    const object = stripe.sessions.get(session) ?? {};
    void stripe.deliver(`http://127.0.0.1:${port}/`, "checkout.session.completed", object);
  });
  expect(ended.errors).toBe("");
  expect(ended.output).toContain("If it is a double, what follows says nothing about the vendor.");
  expect(ended.output).toMatch(/ok +pay: INR 10\.00, charge pi_/);
  expect(ended.output).toMatch(/ok +refund the rest: INR 5\.00/);
  expect(ended.output).toMatch(/ok +receive notifications: 1 of the payment/);
  expect(ended.output).toContain("Nothing failed.");
  expect(ended.code).toBe(0);
  expect([...stripe.refunds.values()].map(({ amount }) => amount)).toEqual([500, 500]);
});

test.each<[string, string[], Record<string, string>, RegExp]>([
  ["without a vendor", [], {}, /^Usage: npm run gateway:check -- VENDOR/],
  ["with an option that is not there", ["stripe", "--all", "1"], {}, /^Usage:/],
  ["with an amount that is none", ["stripe", "--amount", "1e3"], {}, /^Usage:/],
  ["of a vendor that is not configured", ["paypal"], {}, /^paypal is not configured/],
  ["of half a configuration", ["paypal"], { PAYPAL_CLIENT_ID: "x" }, /PAYPAL_CLIENT_SECRET is missing/],
  [
    "with live credentials",
    ["stripe"],
    { STRIPE_SECRET_KEY: "sk_live_x", STRIPE_WEBHOOK_SECRET: "whsec_x" },
    /^These are live credentials: money would move\./,
  ],
  [
    "with PayPal's live environment, which is the default",
    ["paypal"],
    { PAYPAL_CLIENT_ID: "x", PAYPAL_CLIENT_SECRET: "test_x", PAYPAL_WEBHOOK_ID: "W" },
    /^These are live credentials/,
  ],
  [
    "with Cashfree's live environment, which is the default",
    ["cashfree"],
    { CASHFREE_CLIENT_ID: "x", CASHFREE_CLIENT_SECRET: "test_x" },
    /^These are live credentials/,
  ],
])("%s it calls nobody, and says why", async (_, args, env, words) => {
  const calls = stripe.requests.length;
  const said: string[] = [];
  const say = (text: string): void => void said.push(text);
  const refused = runGatewayCheck(args, { environment: { NODE_ENV: "test", ...env }, say });
  await expect(refused).rejects.toThrow(words);
  await expect(refused).rejects.not.toThrow("sk_live_x");
  expect([said, stripe.requests.length]).toEqual([[], calls]);
});

test("a refusal is all that the program prints, and its exit code is 2", async () => {
  expect(await run(["stripe", "--all", "1"], {})).toEqual({
    code: 2,
    output: "",
    errors: expect.stringMatching(/^Usage: npm run gateway:check/) as string,
  });
});
