import type { Books, BookedIntent, BookedRow, Rest, SentRefund } from "./books";

/** What must hold after every step of a walk, compared from both sides. Pure; each line names one thing that is wrong. */
export function checkBooks(books: Books): string[] {
  return [
    ...moreOutThanIn(books),
    ...sentTwice(books),
    ...sentUnasked(books),
    ...untrueIntents(books),
    ...untrueRows(books),
    ...sentAlone(books),
    ...sentWhileHeld(books),
  ];
}

/** What must hold besides when everything has ended. */
export function checkRest(books: Books, { open, left }: Rest): string[] {
  const faults = open.map((one) => `still open: ${one}`);
  const known = new Map(books.intents.map((intent) => [intent.id, intent]));
  for (const { key, refundId, status, paidLateStep } of books.sent) {
    const intent = known.get(key);
    if (intent?.refundId !== refundId) {
      faults.push(`lost: the service has ${refundId} of ${key}, the dashboard ${intent?.state ?? "nothing"}`);
    } else if (intent.refundStatus !== status || intent.isPaidLate !== (paidLateStep !== null)) {
      const seen = `${String(intent.refundStatus)}${intent.isPaidLate ? " paid late" : ""}`;
      faults.push(
        `status: ${refundId} is ${status}${paidLateStep === null ? "" : " paid late"}, shown ${seen}`,
      );
    }
  }
  for (const [transactionId, paidPaise] of books.paid) {
    const restPaise = paidPaise - outOf(books, transactionId);
    const exact = restPaise > 0n ? restPaise : 0n;
    const shown = left.get(transactionId);
    if (shown !== exact) faults.push(`balance: ${transactionId} has ${exact} left, shown ${String(shown)}`);
  }
  return faults;
}

const isOut = ({ status, paidLateStep }: SentRefund): boolean =>
  status !== "FAILURE" || paidLateStep !== null;

/** All that has left or is leaving: at the gateway, late payments included, and without it. */
export function outOf({ sent, manual }: Books, transactionId: string): bigint {
  const all = [
    ...sent.filter((refund) => refund.transactionId === transactionId && isOut(refund)),
    ...manual.filter((refund) => refund.transactionId === transactionId && refund.isHeld),
  ];
  return all.reduce((sum, { amountPaise }) => sum + amountPaise, 0n);
}

function moreOutThanIn(books: Books): string[] {
  return [...books.paid].flatMap(([transactionId, paidPaise]) => {
    const outPaise = outOf(books, transactionId);
    const excusedPaise = books.excused.get(transactionId) ?? 0n;
    return outPaise <= paidPaise + excusedPaise
      ? []
      : [`more out than in: ${transactionId} had ${paidPaise}, ${outPaise} is out, ${excusedPaise} excused`];
  });
}

/**
 * One reason twice: the same amount of a payment, or the same refund request. The later refund names the earlier one, or
 * the earlier one the later, when a person saw both.
 */
function sentTwice(books: Books): string[] {
  const intents = new Map(books.intents.map((intent) => [intent.id, intent]));
  const rows = new Map(books.rows.map((row) => [row.id, row]));
  const faults: string[] = [];
  for (const later of books.sent) {
    const decidedStep = intents.get(later.key)?.decidedStep ?? later.step;
    for (const earlier of books.sent) {
      const isBefore = earlier.position < later.position && earlier.key !== later.key;
      if (!isBefore || earlier.transactionId !== later.transactionId) continue;
      const isOne = areOneRequest(books, earlier.key, later.key);
      if (earlier.amountPaise !== later.amountPaise && !isOne) continue;
      if (hadFailed(earlier, decidedStep) || areTold(books, rows, later.key, earlier.key)) continue;
      faults.push(`sent twice: ${later.refundId} (${later.key}) after ${earlier.refundId} (${earlier.key})`);
    }
    for (const manual of books.manual) {
      const isSame =
        manual.transactionId === later.transactionId &&
        (manual.amountPaise === later.amountPaise || areOneRequest(books, manual.id, later.key));
      const isHeldThen =
        manual.step < decidedStep && (manual.endedStep === null || manual.endedStep > decidedStep);
      if (isSame && isHeldThen && !names(books, later.key, manual.id))
        faults.push(`sent twice: ${later.refundId} (${later.key}) after the manual refund ${manual.id}`);
    }
  }
  faults.push(...recordedTwice(books, intents));
  const keys = books.sent.map(({ key }) => key);
  const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
  return [...faults, ...twice.map((key) => `sent twice: the intent ${key} has two refunds`)];
}

/** Both accepted the same refund request. */
function areOneRequest({ requests }: Books, one: string, other: string): boolean {
  const request = requests.get(one);
  return request !== undefined && request === requests.get(other);
}

/** A refund of a payment with a refund request that waited, of which nobody said whether it fulfils it. */
function sentUnasked(books: Books): string[] {
  const sent = new Set(books.sent.map(({ key }) => key));
  const decided = [
    ...books.intents
      .filter(({ id }) => sent.has(id))
      .map(({ id, transactionId, decidedStep }) => ({ id, transactionId, step: decidedStep })),
    ...books.manual,
  ];
  return decided.flatMap(({ id, transactionId, step }) =>
    books.waiting
      .filter((request) => request.transactionId === transactionId && request.step < step)
      .filter(({ endedStep }) => endedStep === null || endedStep > step)
      .filter((request) => !names(books, id, request.id))
      .map((request) => `sent unasked: ${id} while the request ${request.id} waited`),
  );
}

/** A manual refund of what was refunded before, or was returned by hand before. */
function recordedTwice(books: Books, intents: ReadonlyMap<string, BookedIntent>): string[] {
  return books.manual.flatMap((later) => {
    const isSame = (id: string, one: { transactionId: string; amountPaise: bigint }): boolean =>
      one.transactionId === later.transactionId &&
      (one.amountPaise === later.amountPaise || areOneRequest(books, id, later.id));
    const isNamed = (id: string): boolean => names(books, later.id, id) || names(books, id, later.id);
    const earlier = [
      ...books.sent
        .filter((one) => isSame(one.key, one) && (intents.get(one.key)?.decidedStep ?? one.step) < later.step)
        .filter((one) => one.step < later.step && !hadFailed(one, later.step))
        .map(({ key }) => key),
      ...books.manual
        .filter((one) => isSame(one.id, one) && one.step < later.step)
        .filter(({ endedStep }) => endedStep === null || endedStep > later.step)
        .map(({ id }) => id),
    ];
    return earlier
      .filter((id) => !isNamed(id))
      .map((id) => `recorded twice: the manual refund ${later.id} after ${id}`);
  });
}

/** In that step the refund had failed, and had not been paid late. */
function hadFailed({ failedStep, paidLateStep }: SentRefund, step: number): boolean {
  return failedStep !== null && failedStep <= step && (paidLateStep === null || paidLateStep > step);
}

const names = (books: Books, id: string, named: string): boolean =>
  books.confirmed.get(id)?.has(named) ?? false;

function areTold(books: Books, rows: ReadonlyMap<string, BookedRow>, one: string, other: string): boolean {
  const [first, second] = [rows.get(one), rows.get(other)];
  const isNamed = (by: string, id: string, row: BookedRow | undefined): boolean =>
    names(books, by, id) || (row !== undefined && names(books, by, row.runId));
  if (isNamed(one, other, second) || isNamed(other, one, first)) return true;
  // Two rows of a file: the person confirmed one of them as beside the other's line.
  const isOneFile = first !== undefined && first.runId === second?.runId;
  return isOneFile && [one, other].some((id) => names(books, id, "line"));
}

/** An intent says what the service did. */
function untrueIntents({ sent, intents }: Books): string[] {
  const byKey = new Map(sent.map((refund) => [refund.key, refund]));
  const faults = intents.flatMap((intent) => {
    const refund = byKey.get(intent.id);
    switch (intent.state) {
      case "ACCEPTED":
        return refund?.refundId === intent.refundId
          ? []
          : [`untrue: ${textOf(intent)}, sent as ${String(refund?.refundId)}`];
      case "REFUSED":
      case "NOT_SENT":
      case "RECORDED":
        return refund === undefined ? [] : [`untrue: ${textOf(intent)}, sent as ${refund.refundId}`];
      case "SENDING":
      case "UNKNOWN":
        return [];
    }
  });
  const known = new Set(intents.map(({ id }) => id));
  const strangers = sent.filter(({ key }) => !known.has(key));
  return [...faults, ...strangers.map(({ refundId }) => `untrue: nobody decided ${refundId}`)];
}

const textOf = ({ id, state, refundId }: BookedIntent): string =>
  `${id} is ${state} ${refundId ?? ""}`.trim();

/** What a row may say while its refund is in a state; no refund at all is null. */
const ROW_STATES: Readonly<Record<string, readonly (BookedIntent["state"] | null)[]>> = {
  accepted: ["ACCEPTED"],
  done: ["ACCEPTED"],
  failed: ["ACCEPTED"],
  refused: ["REFUSED"],
  unknown: ["UNKNOWN"],
  not_sent: [null, "NOT_SENT"],
};

/** A row says what its refund's intent says. */
function untrueRows({ rows, intents }: Books): string[] {
  const byId = new Map(intents.map((intent) => [intent.id, intent]));
  return rows.flatMap((row) => {
    const intent = byId.get(row.id);
    if (row.countedState !== row.state)
      return [`untrue row: ${row.id} says ${row.state}, and is counted as ${row.countedState}`];
    const allowed = ROW_STATES[row.state];
    if (allowed !== undefined && !allowed.includes(intent?.state ?? null))
      return [`untrue row: ${row.id} says ${row.state}, its refund ${intent?.state ?? "does not exist"}`];
    if (allowed === undefined || intent?.state !== "ACCEPTED") return [];
    const isPaid = intent.refundStatus === "SUCCESS" || intent.isPaidLate;
    const state = isPaid ? "done" : intent.refundStatus === "FAILURE" ? "failed" : "accepted";
    return row.state === state ? [] : [`untrue row: ${row.id} says ${row.state}, its refund ${state}`];
  });
}

/** More than the person may refund alone was sent without a second one. */
function sentAlone({ sent, intents, aloneUpTo }: Books): string[] {
  const byId = new Map(intents.map((intent) => [intent.id, intent]));
  return sent.flatMap(({ key, refundId, amountPaise }) => {
    const intent = byId.get(key);
    if (intent === undefined) return [];
    const { approval } = intent;
    if (approval !== null)
      return approval.isApproved &&
        approval.decidedById !== null &&
        approval.decidedById !== approval.requestedById
        ? []
        : [`alone: ${refundId} (${key}) was not approved by a second person`];
    const limitPaise = aloneUpTo(intent.requestedById, intent.decidedStep);
    return limitPaise === null || amountPaise <= limitPaise
      ? []
      : [`alone: ${refundId} (${key}) of ${amountPaise}, above ${limitPaise}`];
  });
}

function sentWhileHeld({ sent, heldSteps }: Books): string[] {
  return sent
    .filter(({ step }) => heldSteps.has(step))
    .map(({ refundId, key }) => `held: ${refundId} (${key}) was sent after a restore`);
}
