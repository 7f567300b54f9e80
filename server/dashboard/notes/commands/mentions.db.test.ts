import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { MAX_MENTIONS_OF_HOUR, type NoteSubject, type NoteView } from "@/lib/notes/note-views";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { requestRefund } from "../../refunds/commands/request-refund";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { refundInput } from "@/tools/testing/dashboard/refund-input";
import { listNotes, listPeopleToMention } from "../queries/list-notes";
import { expandAll, notifiedPeople } from "@/tools/testing/dashboard/notifications";
import { type NoteFields, payment, writeNote } from "@/tools/testing/dashboard/notes";
import { addNote } from "./add-note";
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

  it("notify sixty people within an hour, by new notes and by edits, whatever is sent at once", async () => {
    const asha = await harness.ctxOf("finance");
    const ravi = await harness.ctxOf("ops");
    const mentions = [asha.actor.userId, ravi.actor.userId, ctx.actor.userId];
    await harness.pool.query("update people set name = 'Asha' where id = $1", [asha.actor.userId]);
    await harness.pool.query("update people set name = 'Ravi' where id = $1", [ravi.actor.userId]);
    const add = () => addNote(ctx, { noteId: randomUUID(), subject: payment, text: "@Asha", mentions });
    const addAtOnce = (count: number) => Promise.all(Array.from({ length: count }, add));
    for (let notes = 0; notes < MAX_MENTIONS_OF_HOUR - 10; notes += 10) await addAtOnce(10);
    const outcomes = await addAtOnce(15);
    const refused = { kind: "invalid", fault: "too_many_mentions_of_hour" };
    expect(outcomes.filter(({ kind }) => kind === "done")).toHaveLength(10);
    expect(outcomes.filter(({ kind }) => kind !== "done")).toEqual(Array(5).fill(refused));
    const [note] = outcomes.filter((one) => one.kind === "done");
    const edit = (text: string) => editNote(ctx, { noteId: note?.noteId ?? "", text, mentions, version: 1 });
    expect(await edit("@Asha @Ravi")).toEqual(refused);
    expect(await edit("@Asha: nobody else")).toMatchObject({ kind: "done" });
    expect(await writeNote(asha, "@Ravi", { mentions })).toBeTruthy();
    harness.clock.advance(3_600_001);
    expect(await add()).toMatchObject({ kind: "done" });
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
