import { randomUUID } from "node:crypto";
import type { TransactionRecord } from "@/lib/contract/responses";
import { duplicateSubjects } from "@/lib/bulk";
import type { DuplicateRefund } from "@/lib/duplicate-refunds";
import { formatPaise } from "@/lib/money";
import type { RequestRefundInput } from "@/lib/refunds/refund-form-view";
import type { WaitingRequest } from "@/lib/requests/request-state";
import { approveRequest } from "@/server/dashboard/approvals/commands/approve-request";
import { declineApproval } from "@/server/dashboard/approvals/commands/decline-approval";
import { removeApprovalRule } from "@/server/dashboard/approvals/commands/remove-approval-rule";
import { setApprovalRule } from "@/server/dashboard/approvals/commands/set-approval-rule";
import { withdrawApproval } from "@/server/dashboard/approvals/commands/withdraw-approval";
import { confirmBulkRow } from "@/server/dashboard/bulk/commands/confirm-bulk-row";
import { createBulkRun } from "@/server/dashboard/bulk/commands/create-bulk-run";
import { discardBulkRun } from "@/server/dashboard/bulk/commands/discard-bulk-run";
import { fulfilBulkRequests } from "@/server/dashboard/bulk/commands/fulfil-bulk-requests";
import { pauseBulkRun } from "@/server/dashboard/bulk/commands/pause-bulk-run";
import { resumeBulkRun } from "@/server/dashboard/bulk/commands/resume-bulk-run";
import { startBulkRun } from "@/server/dashboard/bulk/commands/start-bulk-run";
import { stopBulkRun } from "@/server/dashboard/bulk/commands/stop-bulk-run";
import { findBulkRun } from "@/server/dashboard/bulk/queries/find-bulk-run";
import { listBulkRows } from "@/server/dashboard/bulk/queries/list-bulk-rows";
import type { Ctx } from "@/server/dashboard/context";
import {
  confirmManualRefund,
  declineManualRefund,
  keepManualRefund,
  proposeVoidOfManualRefund,
  voidManualRefund,
  withdrawManualRefund,
} from "@/server/dashboard/manual-refunds/commands/on-manual-refund";
import { recordManualRefund } from "@/server/dashboard/manual-refunds/commands/record-manual-refund";
import { changeRole } from "@/server/dashboard/people/commands/change-role";
import { requestRefund } from "@/server/dashboard/refunds/commands/request-refund";
import { resolveUnknownRefund } from "@/server/dashboard/refunds/commands/resolve-unknown-refund";
import { withdrawRefund } from "@/server/dashboard/refunds/commands/withdraw-refund";
import { askQuestion } from "@/server/dashboard/requests/commands/ask-question";
import { answerQuestion } from "@/server/dashboard/requests/commands/answer-question";
import { changeRequestAmount } from "@/server/dashboard/requests/commands/change-request-amount";
import { createRequest } from "@/server/dashboard/requests/commands/create-request";
import { declineRequest } from "@/server/dashboard/requests/commands/decline-request";
import { setRequestsReserve } from "@/server/dashboard/requests/commands/set-requests-reserve";
import { withdrawRequest } from "@/server/dashboard/requests/commands/withdraw-request";
import { findRequest } from "@/server/dashboard/requests/queries/find-request";
import { refundInput } from "../refund-input";
import { requestInput } from "../refund-request";
import type { ActorName, WalkWorld } from "./walk-world";

/** Something that a person does. All choices are made when it is drawn, so that acts can run beside each other. */
type Act = { text: string; run: () => Promise<{ kind: string }> };

const AMOUNTS = ["100.00", "120.25", "120.25", "120.25", "200.00"] as const;
const REASONS = ["Damaged", "Late", "Wrong size", ""] as const;
const THRESHOLDS = ["0", "100", "150", "250"] as const;
const PERSON_DIES = 0.06;

type Draw = (world: WalkWorld) => Act | null | Promise<Act | null>;

/** Null where there is nothing of the kind to act on. */
const ACTS: readonly (readonly [draw: Draw, weight: number])[] = [
  [refund, 16],
  [repeatForm, 2],
  [request, 6],
  [aboutRequest, 3],
  [acceptRequest, 7],
  [upload, 8],
  [confirmRow, 8],
  [fulfilRequests, 3],
  [startRun, 10],
  [steerRun, 7],
  [decideApproval, 12],
  [recordManual, 4],
  [aboutManual, 5],
  [threshold, 3],
  [role, 3],
  [reserve, 1],
  [settleByHand, 4],
];

/** What some person does next. */
export async function drawAct(world: WalkWorld): Promise<Act> {
  for (;;) {
    const act = await world.random.weighted(ACTS)(world);
    if (act !== null) return act;
  }
}

const memory = new WeakMap<WalkWorld, RequestRefundInput[]>();
const formsOf = (world: WalkWorld): RequestRefundInput[] => {
  const forms = memory.get(world) ?? [];
  memory.set(world, forms);
  return forms;
};

const named = (duplicates: readonly DuplicateRefund[]): string[] =>
  duplicates.flatMap((one) => [one.intentId, ...(one.kind === "in_bulk_run" ? [one.runId] : [])]);

/** What a person answers when they are shown duplicates, or a request that waits; otherwise they leave it. */
type Answers = { confirms: boolean; toRequest: "fulfils" | "beside" | "leaves" };
const drawAnswers = ({ random }: WalkWorld): Answers => ({
  confirms: random.chance(0.6),
  toRequest: random.weighted([
    ["fulfils", 5],
    ["beside", 4],
    ["leaves", 2],
  ] as const),
});

/** What a way of refunding is told beside its own values. */
type Told = { confirmedDuplicates?: string[]; requestId?: string | null; requestSteps?: number | null };
type Asked = { kind: string; duplicates?: DuplicateRefund[]; request?: unknown };
const MAX_QUESTIONS = 4;

/** Refunds, and answers what is asked, at most some times. `idOf`: under which id the next attempt is made. */
async function answering(
  world: WalkWorld,
  { confirms, toRequest }: Answers,
  begun: Told,
  attempt: (told: Told) => { id: string; outcome: Promise<Asked> },
): Promise<{ kind: string }> {
  let told: Required<Told> = { confirmedDuplicates: [], requestId: null, requestSteps: null, ...begun };
  const shown = new Set<string>();
  for (let questions = 0; ; questions += 1) {
    const { id, outcome: asked } = attempt(told);
    world.confirm(id, [...shown]);
    if (told.requestId !== null) world.requests.set(id, told.requestId);
    const outcome = await asked;
    const { duplicates = [] } = outcome;
    const waiting = outcome.kind === "waiting_request" ? (outcome.request as WaitingRequest) : null;
    if (questions === MAX_QUESTIONS) return outcome;
    if (outcome.kind === "likely_duplicate" && confirms) {
      for (const one of named(duplicates)) shown.add(one);
      const ids = duplicates.map(({ intentId }) => intentId);
      told = { ...told, confirmedDuplicates: [...told.confirmedDuplicates, ...ids] };
    } else if (waiting !== null && toRequest === "fulfils" && !waiting.isBeside && told.requestId === null) {
      told = { ...told, requestId: waiting.requestId, requestSteps: waiting.steps };
    } else if (waiting !== null && toRequest === "beside") {
      shown.add(waiting.requestId);
      const confirmedDuplicates = [...told.confirmedDuplicates, waiting.requestId];
      told = { ...told, confirmedDuplicates, requestSteps: waiting.steps };
    } else return outcome;
  }
}

/** Submits a form, under a new id after each question. */
function submit(
  world: WalkWorld,
  ctx: Ctx,
  form: RequestRefundInput,
  answers: Answers,
): Promise<{ kind: string }> {
  let { intentId } = form;
  return answering(world, answers, form, ({ confirmedDuplicates, requestId, requestSteps }) => {
    const next = { ...form, intentId, confirmedDuplicates, requestId, requestSteps } as RequestRefundInput;
    intentId = randomUUID();
    formsOf(world).push(next);
    return { id: next.intentId, outcome: requestRefund(ctx, next) };
  });
}

function refund(world: WalkWorld): Act {
  const { random } = world;
  const by = random.of(["first", "second", "admin"] as const);
  const services = world.process({ dies: PERSON_DIES });
  const payment = random.of(world.payments);
  const form = refundInput(payment, { amount: random.of(AMOUNTS), reason: random.of(REASONS) });
  const answers = drawAnswers(world);
  return {
    text: `${by} refunds ${form.amount} of ${payment.merchant_transaction_id}`,
    run: async () => submit(world, await world.ctx(by, services), form, answers),
  };
}

/** The same form once more, or withdrawn. */
function repeatForm(world: WalkWorld): Act | null {
  const { random } = world;
  const forms = formsOf(world);
  if (forms.length === 0) return null;
  const form = random.of(forms);
  const by = random.of(["first", "second", "admin"] as const);
  const services = world.process();
  const command = random.chance(0.7) ? requestRefund : withdrawRefund;
  return {
    text: `${by} repeats ${command.name} of ${form.amount}`,
    run: async () => command(await world.ctx(by, services), form),
  };
}

function request(world: WalkWorld): Act {
  const { random } = world;
  const services = world.process({ dies: PERSON_DIES });
  const payment = random.of(world.payments);
  const form = requestInput(payment, { amount: random.of(AMOUNTS), reason: random.of(REASONS) });
  return {
    text: `support requests ${form.amount} of ${payment.merchant_transaction_id}`,
    run: async () => createRequest(await world.ctx("support", services), form),
  };
}

async function anyRequest(
  world: WalkWorld,
): Promise<{ id: string; transactionId: string; steps: number } | null> {
  const { rows } = await world.harness.pool.query<{ id: string; transactionId: string; steps: number }>(
    `select r.id, r.transaction_id as "transactionId",
       (select count(*)::int from refund_request_events e where e.request_id = r.id) as steps
     from refund_requests r where r.state not in ('DECLINED', 'WITHDRAWN') order by r.requested_at, r.id`,
  );
  return rows.length === 0 ? null : world.random.of(rows);
}

async function aboutRequest(world: WalkWorld): Promise<Act | null> {
  const { random } = world;
  const found = await anyRequest(world);
  if (found === null) return null;
  const [by, command, text] = random.of([
    ["first", askQuestion, "Which one?"],
    ["support", answerQuestion, "The red one"],
    ["second", changeRequestAmount, random.of(AMOUNTS)],
    ["first", declineRequest, "Not refundable"],
    ["support", withdrawRequest, ""],
  ] as const);
  const services = world.process({ dies: PERSON_DIES });
  return {
    text: `${by} ${command.name}`,
    run: async () => command(await world.ctx(by, services), { requestId: found.id, text }),
  };
}

async function acceptRequest(world: WalkWorld): Promise<Act | null> {
  const { random } = world;
  const found = await anyRequest(world);
  const payment = world.payments.find((one) => one.transaction_id === found?.transactionId);
  if (found === null || payment === undefined) return null;
  const by = random.of(["first", "second", "admin"] as const);
  const services = world.process({ dies: PERSON_DIES });
  const detail = await findRequest(await world.ctx("first"), found.id);
  const amount = random.chance(0.7) ? (detail?.request.amount ?? AMOUNTS[0]) : random.of(AMOUNTS);
  const form = refundInput(payment, { amount, requestId: found.id, requestSteps: found.steps });
  const answers = drawAnswers(world);
  return {
    text: `${by} accepts a request with ${amount} of ${payment.merchant_transaction_id}`,
    run: async () => submit(world, await world.ctx(by, services), form, answers),
  };
}

function upload(world: WalkWorld): Act {
  const { random } = world;
  const by = random.of(["first", "second", "admin"] as const);
  const rows = Array.from({ length: random.whole(1, 4) }, () =>
    [random.of(world.payments).merchant_transaction_id, random.of(AMOUNTS), random.of(REASONS)].join(","),
  );
  const services = world.process({ dies: PERSON_DIES });
  const bytes = new TextEncoder().encode(["reference,amount,reason", ...rows].join("\n"));
  return {
    text: `${by} uploads ${rows.join(" ; ")}`,
    run: async () => createBulkRun(await world.ctx(by, services), { kind: "refund", fileName: null, bytes }),
  };
}

async function anyRun(
  world: WalkWorld,
  states: readonly string[],
): Promise<{ id: string; state: string } | null> {
  const { rows } = await world.harness.pool.query<{ id: string; state: string }>(
    "select id, state from bulk_runs where state = any($1) order by created_at, id",
    [states],
  );
  return rows.length === 0 ? null : world.random.of(rows);
}

/** A person confirms one of the likely duplicates of a run, as their page shows it. */
async function confirmRow(world: WalkWorld): Promise<Act | null> {
  const { random } = world;
  const run = await anyRun(world, ["checked"]);
  if (run === null) return null;
  const by = random.of(["first", "second"] as const);
  const reader = await world.ctx("admin");
  const { rows } = await listBulkRows(reader, { runId: run.id, state: "likely_duplicate", after: 0 });
  if (rows.length === 0) return null;
  const { rowId, faults } = random.of(rows);
  const seen = duplicateSubjects(faults);
  const request = faults.find((fault) => fault.kind === "refund_requested");
  const fulfils = request !== undefined && random.chance(0.6);
  const services = world.process({ dies: PERSON_DIES });
  return {
    text: `${by} confirms a row ${fulfils ? "that fulfils" : "beside"} ${seen.join(", ")}`,
    run: async () => {
      const outcome = await confirmBulkRow(await world.ctx(by, services), {
        runId: run.id,
        rowId,
        isMeant: true,
        fulfils,
        seen,
      });
      if (outcome.kind === "done") {
        if (fulfils) world.requests.set(rowId, request.requestId);
        else world.requests.delete(rowId);
        world.confirm(
          rowId,
          seen.map((subject) =>
            subject.startsWith("same_payment_as_line") ? "line" : (subject.split(" ")[1] ?? ""),
          ),
        );
      }
      return outcome;
    },
  };
}

/** All rows of a run that only a request is asked about. */
async function fulfilRequests(world: WalkWorld): Promise<Act | null> {
  const { random } = world;
  const run = await anyRun(world, ["checked"]);
  if (run === null) return null;
  const by = random.of(["first", "second"] as const);
  const services = world.process({ dies: PERSON_DIES });
  const page = await findBulkRun(await world.ctx(by), run.id);
  if (page === null || page.asked.rows === 0) return null;
  return {
    text: `${by} lets ${page.asked.rows} rows fulfil requests`,
    run: async () => {
      const input = { runId: run.id, sign: page.asked.sign };
      const outcome = await fulfilBulkRequests(await world.ctx(by, services), input);
      const { rows } = await world.harness.pool.query<{ id: string; request: string }>(
        "select id, accepts_request as request from bulk_rows where run_id = $1 and accepts_request is not null",
        [run.id],
      );
      for (const { id, request } of rows) world.requests.set(id, request);
      return outcome;
    },
  };
}

async function startRun(world: WalkWorld): Promise<Act | null> {
  const { random } = world;
  const run = await anyRun(world, ["checked"]);
  if (run === null) return null;
  const by = random.of(["first", "second", "admin"] as const);
  const services = world.process({ dies: PERSON_DIES });
  const page = await findBulkRun(await world.ctx("admin"), run.id);
  if (page === null) return null;
  const totals = Object.fromEntries(page.run.totals.map(({ currency, amount }) => [currency, amount]));
  const count = String(page.run.counts.ready);
  const input = { runId: run.id, count, totals, isApprovalExpected: false, sign: page.sign };
  return {
    text: `${by} starts a run of ${input.count}`,
    run: async () => startBulkRun(await world.ctx(by, services), input),
  };
}

async function steerRun(world: WalkWorld): Promise<Act | null> {
  const { random } = world;
  const run = await anyRun(world, ["checking", "checked", "running", "paused", "awaiting_approval"]);
  if (run === null) return null;
  const command = random.weighted([
    [pauseBulkRun, 3],
    [resumeBulkRun, 6],
    [stopBulkRun, 2],
    [discardBulkRun, 1],
  ]);
  const by = random.of(["first", "second", "admin"] as const);
  const services = world.process({ dies: PERSON_DIES });
  const input = { runId: run.id, isApprovalExpected: random.chance(0.2) };
  return {
    text: `${by} ${command.name}, seen ${run.state}`,
    run: async () => command(await world.ctx(by, services), input),
  };
}

async function decideApproval(world: WalkWorld): Promise<Act | null> {
  const { random } = world;
  const { rows } = await world.harness.pool.query<{ id: string }>(
    "select id from approval_requests where state = 'WAITING' order by requested_at, id",
  );
  if (rows.length === 0) return null;
  const approvalId = random.of(rows).id;
  const by = random.of(["first", "second", "admin"] as const);
  const services = world.process({ dies: PERSON_DIES });
  const answers = drawAnswers(world);
  const command = random.weighted([
    [approveRequest, 8],
    [declineApproval, 1],
    [withdrawApproval, 1],
  ]);
  return {
    text: `${by} ${command.name}`,
    run: async () => {
      const ctx = await world.ctx(by, services);
      if (command !== approveRequest) return command(ctx, { approvalId, note: "Seen" });
      return answering(world, answers, {}, (told) => ({
        id: approvalId,
        outcome: approveRequest(ctx, { approvalId, note: "", ...told }),
      }));
    },
  };
}

function recordManual(world: WalkWorld): Act {
  const { random } = world;
  const by = random.of(["first", "second"] as const);
  const payment = random.of(world.payments);
  const amount = random.of(AMOUNTS);
  const services = world.process({ dies: PERSON_DIES });
  const input = manualInput(payment, amount);
  const answers = drawAnswers(world);
  return {
    text: `${by} records ${amount} of ${payment.merchant_transaction_id} by hand`,
    run: async () => {
      const ctx = await world.ctx(by, services);
      return answering(world, answers, {}, (told) => ({
        id: input.manualRefundId,
        outcome: recordManualRefund(ctx, { ...input, ...told }),
      }));
    },
  };
}

function manualInput(payment: TransactionRecord, amount: string) {
  return {
    manualRefundId: randomUUID(),
    reference: payment.merchant_transaction_id,
    transactionId: payment.transaction_id,
    amount,
    method: "bank_transfer",
    paidOn: "2026-11-20",
    transferReference: `UTR-${randomUUID()}`,
    note: "",
  };
}

const STEPS_OF_MANUAL = {
  WAITING: [
    [confirmManualRefund, 6],
    [declineManualRefund, 1],
    [withdrawManualRefund, 1],
  ],
  CONFIRMED: [[proposeVoidOfManualRefund, 1]],
  VOIDING: [
    [voidManualRefund, 3],
    [keepManualRefund, 1],
  ],
} as const;

async function aboutManual(world: WalkWorld): Promise<Act | null> {
  const { random } = world;
  const { rows } = await world.harness.pool.query<{ id: string; state: keyof typeof STEPS_OF_MANUAL }>(
    "select id, state from manual_refunds where state in ('WAITING', 'CONFIRMED', 'VOIDING') order by recorded_at, id",
  );
  if (rows.length === 0) return null;
  const { id: manualRefundId, state } = random.of(rows);
  const by = random.of(["first", "second", "admin"] as const);
  const services = world.process({ dies: PERSON_DIES });
  const command = random.weighted(STEPS_OF_MANUAL[state]);
  return {
    text: `${by} ${command.name}s it`,
    run: async () => command(await world.ctx(by, services), { manualRefundId, reason: "Compared" }),
  };
}

function threshold(world: WalkWorld): Act {
  const { random } = world;
  const amount = random.of(THRESHOLDS);
  const sets = random.chance(0.7);
  const of = random.chance(0.8) ? "finance" : "admin";
  return {
    text: sets ? `admin lets ${of} refund ${amount} alone` : `admin lifts the threshold of ${of}`,
    run: async () => {
      const ctx = await world.ctx("admin");
      const outcome = sets
        ? await setApprovalRule(ctx, {
            role: of,
            currency: "INR",
            threshold: amount,
            lifetimeMinutes: "1440",
          })
        : await removeApprovalRule(ctx, { role: of, currency: "INR" });
      await world.noteAlone();
      return outcome;
    },
  };
}

async function role(world: WalkWorld): Promise<Act> {
  const { random } = world;
  const name: ActorName = random.of(["first", "second"] as const);
  const current = (await world.ctx(name)).actor.role;
  const other = random.chance(0.3) ? "support" : world.limitedRole;
  const given = current === "finance" ? other : "finance";
  const personId = world.actor(name).userId;
  return {
    text: `admin gives ${name} the role ${given === world.limitedRole ? "with a limit" : given}`,
    run: async () => {
      const outcome = await changeRole(await world.ctx("admin"), { personId, role: given });
      await world.signIn(name);
      await world.noteAlone();
      return outcome;
    },
  };
}

function reserve(world: WalkWorld): Act {
  const doReserve = world.random.chance(0.5);
  return {
    text: `admin lets requests ${doReserve ? "" : "not "}reserve`,
    run: async () => setRequestsReserve(await world.ctx("admin"), { doReserve }),
  };
}

/** The truth, as the person read it in the gateway's own dashboard. */
async function settleByHand(world: WalkWorld): Promise<Act | null> {
  const { rows } = await world.harness.pool.query<{ id: string; amountPaise: bigint }>(
    `select id, amount_paise as "amountPaise" from refund_intents where state = 'UNKNOWN' order by requested_at, id`,
  );
  if (rows.length === 0) return null;
  const { id, amountPaise } = world.random.of(rows);
  const by = world.random.of(["first", "second", "admin"] as const);
  const services = world.process({ dies: PERSON_DIES });
  return {
    text: `${by} settles it by hand`,
    run: async () => settle(world, await world.ctx(by, services), id, amountPaise),
  };
}

export function settle(
  world: WalkWorld,
  ctx: Ctx,
  intentId: string,
  amountPaise: bigint,
): Promise<{ kind: string }> {
  const { refunds, keys } = world.harness.service;
  const made = refunds.find((one) => keys.get(one.refund_id) === intentId);
  const verdict =
    made === undefined
      ? { verdict: "not_sent", confirmation: formatPaise(amountPaise) }
      : { verdict: "accepted", refundId: made.refund_id };
  return resolveUnknownRefund(ctx, { intentId, reason: "Compared with the gateway", ...verdict });
}
