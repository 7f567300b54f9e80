import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { draftPath, recordDraft, removeAbandonedDrafts } from "./drafts";

test("the draft of a backup that is being written stays", async () => {
  const base = await mkdtemp(join(tmpdir(), "paydeck-drafts-"));
  try {
    const draft = draftPath(join(base, "paydeck.backup"));
    const removeNote = await recordDraft(base, draft);
    await writeFile(draft, "half of it");
    await removeAbandonedDrafts(base);
    expect((await readdir(base)).filter((name) => name.endsWith(".draft"))).toHaveLength(1);
    await removeNote();
  } finally {
    await rm(base, { recursive: true });
  }
});
