import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Ctx } from "../../context";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { promoteExperiment } from "./change-experiment";
import { startExperiment } from "./start-experiment";
import { saveRules } from "./save-rules";
import { respondToOps, opsCalls } from "@/tools/testing/dashboard/ops-responses";
import { RULE, RULE_SET, EXPERIMENT } from "@/tools/testing/dashboard/ops-bodies";

let harness: Harness;
let ctx: Ctx;

beforeAll(async () => {
  harness = await startHarness();
});
beforeEach(async () => {
  await harness.reset();
  harness.service.ops = { idempotency: true, operations: ["rules.save"] };
  ctx = await harness.ctxOf("admin");
});
afterAll(() => harness.stop());

describe("saving rules", () => {
  it("from a version that is no longer in force is a conflict, in the service's words", async () => {
    respondToOps(harness, "rules.save", 409, { detail: "Version 8 is in force, saved by b@example.com." });
    const outcome = await saveRules(ctx, { expectedVersion: 7, rules: [RULE], note: "" });
    expect(outcome).toEqual({ kind: "conflict", message: "Version 8 is in force, saved by b@example.com." });
  });

  it("is audited with what changed, by whom", async () => {
    harness.service.ops = { idempotency: true, operations: ["rules.save", "rules.version"] };
    respondToOps(harness, "rules.version", 200, { ...RULE_SET, version: 7, rules: [{ ...RULE, id: "old" }] });
    respondToOps(harness, "rules.save", 200, { ...RULE_SET, warnings: [] });
    await saveRules(ctx, { expectedVersion: 7, rules: [RULE], note: "why" });
    const [requested, done] = await harness.audit();
    expect(requested).toMatchObject({
      actor_email: ctx.actor.email,
      subject_kind: "rules",
      detail: { from: 7, rules: 1, note: "why", added: "every-payment", removed: "old" },
    });
    expect(done).toMatchObject({ detail: { version: 8 } });
    expect(JSON.parse(opsCalls(harness, "rules.save")[0]?.body ?? "")).toMatchObject({
      expected_version: 7,
      author: ctx.actor.email,
      note: "why",
    });
  });
});

describe("an experiment with rules", () => {
  const before = { ...RULE_SET, version: 7, rules: [{ ...RULE, id: "old" }] };
  const changes = { from: 7, rules: 1, added: "every-payment", removed: "old" };

  it("is audited with what its rules change of those in force", async () => {
    harness.service.ops = { idempotency: true, operations: ["rules.start_experiment", "rules.version"] };
    respondToOps(harness, "rules.version", 200, before);
    respondToOps(harness, "rules.start_experiment", 200, EXPERIMENT);
    await startExperiment(ctx, { expectedVersion: 7, rules: [RULE], note: "why" });
    const [requested, done] = await harness.audit();
    expect(requested).toMatchObject({ detail: { ...changes, note: "why" } });
    expect(done).toMatchObject({ detail: { ...changes, experiment: 2 } });
  });

  it("is audited with what its rules change when they are promoted", async () => {
    harness.service.ops = {
      idempotency: true,
      operations: ["rules.promote_experiment", "rules.experiments", "rules.version"],
    };
    respondToOps(harness, "rules.experiments", 200, {
      experiments: [{ ...EXPERIMENT, id: 3, rules: [{ ...RULE, id: "newer" }] }, EXPERIMENT],
      next_cursor: null,
    });
    respondToOps(harness, "rules.version", 200, before);
    respondToOps(harness, "rules.promote_experiment", 200, { ...RULE_SET, warnings: [] });
    await promoteExperiment(ctx, { experiment: 2, note: "" });
    const [requested, done] = await harness.audit();
    expect(requested).toMatchObject({ detail: { ...changes, note: null } });
    expect(done).toMatchObject({ detail: { ...changes, version: 8 } });
  });

  it("is promoted although what it changes cannot be read", async () => {
    harness.service.ops = {
      idempotency: true,
      operations: ["rules.promote_experiment", "rules.experiments"],
    };
    respondToOps(harness, "rules.experiments", 200, { experiments: [], next_cursor: null });
    respondToOps(harness, "rules.promote_experiment", 200, { ...RULE_SET, warnings: [] });
    expect(await promoteExperiment(ctx, { experiment: 2, note: "" })).toMatchObject({ kind: "done" });
    expect((await harness.audit())[0]).toMatchObject({ detail: { note: null } });
  });
});
