import { type Protected, without } from "./protected";

const TEST = "server/dashboard/requests/commands/refund-requests.db.test.ts";
const ACCEPT_TEST = "server/dashboard/requests/commands/accept-request.db.test.ts";
const ACCEPT = "server/dashboard/refunds/commands/accept-request.ts";

/** Refund requests of support (decision 0278). */
export const REQUESTS: readonly Protected[] = [
  {
    row: 81,
    fault: "two people accept one refund request",
    test: { file: ACCEPT_TEST, name: "by two people at once makes one refund; the other sees who and which" },
    also: ["e2e/refund-requests.spec.ts"],
    ...without(
      "the check under the locks of the payment and of the request",
      ACCEPT,
      `if (!isUndecided(request, now) || !isAsShown(request, requestSteps))
    return { kind: "request_closed", request: presentClosed(request) };`,
    ),
  },
  {
    row: 82,
    fault: "double click on Request",
    test: {
      file: TEST,
      name: "reserves and sends nothing, is audited, and is one however often it is submitted",
    },
    also: ["e2e/refund-requests.spec.ts"],
    noRemoval: "it is the primary key of the request, which the form's id is",
  },
  {
    row: 83,
    fault: "a refund request is accepted while its payment is refunded elsewhere",
    test: { file: TEST, name: "sees that the payment was refunded meanwhile" },
    ...without(
      "the balance under the lock",
      "server/dashboard/refunds/domain/may-refund.ts",
      'if (amountPaise > leftPaise) return { kind: "exceeds", leftPaise };',
    ),
  },
  {
    row: 84,
    fault: "kill -9 after a refund request is accepted, before its refund is sent",
    test: {
      file: ACCEPT_TEST,
      name: "survives a kill between accepting and sending: not sent, and can be accepted again",
    },
    ...without(
      "the request's state read from its refund",
      "server/dashboard/requests/domain/request.ts",
      'return request.state === "ACCEPTED" && status !== null && NOT_MADE.includes(status) && !request.isReplaced;',
      "return false;",
    ),
  },
  {
    row: 85,
    fault: "the requester accepts their own refund request by calling the action directly",
    test: {
      file: ACCEPT_TEST,
      name: "is refused to the requester, by the action called directly too, and after a change of role",
    },
    also: ["e2e/access.pages.test.ts"],
    ...without(
      "the comparison of requester and accepter",
      ACCEPT,
      'if (request.requestedById === ctx.actor.userId) return { kind: "own_request" };',
    ),
  },
  {
    row: 86,
    fault: "the requester of a refund request approves its refund",
    test: {
      file: ACCEPT_TEST,
      name: "above the threshold waits for approval, which the requester cannot give",
    },
    ...without(
      "the comparison of requester and approver",
      "server/dashboard/approvals/commands/lock-for-decision.ts",
      'if (await isRequesterOf(db, approval.id, ctx.actor.userId)) return { kind: "own_request" };',
    ),
  },
  {
    row: 87,
    fault: "a refund request of another payment or service is accepted",
    test: { file: ACCEPT_TEST, name: "needs a request of this payment at this service" },
    ...without(
      "the comparison of payment and service",
      ACCEPT,
      'if (!isOfPayment) return { kind: "request_missing" };',
    ),
  },
  {
    row: 88,
    fault: "odd characters in the note of a refund request",
    test: { file: TEST, name: "with %s is refused" },
    ...without(
      "the check of the text",
      "server/dashboard/requests/commands/request-text.ts",
      'if (!isAcceptedText(text)) return err("characters");',
    ),
  },
  {
    row: 111,
    fault: "a refund or request without a reason, by an action called directly, while an admin requires one",
    test: {
      file: "server/dashboard/reasons/commands/require-reason.db.test.ts",
      name: "a refund with %s is refused and nothing is sent",
    },
    also: ["e2e/reasons.spec.ts"],
    ...without(
      "the check of the reason in the command",
      "server/dashboard/refunds/commands/with-reason.ts",
      'if (found === null) return invalid({ field: "reason", fault: "required" });',
    ),
  },
  {
    row: 112,
    fault: "an amount that a refund request reserves is refunded in another way",
    test: {
      file: "server/dashboard/requests/commands/reserving-requests.db.test.ts",
      name: "leaves others only the rest: refunds, manual refunds and rows of a file",
    },
    also: ["e2e/refund-requests.spec.ts"],
    ...without(
      "the requests in the reservations",
      "server/dashboard/refunds/queries/read-reservations.ts",
      'requestedPaise: isApproved ? 0n : (held.get("request") ?? 0n),',
      "requestedPaise: 0n,",
    ),
  },
  {
    row: 159,
    fault: "a stop or a kill interrupts an action at the service between its two audit entries",
    test: {
      file: "server/dashboard/audit/jobs/end-interrupted-actions.db.test.ts",
      name: "an action that a stop interrupted is recorded as of unknown outcome, once",
    },
    ...without(
      "the job that records what nobody recorded",
      "server/dashboard/jobs/resume.ts",
      "() => endInterruptedActions(services),",
      "() => Promise.resolve(void endInterruptedActions),",
    ),
  },
  {
    row: 180,
    fault: "one id is used for a manual refund and then for a refund that fulfils the same request",
    test: {
      file: "server/dashboard/requests/commands/ids-of-forms.db.test.ts",
      name: "a refund takes no id of a manual refund: the request that this was to fulfil waits, and is fulfilled once",
    },
    ...without(
      "the check that no form of another kind has used the id",
      "server/dashboard/refunds/commands/reserve-refund.ts",
      'if (approval !== null || isOther) return { kind: "exists" };',
      'if (approval !== null) return { kind: "exists" };',
    ),
  },
  {
    row: 181,
    fault: "a colleague changes which request a row fulfils between the page of a bulk run and its start",
    test: {
      file: "server/dashboard/bulk/commands/bulk-requests.db.test.ts",
      name: "is not sent as it was shown to the person who starts it, when a colleague has changed the answer since",
    },
    ...without(
      "the comparison with what the page showed",
      "server/dashboard/bulk/commands/start-bulk-run.ts",
      'if ((await signReadyRows(db, run.id)) !== typed.sign) return { kind: "choices_changed" };',
    ),
  },
  {
    row: 182,
    fault: "a row of a bulk run is withdrawn as if it were a form, and is told that nothing will be sent",
    test: {
      file: "server/dashboard/refunds/commands/withdraw-refund.db.test.ts",
      name: "withdraws no row of a bulk run under the id of a form: the row is sent all the same",
    },
    ...without(
      "the check for a row's id",
      "server/dashboard/refunds/commands/withdraw-refund.ts",
      "if ((await findRunsOfRows(ctx.pool, [parsed.value.intentId])).size > 0) return notTheSame();",
    ),
  },
];
