import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "../../testing/harness";
import { searchNotes } from "./search-notes";
import { type NoteFields, writeNote } from "../../testing/notes";
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
