import { describe, expect, it } from "vitest";
import type { BookedIntent, BookedManual, BookedRow, Books, Rest, SentRefund } from "./books";
import { checkBooks, checkRest } from "./check-books";

const PAID_PAISE = 50_000n;

const sent = (fields: Partial<SentRefund> = {}): SentRefund => ({
  refundId: "RFD1",
  key: "first",
  transactionId: "TXN1",
  amountPaise: 10_000n,
  status: "SUCCESS",
  position: 0,
  step: 1,
  failedStep: null,
  paidLateStep: null,
  ...fields,
});

const intent = (fields: Partial<BookedIntent> = {}): BookedIntent => ({
  id: "first",
  transactionId: "TXN1",
  amountPaise: 10_000n,
  state: "ACCEPTED",
  refundId: "RFD1",
  refundStatus: "SUCCESS",
  isPaidLate: false,
  requestedById: "fin",
  approval: null,
  decidedStep: 1,
  ...fields,
});

const later = { key: "second", refundId: "RFD2", position: 1, step: 5 };
const decidedLater = { id: "second", refundId: "RFD2", decidedStep: 5 };
const manual = (fields: Partial<BookedManual> = {}): BookedManual => ({
  id: "by-hand",
  transactionId: "TXN1",
  amountPaise: 10_000n,
  isHeld: true,
  step: 2,
  endedStep: null,
  ...fields,
});
const row = ({ state = "done", ...fields }: Partial<BookedRow> = {}): BookedRow => ({
  id: "first",
  runId: "run",
  state,
  countedState: state,
  ...fields,
});

const books = (fields: Partial<Books> = {}): Books => ({
  step: 9,
  paid: new Map([["TXN1", PAID_PAISE]]),
  sent: [sent()],
  intents: [intent()],
  rows: [],
  manual: [],
  confirmed: new Map(),
  requests: new Map(),
  waiting: [],
  excused: new Map(),
  aloneUpTo: () => null,
  heldSteps: new Set(),
  ...fields,
});

/** Two refunds of one amount, the second decided after the first. */
const twice = (first: Partial<SentRefund> = {}, fields: Partial<Books> = {}): Books =>
  books({
    sent: [sent(first), sent(later)],
    intents: [intent({ refundStatus: first.status ?? "SUCCESS" }), intent(decidedLater)],
    ...fields,
  });

it("finds nothing in books that agree", () => {
  expect(checkBooks(books())).toEqual([]);
  expect(checkRest(books(), { open: [], left: new Map([["TXN1", 40_000n]]) })).toEqual([]);
});

describe("more out than in", () => {
  const most = sent({ amountPaise: PAID_PAISE });
  const booked = [intent({ amountPaise: PAID_PAISE })];

  it("is found at the gateway, with a late payment, and beside a manual refund", () => {
    const failed = {
      refundId: "RFD2",
      key: "second",
      position: 1,
      status: "FAILURE",
      failedStep: 2,
    } as const;
    const both = [...booked, intent({ id: "second", refundId: "RFD2", refundStatus: "FAILURE" })];
    const found = [
      books({ sent: [most], intents: booked, manual: [manual()] }),
      books({ sent: [most, sent({ ...failed, paidLateStep: 3 })], intents: both }),
    ];
    for (const one of found)
      expect(checkBooks(one)).toEqual([expect.stringMatching(/^more out than in: TXN1/)]);
    expect(checkBooks(books({ sent: [most, sent(failed)], intents: both }))).toEqual([]);
  });

  it("is excused by as much as a late payment alone made it", () => {
    const over = { sent: [most], intents: booked, manual: [manual()] };
    expect(checkBooks(books({ ...over, excused: new Map([["TXN1", 10_000n]]) }))).toEqual([]);
    expect(checkBooks(books({ ...over, excused: new Map([["TXN1", 9_999n]]) }))).toHaveLength(1);
    expect(checkBooks(books({ ...over, manual: [manual({ isHeld: false, endedStep: 3 })] }))).toEqual([]);
  });
});

describe("a reason that is sent twice", () => {
  const FOUND = [expect.stringMatching(/^sent twice: RFD2/)];

  it("is found without a confirmation that names the first refund, in either direction", () => {
    expect(checkBooks(twice())).toEqual(FOUND);
    expect(checkBooks(twice({}, { confirmed: new Map([["second", new Set(["other"])]]) }))).toEqual(FOUND);
    expect(checkBooks(twice({}, { confirmed: new Map([["second", new Set(["first"])]]) }))).toEqual([]);
    expect(checkBooks(twice({}, { confirmed: new Map([["first", new Set(["second"])]]) }))).toEqual([]);
  });

  it("is found after a failure that was paid late by then", () => {
    const failed = { status: "FAILURE", failedStep: 3 } as const;
    expect(checkBooks(twice(failed))).toEqual([]);
    expect(checkBooks(twice({ ...failed, paidLateStep: 6 }))).toEqual([]);
    expect(checkBooks(twice({ ...failed, paidLateStep: 4 }))).toEqual(FOUND);
    expect(checkBooks(twice({ ...failed, failedStep: 6 }))).toEqual(FOUND);
  });

  it("is found for one request of two amounts, and not for two amounts alone", () => {
    const other = [sent(), sent({ ...later, amountPaise: 11_000n })];
    expect(checkBooks(twice({}, { sent: other }))).toEqual([]);
    const requests = new Map([
      ["first", "request"],
      ["second", "request"],
    ]);
    expect(checkBooks(twice({}, { sent: other, requests }))).toEqual(FOUND);
  });

  it("is found between rows and runs, unless their run or their line was named", () => {
    const rows = [row(), row({ id: "second" })];
    expect(checkBooks(twice({}, { rows }))).toEqual(FOUND);
    expect(checkBooks(twice({}, { rows, confirmed: new Map([["second", new Set(["line"])]]) }))).toEqual([]);
    const runs = [row(), row({ id: "second", runId: "other" })];
    expect(
      checkBooks(twice({}, { rows: runs, confirmed: new Map([["second", new Set(["line"])]]) })),
    ).toEqual(FOUND);
    expect(checkBooks(twice({}, { rows: runs, confirmed: new Map([["second", new Set(["run"])]]) }))).toEqual(
      [],
    );
  });

  it("is found after a manual refund that was held at the time", () => {
    const after = (fields: Partial<BookedManual>, confirmed: string[] = []): string[] =>
      checkBooks(
        books({
          sent: [sent({ step: 5 })],
          intents: [intent({ decidedStep: 5 })],
          manual: [manual(fields)],
          confirmed: new Map([["first", new Set(confirmed)]]),
        }),
      );
    expect(after({})).toEqual([expect.stringMatching(/^sent twice: RFD1 .* manual refund/)]);
    expect(after({}, ["by-hand"])).toEqual([]);
    expect(after({ isHeld: false, endedStep: 4 })).toEqual([]);
    expect(after({ step: 5 })).toEqual([]);
  });

  it("is found when it is recorded by hand after a refund, or after another record", () => {
    const after = (fields: Partial<Books>): string[] =>
      checkBooks(books({ manual: [manual({ step: 3 })], ...fields }));
    expect(after({})).toEqual([
      expect.stringMatching(/^recorded twice: the manual refund by-hand after first/),
    ]);
    expect(after({ confirmed: new Map([["by-hand", new Set(["first"])]]) })).toEqual([]);
    expect(
      after({
        sent: [sent({ status: "FAILURE", failedStep: 2 })],
        intents: [intent({ refundStatus: "FAILURE" })],
      }),
    ).toEqual([]);
    const records = [manual({ id: "before" }), manual({ step: 3 })];
    const none = { sent: [], intents: [], manual: records };
    expect(after(none)).toEqual(["recorded twice: the manual refund by-hand after before"]);
    const ended = [manual({ id: "before", isHeld: false, endedStep: 3 }), manual({ step: 3 })];
    expect(after({ ...none, manual: ended })).toEqual([]);
  });

  it("is found when one intent has two refunds", () => {
    const one = books({ sent: [sent(), sent({ refundId: "RFD2", position: 1 })] });
    expect(checkBooks(one)).toContain("sent twice: the intent first has two refunds");
  });
});

describe("what is not true", () => {
  it.each(["REFUSED", "NOT_SENT", "RECORDED"] as const)(
    "is a refund that is %s here and made there",
    (state) => {
      const found = checkBooks(books({ intents: [intent({ state, refundId: null, refundStatus: null })] }));
      expect(found).toEqual([expect.stringMatching(/^untrue: first/)]);
    },
  );

  it("is a refund accepted here that is none, or another one, there; or one that nobody decided", () => {
    expect(checkBooks(books({ sent: [] }))).toEqual([expect.stringMatching(/^untrue: first is ACCEPTED/)]);
    expect(checkBooks(books({ intents: [intent({ refundId: "RFD9" })] }))).toHaveLength(1);
    expect(checkBooks(books({ intents: [] }))).toEqual(["untrue: nobody decided RFD1"]);
  });

  it("is a row that says other than its refund", () => {
    for (const state of ["accepted", "failed", "refused", "unknown", "not_sent"])
      expect(checkBooks(books({ rows: [row({ state })] }))).toEqual([
        expect.stringMatching(/^untrue row: first/),
      ]);
    for (const state of ["done", "sending"])
      expect(checkBooks(books({ rows: [row({ state })] }))).toEqual([]);
    const counted = books({ rows: [row({ countedState: "accepted" })] });
    expect(checkBooks(counted)).toEqual(["untrue row: first says done, and is counted as accepted"]);
    const none = books({ sent: [], intents: [], rows: [row({ state: "done" })] });
    expect(checkBooks(none)).toEqual([expect.stringMatching(/^untrue row: first says done/)]);
  });
});

describe("a refund", () => {
  const approval = { requestedById: "fin", decidedById: "other", isApproved: true };

  it("that one person sent alone above what they may is found", () => {
    expect(checkBooks(books({ aloneUpTo: () => 9_999n }))).toEqual([expect.stringMatching(/^alone: RFD1/)]);
    expect(checkBooks(books({ aloneUpTo: () => 10_000n }))).toEqual([]);
    const approved = (fields: Partial<typeof approval>): string[] =>
      checkBooks(books({ aloneUpTo: () => 0n, intents: [intent({ approval: { ...approval, ...fields } })] }));
    expect(approved({})).toEqual([]);
    for (const fields of [{ decidedById: "fin" }, { isApproved: false }])
      expect(approved(fields)).toEqual([expect.stringMatching(/^alone: RFD1/)]);
  });

  it("that was sent while refunds were held is found", () => {
    expect(checkBooks(books({ heldSteps: new Set([1]) }))).toEqual([expect.stringMatching(/^held: RFD1/)]);
  });
});

describe("at rest", () => {
  const rest = (fields: Partial<Rest> = {}): Rest => ({
    open: [],
    left: new Map([["TXN1", 40_000n]]),
    ...fields,
  });

  it("what is open, a balance that is not exact, and a status that is not the service's are found", () => {
    expect(checkRest(books(), rest({ open: ["run paused"] }))).toEqual(["still open: run paused"]);
    const wrong = checkRest(books(), rest({ left: new Map([["TXN1", 40_001n]]) }));
    expect(wrong).toEqual([expect.stringMatching(/^balance: TXN1/)]);
    expect(checkRest(books({ intents: [intent({ refundStatus: "FAILURE" })] }), rest())).toEqual([
      expect.stringMatching(/^status: RFD1/),
    ]);
    const paidLate = books({ sent: [sent({ status: "FAILURE", failedStep: 2, paidLateStep: 3 })] });
    expect(checkRest(paidLate, rest())).toEqual([
      expect.stringMatching(/^status: RFD1 is FAILURE paid late/),
    ]);
  });

  it("a refund that the dashboard lost is found", () => {
    const lost = books({ intents: [intent({ state: "UNKNOWN", refundId: null })] });
    expect(checkRest(lost, rest())).toEqual([expect.stringMatching(/^lost: the service has RFD1/)]);
  });
});

describe("a refund request that waited", () => {
  const waiting = { id: "request", transactionId: "TXN1", step: 0, endedStep: null };

  it("is named by every refund of its payment that was decided meanwhile, or is fulfilled by it", () => {
    const fault = ["sent unasked: first while the request request waited"];
    expect(checkBooks(books({ waiting: [waiting] }))).toEqual(fault);
    const named = new Map([["first", new Set(["request"])]]);
    expect(checkBooks(books({ waiting: [waiting], confirmed: named }))).toEqual([]);
    expect(checkBooks(books({ waiting: [{ ...waiting, endedStep: 1 }] }))).toEqual([]);
    expect(checkBooks(books({ waiting: [{ ...waiting, step: 1 }] }))).toEqual([]);
    expect(checkBooks(books({ waiting: [{ ...waiting, transactionId: "TXN2" }] }))).toEqual([]);
    const byHand = books({ sent: [], intents: [], manual: [manual()], waiting: [waiting] });
    expect(checkBooks(byHand)).toEqual(["sent unasked: by-hand while the request request waited"]);
  });

  it("is not fulfilled a second time, whatever the amounts", () => {
    const requests = new Map([
      ["first", "request"],
      ["by-hand", "request"],
    ]);
    const twice = books({ manual: [manual({ amountPaise: 1n })], requests });
    expect(checkBooks(twice)).toEqual(["recorded twice: the manual refund by-hand after first"]);
  });
});
