import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "../../testing/harness";
import { searchNotes } from "./search-notes";
import { type NoteFields, TXN, writeNote } from "../../testing/notes";
import { deleteNote } from "../commands/delete-note";

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

it("the search finds whole words in any case, newest first, and no deleted notes", async () => {
  await added("Customer wants a REFUND by Friday");
  const other = { kind: "payment", id: "TXN202611250101010000002" } as const;
  await added("refund promised", { subject: other });
  await deleteNote(ctx, { noteId: await added("refund, deleted") });
  const textsOf = async (text: string) =>
    (await searchNotes(ctx, { text, isMentioned: false }, "")).notes.map((note) => note.text);
  expect(await textsOf("refund")).toEqual(["refund promised", "Customer wants a REFUND by Friday"]);
  expect(await textsOf("friday refund")).toEqual(["Customer wants a REFUND by Friday"]);
  expect(await textsOf("frid")).toEqual([]);
  for (const odd of ["'", "a & | !", '"', ":*", "\\", "%"]) await expect(textsOf(odd)).resolves.toBeDefined();
  expect(await searchNotes(ctx, { text: "\0", isMentioned: false }, "")).toMatchObject({
    isTextInvalid: true,
  });
});

it("pages go through all notes once, also those written at the same time", async () => {
  await harness.pool.query(
    `insert into notes (id, subject_kind, subject_id, author_id, text, created_at)
     select gen_random_uuid(), 'payment', $1, $2, 'n' || n, timestamptz '2026-11-25 10:00Z' + (n / 10) * interval '1 ms'
     from generate_series(1, 120) n`,
    [TXN, ctx.actor.userId],
  );
  const seen: (string | null)[] = [];
  let cursor: string | null = "";
  while (cursor !== null) {
    const page: Awaited<ReturnType<typeof searchNotes>> = await searchNotes(
      ctx,
      { text: "", isMentioned: false },
      cursor,
    );
    seen.push(...page.notes.map(({ text }) => text));
    cursor = page.nextCursor;
  }
  expect(new Set(seen).size).toBe(120);
  expect(seen).toHaveLength(120);
});
