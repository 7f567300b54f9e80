// @vitest-environment happy-dom
import { expect, test, vi } from "vitest";
import { EXPERIMENT } from "@/tools/gallery/rules/experiment-data";
import { mount } from "@/tools/testing/mounted";
import { ExperimentActions } from "./experiment-actions";

const stop = vi.hoisted(() => vi.fn());
vi.mock("@/app/(dashboard)/rules/actions", () => ({
  stopExperimentAction: stop,
  promoteExperimentAction: () => undefined,
  startTrialAction: () => undefined,
}));

test("an experiment is stopped once somebody has confirmed it", async () => {
  stop.mockResolvedValue({ kind: "done", value: null });
  const page = await mount(<ExperimentActions experiment={EXPERIMENT} />);
  await page.press("Stop…");
  expect(page.text()).toContain(`Stop experiment ${String(EXPERIMENT.id)}?`);
  await page.press("Keep it running");
  expect(page.text()).not.toContain("Stop experiment");
  expect(stop).not.toHaveBeenCalled();
  await page.press("Stop…");
  await page.press("Stop experiment");
  expect(stop).toHaveBeenCalledExactlyOnceWith({ experiment: EXPERIMENT.id });
  expect(page.text()).not.toContain("Stop experiment");
  await page.end();
});
