import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ENDPOINTS } from "@/lib/contract/endpoints";
import { OPS } from "@/lib/contract/ops";
import { formatPaise } from "@/lib/money";
import type { Proof, ProofContext } from "../proof";
import { launchDashboard, planDashboard } from "../stack/dashboard";
import { type FaultyWire, openFaultyWire, WIRE_FAULTS, type WireFault } from "../stack/faulty-wire";
import { groupBy } from "../stack/group-by";
import { createPaidPayment, merchantOf } from "../stack/merchant";
import { openRows } from "../stack/rows";
import { named, type ProofService, startService } from "../stack/service";
import { sideBySide } from "../stack/side-by-side";
import { signInStaff, type Staff } from "../stack/staff";
import { type Intent, checkWire, type LostForm } from "./check-wire";

type WireSize = { lostResponses: number };

const REFUND_PATH = ENDPOINTS.refund_initiate.path;
const TIMEOUT_MS = 3_000;
/** On each of the two wires. */
const FORMS_AT_ONCE = 4;
const RESOLVE_LIMIT_MS = 600_000;
/** The probability that a retried refund meets the fault once more before it passes. */
const LOST_AGAIN = 0.15;
const PAID_PAISE = 50_000n;
const PARTS = [100n, 12_345n, 50_000n] as const;

/** Failures 3, 7 and 8, with every fault that a connection can have. */
export const wire: Proof<WireSize> = {
  name: "wire",
  title: "Wire",
  clause:
    "A refund whose answer is lost is unknown: reserved, never sent again blindly, and brought to the truth.",
  short: { lostResponses: 24 },
  long: { lostResponses: 2_000 },
  async run(ctx) {
    const service = await startService(ctx, { SIMULATOR_REFUND_MS: "200" });
    const each = Math.ceil(ctx.size.lostResponses / 2);
    const outcomes = await Promise.all([
      loseResponses(ctx, service, { name: "keyed", mayResend: true, count: each }),
      loseResponses(ctx, service, { name: "unkeyed", mayResend: false, count: each }),
    ]);
    const calls = outcomes.flatMap((outcome) => outcome.calls);
    const lost = groupBy(calls, ({ fault }) => fault);
    return {
      figures: {
        refundsWithLostResponse: lostOf(outcomes[0]) + lostOf(outcomes[1]),
        ofWhichWithoutIdempotency: lostOf(outcomes[1]),
        callsOnTheWire: calls.length,
        ...Object.fromEntries(WIRE_FAULTS.map((fault) => [fault, lost.get(fault)?.length ?? 0])),
      },
      anomalies: outcomes.flatMap((outcome) => checkWire(outcome)),
    };
  },
};

function lostOf({ forms }: { forms: readonly LostForm[] }): number {
  return forms.filter(({ response }) => response === "unknown").length;
}

type Wanted = { name: string; mayResend: boolean; count: number };

/** A separate dashboard and wire, and one form after the other whose first response is lost. */
async function loseResponses(ctx: ProofContext<WireSize>, service: ProofService, wanted: Wanted) {
  const random = ctx.random.fork(wanted.name);
  const faults = new Map<string, WireFault>();
  const met = new Set<string>();
  const line = await openFaultyWire(service.baseUrl, {
    lateMs: TIMEOUT_MS * 2,
    faultOf: ({ path, key }) => {
      const fault = path === REFUND_PATH && key !== null ? faults.get(key) : undefined;
      if (fault === undefined || key === null) return null;
      if (met.has(key) && !random.chance(LOST_AGAIN)) return null;
      met.add(key);
      return fault;
    },
    ...(wanted.mayResend ? {} : { rewrite: withoutIdempotency }),
  });
  ctx.onEnd(() => line.close());
  const { staff, databaseUrl } = await startDesk(ctx, service, line, wanted.name);

  const merchant = merchantOf(service);
  const submitted: { transactionId: string; first: Submitted; second: Submitted | null }[] = [];
  const indexes = Array.from({ length: wanted.count }, (_, index) => index);
  await sideBySide(indexes, { atOnce: FORMS_AT_ONCE, hasTime: ctx.hasTime }, async (index) => {
    const draw = random.fork(`form ${index}`);
    const reference = `WIRE-${wanted.name}-${ctx.seed}-${index}`;
    const payment = await createPaidPayment(merchant, { reference, amount: formatPaise(PAID_PAISE) });
    // Without the key, only an hour's wait shows whether a request arrived: a test of the job covers that.
    const possible = WIRE_FAULTS.filter((fault) => wanted.mayResend || fault !== "cut_request");
    const intentId = randomUUID();
    faults.set(intentId, possible[index % possible.length] ?? "cut_response");
    const submit = (id: string, reason: string): Promise<Submitted> =>
      submitForm(staff, { ...payment, intentId: id, amount: formatPaise(draw.pick(PARTS)), reason });
    const first = await submit(intentId, `Lost ${intentId}`);
    const second = draw.chance(0.5) ? await submit(randomUUID(), "Once more") : null;
    submitted.push({ transactionId: payment.transactionId, first, second });
    if (index % 100 === 99) ctx.log(`${wanted.name}: ${index + 1} answers lost`);
  });

  const desk = openRows(databaseUrl);
  const books = openRows(named(service.databaseUrl, "prove"));
  ctx.onEnd(() => desk.end());
  ctx.onEnd(() => books.end());
  await waitForResolution(desk);
  const { rows: intents } = await desk.query<Intent>(
    `select i.id, i.state, i.refund_id as "refundId", i.requested_at as "requestedAt", i.answered_at as "answeredAt",
       array(select a.action from audit_log a where a.subject_id = i.id::text order by a.id) as audit
     from refund_intents i`,
  );
  const { rows: refunds } = await books.query<{ id: string; paymentId: string }>(
    `select id, payment_id as "paymentId" from refunds`,
  );
  const ofPayment = groupBy(refunds, ({ paymentId }) => paymentId);
  const byId = new Map(intents.map((intent) => [intent.id, intent]));
  const whole = (form: Submitted) => ({ ...form, intent: byId.get(form.id) ?? null });
  const forms = submitted.map(({ transactionId, first, second }): LostForm => {
    const refundIds = (ofPayment.get(transactionId) ?? []).map(({ id }) => id);
    return { ...whole(first), second: second === null ? null : whole(second), refundIds };
  });
  const calls = line.calls.filter(({ path }) => path === REFUND_PATH);
  return { mayResend: wanted.mayResend, forms, calls };
}

async function startDesk(
  ctx: ProofContext<WireSize>,
  service: ProofService,
  line: FaultyWire,
  name: string,
): Promise<{ staff: Staff; databaseUrl: string }> {
  const postgres = await ctx.postgres();
  const databaseUrl = await postgres.createDatabase("dashboard");
  const plan = await planDashboard(
    databaseUrl,
    { ...service, baseUrl: line.url },
    {
      ROUTING_TIMEOUT_MS: String(TIMEOUT_MS),
    },
  );
  const program = await launchDashboard(ctx.folder, plan, name);
  ctx.onEnd(() => program.stop());
  await program.ready;
  return { staff: await signInStaff(plan.url, "finance@example.com", plan.password), databaseUrl };
}

const outcomeSchema = z.looseObject({ kind: z.string() });

type Submitted = { id: string; response: string | null };

async function submitForm(
  staff: Staff,
  form: { intentId: string; reference: string; transactionId: string; amount: string; reason: string },
): Promise<Submitted> {
  const outcome = outcomeSchema.safeParse(await staff.call("requestRefundAction", form));
  return { id: form.intentId, response: outcome.success ? outcome.data.kind : null };
}

/** A service with the ops extension and without Idempotency-Key: nothing may be sent twice there. */
function withoutIdempotency(path: string, body: string): string {
  return path === OPS.capabilities.path ? body.replace(/"idempotency":true/, '"idempotency":false') : body;
}

/** Shortens back-offs in the rows; their workers find the outcome. */
async function waitForResolution(desk: ReturnType<typeof openRows>): Promise<void> {
  const endsAt = performance.now() + RESOLVE_LIMIT_MS;
  while (performance.now() < endsAt) {
    const { rows } = await desk.query<{ open: number }>(
      `select count(*)::int as open from refund_intents where state in ('RECORDED', 'SENDING', 'UNKNOWN')`,
    );
    if (rows[0]?.open === 0) return;
    await desk.query(
      `update refund_intents set due_at = now() where due_at > now() + interval '3 seconds' and taken_by is null`,
    );
    await sleep(1_000);
  }
}
