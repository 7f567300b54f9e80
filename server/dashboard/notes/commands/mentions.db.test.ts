import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { NoteSubject, NoteView } from "@/lib/notes/note-views";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "../../testing/harness";
import { requestRefund } from "../../refunds/commands/request-refund";
import { composed } from "../../testing/composed-role";
import { refundInput } from "../../testing/refund-input";
import { listNotes, listPeopleToMention } from "../queries/list-notes";
import { searchNotes } from "../queries/search-notes";
import { expandAll, notifiedPeople } from "../../testing/notifications";
import { type NoteFields, payment, TXN, writeNote } from "../../testing/notes";
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

const added = (text: string, fields?: NoteFields) => writeNote(ctx, text, fields);
const notesOf = async (by: Ctx = ctx, subject = payment): Promise<readonly NoteView[]> =>
  (await listNotes(by, subject)).notes;

describe("mentions", () => {
  it("are the chosen people whose name is in the text, active ones only", async () => {
    const asha = await harness.ctxOf("finance");
    const left = await harness.ctxOf("ops");
    await harness.pool.query("update people set name = 'Asha Rao' where id = $1", [asha.actor.userId]);
    await harness.pool.query("update people set name = 'Ravi', deactivated_at = now() where id = $1", [
      left.actor.userId,
    ]);
    const mentions = [asha.actor.userId, left.actor.userId, ctx.actor.userId];
    await added("@Asha Rao and @Ravi: please check", { mentions });
    const expected = [{ personId: asha.actor.userId, name: "Asha Rao" }];
    expect(await notesOf()).toMatchObject([{ mentions: expected }]);

    const mine = await searchNotes(asha, { text: "", isMentioned: true }, "");
    expect(mine.notes).toMatchObject([{ text: "@Asha Rao and @Ravi: please check", transactionId: TXN }]);
    expect((await searchNotes(ctx, { text: "", isMentioned: true }, "")).notes).toEqual([]);
  });

  it("are only of people who may see what the note is about", async () => {
    const clerk = await harness.ctxOf(composed(["view_payments", "write_note"]));
    const people = async (about: "payment" | "refund") =>
      (await listPeopleToMention(ctx, about)).people.map(({ personId }) => personId);
    expect(await people("payment")).toContain(clerk.actor.userId);
    expect(await people("refund")).not.toContain(clerk.actor.userId);

    const mentions = [clerk.actor.userId];
    const finance = await harness.ctxOf("finance");
    const outcome = await requestRefund(
      finance,
      refundInput(harness.service.addPayment({ merchant_transaction_id: "ORD-N" })),
    );
    if (outcome.kind !== "accepted") throw new Error(outcome.kind);
    const refund: NoteSubject = { kind: "refund", id: outcome.refundId };
    const noteId = await added(`@${clerk.actor.name} please check`, { mentions, subject: refund });
    await editNote(ctx, { noteId, text: `@${clerk.actor.name} check`, mentions, version: 1 });
    expect(await notesOf(ctx, refund)).toMatchObject([{ mentions: [] }]);
    await added(`@${clerk.actor.name} please check`, { mentions });
    expect(await notesOf()).toMatchObject([{ mentions: [{ personId: clerk.actor.userId }] }]);
  });

  it("notify each person once, by whatever edits, and never the author", async () => {
    const asha = await harness.ctxOf("finance");
    const ravi = await harness.ctxOf("ops");
    await harness.pool.query("update people set name = 'Asha Rao' where id = $1", [asha.actor.userId]);
    await harness.pool.query("update people set name = 'Ravi' where id = $1", [ravi.actor.userId]);
    const mentions = [asha, ravi, ctx].map(({ actor }) => actor.userId);
    const noteId = await added("@Asha Rao @Test support", { mentions });
    await editNote(ctx, { noteId, text: "@Asha Rao and @Ravi", mentions, version: 1 });
    await expandAll(harness);
    const found = await notifiedPeople(harness);
    expect(found.map(({ event, personId }) => [event, personId])).toEqual([
      ["mention", asha.actor.userId],
      ["mention", ravi.actor.userId],
    ]);
    expect(found[0]?.detail).toEqual({ noteId, subject: payment, by: ctx.actor.name });
  });

  it("stay after an edit, although the person has left", async () => {
    const asha = await harness.ctxOf("finance");
    const name = asha.actor.name;
    const noteId = await added(`@${name} see this`, { mentions: [asha.actor.userId] });
    await harness.pool.query("update people set deactivated_at = now() where id = $1", [asha.actor.userId]);
    await editNote(ctx, { noteId, text: `@${name} see that`, mentions: [], version: 1 });
    expect(await notesOf()).toMatchObject([{ mentions: [{ name }] }]);
    await editNote(ctx, { noteId, text: "nobody", mentions: [], version: 2 });
    expect(await notesOf()).toMatchObject([{ mentions: [] }]);
  });
});
