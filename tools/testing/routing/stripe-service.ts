import { rule, saveRules } from "./rules";
import { startStripeDouble, type StripeDouble, TEST_STRIPE } from "./stripe-double";
import { startTestService, type TestService, type TestServiceProcess } from "./service";

/** A service whose payments all go to the Stripe double: one vendor, on whose own page the customer chooses. */
export async function startStripeService(
  env: Record<string, string> = {},
): Promise<{ service: TestServiceProcess; stripe: StripeDouble; stop: () => Promise<void> }> {
  const stripe = await startStripeDouble();
  const service = await startTestService({
    STRIPE_SECRET_KEY: TEST_STRIPE.secretKey,
    STRIPE_WEBHOOK_SECRET: TEST_STRIPE.webhookSecret,
    STRIPE_API_BASE: stripe.url,
    GATEWAY_TIME_LIMIT_MS: "1000",
    ...env,
  });
  await saveRules(service.merchant, [rule("stripe", { target: { kind: "gateway", gateway: "stripe" } })]);
  return {
    service,
    stripe,
    async stop() {
      await service.stop();
      await stripe.close();
    },
  };
}

/** The session of a payment, as stored by the service. */
export async function sessionOf(service: TestService, paymentId: string): Promise<string> {
  const { rows } = await service.db.query<{ gateway_checkout_id: string | null }>(
    `select gateway_checkout_id from payments where id = $1`,
    [paymentId],
  );
  const id = rows[0]?.gateway_checkout_id;
  if (id === null || id === undefined) throw new Error(`payment ${paymentId} has no session`);
  return id;
}

/** The statuses of a reference's records, newest first. */
export async function statusesOf(service: TestService, reference: string): Promise<string[]> {
  const { json } = await service.merchant.status(reference);
  return (json as { transaction_status: string }[]).map((record) => record.transaction_status);
}
