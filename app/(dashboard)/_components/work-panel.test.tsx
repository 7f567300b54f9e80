// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { WORK_ITEM } from "@/tools/gallery/work-data";
import { mount } from "@/tools/testing/mounted";
import { WorkPanel } from "./work-panel";

const assign = vi.hoisted(() => vi.fn());
vi.mock("@/app/(dashboard)/queues/actions", () => ({
  assignWorkAction: assign,
  waitForWorkAction: assign,
  finishWorkAction: assign,
  reopenWorkAction: assign,
}));

const item = WORK_ITEM;

test("an item that a colleague took meanwhile is not taken from them, and its page says whose it is", async () => {
  const assignee = { personId: "farah", name: "Farah Khan", isViewer: false };
  const now = { ...item, version: item.version + 1, assignee };
  assign.mockResolvedValue({ kind: "changed", item: now });
  const panel = await mount(<WorkPanel items={[item]} viewerId="meera" here={item.href} />);
  expect(panel.text()).toContain("Assigned to nobody.");
  await panel.press("Assign to you");
  expect(assign).toHaveBeenCalledExactlyOnceWith({
    kind: item.kind,
    itemId: item.itemId,
    version: item.version,
    mark: item.mark,
    personId: "meera",
  });
  expect(panel.text()).toContain("This item has changed. Nothing was saved.");
  expect(panel.text()).toContain("It is now open, and assigned to Farah Khan");
  expect(panel.text()).toContain("Assigned to Farah Khan.");
  await panel.end();
});

test("somebody who may not change an item sees who has it, and no button", async () => {
  const panel = await mount(<WorkPanel items={[{ ...item, mayWork: false }]} viewerId="meera" here="/" />);
  expect(panel.text()).toContain("Assigned to nobody.");
  await expect(panel.press("Assign to you")).rejects.toThrow("there is no button");
  await panel.end();
});
