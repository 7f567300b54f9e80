import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { ROLES } from "@/lib/can";
import type { NoteSubject, NoteView } from "@/lib/notes/note-views";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { respondToRefund, insertUnknownRefund } from "@/tools/testing/dashboard/unknown-refund";
import { listNotes } from "../queries/list-notes";
import { searchNotes } from "../queries/search-notes";
import { expandAll, notifiedPeople } from "@/tools/testing/dashboard/notifications";
import { type NoteFields, payment, TXN, writeNote } from "@/tools/testing/dashboard/notes";
import { addNote, MAX_NOTES_OF_SUBJECT } from "./add-note";
import { deleteNote } from "./delete-note";
import { editNote } from "./edit-note";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  ctx = await harness.ctxOf("support");
});
afterAll(() => harness.stop());

const added = (text: string, { by = ctx, ...fields }: NoteFields & { by?: Ctx } = {}) =>
  writeNote(by, text, fields);
const notesOf = async (by: Ctx = ctx, subject = payment): Promise<readonly NoteView[]> =>
  (await listNotes(by, subject)).notes;

it("stores a note, with its author and an audit entry that does not contain the text", async () => {
  await added("  The customer called\r\nabout a refund.  ");
  expect(await notesOf()).toMatchObject([
    {
      author: "Test support",
      text: "The customer called\nabout a refund.",
      editedAt: null,
      deleted: null,
      mayEdit: true,
      mayDelete: true,
    },
  ]);
  const [entry] = await harness.audit();
  expect(entry).toMatchObject({ action: "note_added", detail: { transactionId: TXN } });
  expect(JSON.stringify(entry)).not.toContain("called");
});

it("makes one note of a form that is sent twice, at once or later", async () => {
  const input = { noteId: randomUUID(), subject: payment, text: "once", mentions: [] };
  const outcomes = await Promise.all([addNote(ctx, input), addNote(ctx, input)]);
  outcomes.push(await addNote(ctx, input));
  expect(outcomes).toEqual(outcomes.map(() => ({ kind: "done", noteId: input.noteId })));
  expect(await notesOf()).toHaveLength(1);
  expect(await harness.audit()).toHaveLength(1);
});

it("does not lose what was typed after a lost response: the other text is not taken for stored", async () => {
  const noteId = await added("first");
  expect(await addNote(ctx, { noteId, subject: payment, text: "first and more", mentions: [] })).toEqual({
    kind: "changed",
  });
  expect(await notesOf()).toMatchObject([{ text: "first" }]);
});

it("gives nobody else's note away to a form with its id", async () => {
  const noteId = await added("mine");
  const other = await harness.ctxOf("finance");
  expect(await addNote(other, { noteId, subject: payment, text: "theirs", mentions: [] })).toEqual({
    kind: "not_found",
  });
  expect(await notesOf()).toMatchObject([{ text: "mine" }]);
});

it.each([
  ["", "blank"],
  [" \n ", "blank"],
  ["x".repeat(2_001), "too_long"],
  ["a\0b", "characters"],
  ["\ufffe", "characters"],
  ["card 4111 1111 1111 1111", "card_number"],
])("refuses the text %j", async (text, fault) => {
  const noteId = await added("fine");
  const refused = { kind: "invalid", fault };
  expect(await addNote(ctx, { noteId: randomUUID(), subject: payment, text, mentions: [] })).toEqual(refused);
  expect(await editNote(ctx, { noteId, text, mentions: [], version: 1 })).toEqual(refused);
  expect(await notesOf()).toMatchObject([{ text: "fine" }]);
});

it("counts code points: 2,000 emoji fit", async () => {
  await added("😀".repeat(2_000));
  expect(await notesOf()).toHaveLength(1);
});

describe.each([
  ["a refund that Paydeck does not know", { kind: "refund", id: "RFD202611250101010000009" }],
  ["an approval", { kind: "approval", id: randomUUID() }],
  ["no approval's id", { kind: "approval", id: "x" }],
  ["a bulk run", { kind: "bulk_run", id: randomUUID() }],
  ["a text that cannot be a transaction id", { kind: "payment", id: "\0" }],
])("%s", (_name, subject) => {
  it("gets no note when it does not exist", async () => {
    expect(await addNote(ctx, { noteId: randomUUID(), subject, text: "x", mentions: [] })).toEqual({
      kind: "not_found",
    });
  });
});

it.each([[null], ["text"], [{}], [{ noteId: "x", subject: payment, text: "x", mentions: [] }]])(
  "answers malformed input %j",
  async (input) => {
    for (const command of [addNote, editNote, deleteNote])
      expect(await command(ctx, input)).toEqual({ kind: "not_found" });
  },
);

describe("an edit", () => {
  it("keeps the earlier texts visible", async () => {
    const noteId = await added("first");
    expect(await editNote(ctx, { noteId, text: "second", mentions: [], version: 1 })).toEqual({
      kind: "done",
      noteId,
    });
    await editNote(ctx, { noteId, text: "third", mentions: [], version: 2 });
    const [note] = await notesOf();
    expect(note).toMatchObject({
      text: "third",
      version: 3,
      earlier: [{ text: "first" }, { text: "second" }],
    });
    expect(note?.editedAt).not.toBeNull();
  });

  it("of an older text is refused; the same one sent twice is stored once", async () => {
    const noteId = await added("first");
    const edit = { noteId, text: "second", mentions: [], version: 1 };
    expect(await editNote(ctx, edit)).toMatchObject({ kind: "done" });
    expect(await editNote(ctx, edit)).toMatchObject({ kind: "done" });
    expect(await editNote(ctx, { ...edit, text: "from another tab" })).toEqual({ kind: "changed" });
    expect(await notesOf()).toMatchObject([{ text: "second", earlier: [{ text: "first" }] }]);
  });

  it("two at once: one is stored, and the other reported", async () => {
    const noteId = await added("first");
    const outcomes = await Promise.all(
      ["one", "two"].map((text) => editNote(ctx, { noteId, text, mentions: [], version: 1 })),
    );
    expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["changed", "done"]);
  });

  it("is the author's alone, an admin's neither", async () => {
    const noteId = await added("mine");
    const admin = await harness.ctxOf("admin");
    expect(await editNote(admin, { noteId, text: "theirs", mentions: [], version: 1 })).toEqual({
      kind: "not_found",
    });
    expect(await notesOf(admin)).toMatchObject([{ text: "mine", mayEdit: false, mayDelete: true }]);
  });
});

describe("a deletion", () => {
  it("erases every text, and stays visible itself", async () => {
    const noteId = await added(`secret@example.com, @${ctx.actor.name}`, { mentions: [ctx.actor.userId] });
    await editNote(ctx, { noteId, text: "nothing", mentions: [], version: 1 });
    expect(await deleteNote(ctx, { noteId })).toEqual({ kind: "done", noteId });
    expect(await deleteNote(ctx, { noteId })).toEqual({ kind: "done", noteId });
    expect(await notesOf()).toMatchObject([
      {
        text: null,
        earlier: [],
        mentions: [],
        deleted: { by: "Test support" },
        mayEdit: false,
        mayDelete: false,
      },
    ]);
    const dump = await harness.pool.query(
      "select (select json_agg(n) from notes n)::text || coalesce((select json_agg(v) from note_versions v)::text, '') as all",
    );
    expect(JSON.stringify(dump.rows)).not.toContain("secret@example.com");
    expect((await harness.audit()).map(({ action }) => action)).toEqual([
      "note_added",
      "note_edited",
      "note_deleted",
    ]);
    expect(await editNote(ctx, { noteId, text: "back", mentions: [], version: 2 })).toEqual({
      kind: "not_found",
    });
  });

  it("of somebody else's note is an admin's alone, and refusals are recorded", async () => {
    const noteId = await added("mine");
    for (const role of ["support", "ops", "finance"] as const)
      expect(await deleteNote(await harness.ctxOf(role), { noteId })).toEqual({ kind: "forbidden" });
    expect((await harness.audit()).filter(({ action }) => action === "forbidden")).toHaveLength(3);
    expect(await notesOf()).toMatchObject([{ text: "mine" }]);
    expect(await deleteNote(await harness.ctxOf("admin"), { noteId })).toEqual({ kind: "done", noteId });
  });
});

it("a subject has a limit, also when two people reach it at once", async () => {
  await harness.pool.query(
    `insert into notes (id, subject_kind, subject_id, author_id, text, created_at)
     select gen_random_uuid(), 'payment', $1, $2, 'x', now() from generate_series(1, $3)`,
    [TXN, ctx.actor.userId, MAX_NOTES_OF_SUBJECT - 1],
  );
  const outcomes = await Promise.all(
    ["a", "b"].map((text) => addNote(ctx, { noteId: randomUUID(), subject: payment, text, mentions: [] })),
  );
  expect(outcomes.map(({ kind }) => kind).sort()).toEqual(["done", "too_many"]);
});

it.each(ROLES)("every role reads and writes notes: %s", async (role) => {
  const by = await harness.ctxOf(role);
  await added("hello", { by });
  expect(await listNotes(by, payment)).toMatchObject({ mayWrite: true, notes: [{ text: "hello" }] });
});

it("nothing changes when it cannot be recorded (failure 38)", async () => {
  const noteId = await added("first");
  const repair = await harness.breakAudit();
  await expect(added("more")).rejects.toThrow("disk full");
  await expect(editNote(ctx, { noteId, text: "other", mentions: [], version: 1 })).rejects.toThrow(
    "disk full",
  );
  await expect(deleteNote(ctx, { noteId })).rejects.toThrow("disk full");
  await repair();
  expect(await notesOf()).toMatchObject([{ text: "first", version: 1 }]);
});

describe("a note on a refund attempt", () => {
  /** A refund of unknown outcome. */
  const attempt = async (): Promise<NoteSubject> => ({
    kind: "refund_intent",
    id: await insertUnknownRefund(ctx, { transactionId: TXN }),
  });
  /** What the service answered in the end. */
  async function becomes(subject: NoteSubject, refundId: string): Promise<NoteSubject> {
    await respondToRefund(ctx, subject.id, { status: "INITIATED", refundId });
    await harness.pool.query(
      `insert into tracked_refunds (service_address, refund_id, transaction_id, reference, amount_paise, currency, status,
         requested_at, is_made_here, checked_at, asked_at, next_check_at)
       values ($1, $2, $3, 'ORD-1', 1000, 'INR', 'INITIATED', $4, true, $4, $4, $4)`,
      [ctx.routing.serviceAddress, refundId, TXN, harness.clock.now()],
    );
    return { kind: "refund", id: refundId };
  }

  it("is shown on it, on its payment, and on the refund once that is known; and the other way round", async () => {
    const subject = await attempt();
    await added("the bank says it is paid", { subject });
    const note = { text: "the bank says it is paid", subject };
    expect(await notesOf(ctx, subject)).toMatchObject([note]);
    expect(await notesOf()).toMatchObject([note]);
    expect(await searchNotes(ctx, "bank")).toMatchObject([note]);
    const refund = await becomes(subject, "RFD-1");
    harness.clock.advance(1_000);
    await added("it is", { subject: refund });
    const both = [note, { text: "it is", subject: refund }];
    expect(await notesOf(ctx, refund)).toMatchObject(both);
    expect(await notesOf(ctx, subject)).toMatchObject(both);
    expect(await notesOf(ctx, { kind: "refund", id: "RFD-2" })).toEqual([]);
    const [entry] = await harness.audit();
    expect(entry).toMatchObject({
      detail: { kind: "refund_intent", intentId: subject.id, transactionId: TXN },
    });
  });

  it("is edited and deleted as any other, and a mention names it", async () => {
    const subject = await attempt();
    const finance = await harness.ctxOf("finance");
    const noteId = await added("ask @Test finance", { subject, mentions: [finance.actor.userId] });
    await expandAll(harness);
    expect(await notifiedPeople(harness)).toMatchObject([
      { event: "mention", personId: finance.actor.userId, detail: { subject } },
    ]);
    await editNote(ctx, { noteId, text: "asked", mentions: [], version: 1 });
    await deleteNote(ctx, { noteId });
    expect(await notesOf(ctx, subject)).toMatchObject([{ text: null, subject }]);
  });

  it("is not for a role that does not see refunds, nor for an attempt that does not exist", async () => {
    const subject = await attempt();
    await added("secret", { subject });
    const clerk = await harness.ctxOf(composed(["view_payments", "write_note"]));
    expect(await notesOf(clerk)).toEqual([]);
    await expect(notesOf(clerk, subject)).rejects.toThrow();
    const input = { noteId: randomUUID(), subject, text: "x", mentions: [] };
    expect(await addNote(clerk, input)).toEqual({ kind: "forbidden" });
    for (const id of [randomUUID(), subject.id.toUpperCase(), "RFD-1"])
      expect(await addNote(ctx, { ...input, subject: { kind: "refund_intent", id } })).toEqual({
        kind: "not_found",
      });
    expect(await notesOf(ctx, { kind: "refund_intent", id: "RFD-1" })).toEqual([]);
  });
});
