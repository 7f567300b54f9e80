import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { searchNotes } from "./search-notes";
import { composed } from "@/tools/testing/dashboard/composed-role";
import { type NoteFields, writeNote } from "@/tools/testing/dashboard/notes";
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
  const textsOf = async (words: string) => (await searchNotes(ctx, words)).map(({ text }) => text);
  expect(await textsOf("refund")).toEqual(["refund promised", "Customer wants a REFUND by Friday"]);
  expect(await textsOf("friday refund")).toEqual(["Customer wants a REFUND by Friday"]);
  expect(await textsOf("frid")).toEqual([]);
  for (const odd of ["'", "a & | !", '"', ":*", "\\", "%"]) await expect(textsOf(odd)).resolves.toBeDefined();
  for (const nothing of ["\0", " ", "x".repeat(301)]) expect(await textsOf(nothing)).toEqual([]);
});

it("a dash and an or are no operators: a reference that begins with one finds no note without it", async () => {
  await added("Customer wants a refund by Friday");
  const textsOf = async (words: string) => (await searchNotes(ctx, words)).map(({ text }) => text);
  expect(await textsOf("-ORD-1")).toEqual([]);
  expect(await textsOf("missing or friday")).toEqual([]);
});

it("notes that a person may not see take no place of those that they may", async () => {
  await added("refund promised");
  await harness.pool.query(
    `insert into notes (id, subject_kind, subject_id, author_id, text, created_at)
     select gen_random_uuid(), 'bulk_run', gen_random_uuid(), $1, 'refund sent', now() from generate_series(1, 50)`,
    [ctx.actor.userId],
  );
  const textsOf = async (by: Ctx) => (await searchNotes(by, "refund")).map(({ text }) => text);
  expect(await textsOf(ctx)).toHaveLength(50);
  expect(await textsOf(await harness.ctxOf(composed(["view_payments"])))).toEqual(["refund promised"]);
});
