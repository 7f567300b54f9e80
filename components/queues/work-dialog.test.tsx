// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import type { WorkOutcomeView } from "@/lib/queues/work-views";
import { WORK_ITEM as ITEM } from "@/tools/gallery/work-data";
import { mount } from "@/tools/testing/mounted";
import { WorkDialog } from "./work-dialog";

const FARAH = { personId: "farah", name: "Farah Khan", role: "admin" } as const;
const target = { kind: ITEM.kind, itemId: ITEM.itemId, version: ITEM.version, mark: ITEM.mark };

async function open(...outcomes: WorkOutcomeView[]) {
  const send = vi.fn<() => Promise<WorkOutcomeView>>();
  for (const outcome of outcomes) send.mockResolvedValueOnce(outcome);
  const onClose = vi.fn();
  const dialog = await mount(
    <WorkDialog
      step="assign"
      item={ITEM}
      account={null}
      people={[FARAH]}
      viewerId="meera"
      commands={{ assign: send, wait: send, finish: send, reopen: send }}
      onClose={onClose}
    />,
  );
  return { ...dialog, send, onClose };
}

test("an item is given to the colleague who was chosen", async () => {
  const done = { kind: "done", item: ITEM } as const;
  const { press, choose, send, onClose, end } = await open(done);
  await choose("Assignee", FARAH.personId);
  await press("Assign");
  expect(send.mock.calls).toEqual([[{ ...target, personId: FARAH.personId }]]);
  expect(onClose).toHaveBeenCalledExactlyOnceWith(done);
  await end();
});

test("an item that somebody took meanwhile is replaced only by sending again, once it was said whose it is", async () => {
  const now = { ...ITEM, version: ITEM.version + 1, assignee: { ...FARAH, isViewer: false } };
  const { text, press, send, onClose, end } = await open(
    { kind: "changed", item: now },
    { kind: "done", item: now },
  );
  await press("Assign");
  expect(text()).toContain("This item has changed. Nothing was saved.");
  expect(text()).toContain("It is now open, and assigned to Farah Khan");
  expect(onClose).not.toHaveBeenCalled();
  await press("Assign");
  expect(send.mock.calls).toEqual([
    [{ ...target, personId: "meera" }],
    [{ ...target, version: now.version, personId: "meera" }],
  ]);
  await end();
});
