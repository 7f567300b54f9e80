import { describe, expect, test, vi } from "vitest";
import { findExperiment } from "../../store/experiments/rule-experiments";
import { asRules, ONE, useExperiments } from "@/tools/testing/routing/experiments";
import { SANDBOX } from "@/tools/testing/routing/gateway-doubles";
import { rule, storeRules } from "@/tools/testing/routing/rules";
import { saveRules } from "../rules/save-rules";
import { SharesCache } from "../success-rate/shares-cache";
import { promoteExperiment, startTrial, stopExperiment } from "./experiments";

const { byHand, inForce, withDoubles, create, end, twoIsBetter, start, resultOf, decisionOf } =
  useExperiments();

describe("the end of an experiment", () => {
  test("promoted: its rules are the next version, with the shares that they had", async () => {
    const target = { kind: "success_rate", gateways: ["one", "two"], floor_percent: 1, shift_percent: 100 };
    const deps = withDoubles();
    const { id } = await start(deps, [rule("every", { target })]);
    const payment = await create(deps);
    await twoIsBetter(payment.id);
    const promoted = await promoteExperiment(deps, SANDBOX, {
      id,
      author: "ben@example.com",
      note: "Better",
    });
    expect(promoted).toMatchObject({
      ok: true,
      value: { saved: { version: inForce.version + 1, author: "ben@example.com", note: "Better" } },
    });
    expect(await findExperiment(byHand.service.db, SANDBOX, id)).toMatchObject({
      ended: { by: "ben@example.com", reason: "promoted" },
    });
    const { rows } = await byHand.service.db.query<{ gateways: { gateway: string; share: number }[] }>(
      "select gateways from success_rate_shares where rule_id = 'every' and segment = '*'",
    );
    expect(rows[0]?.gateways.find(({ gateway }) => gateway === "two")?.share).toBeGreaterThan(0.8);
  });

  test("stopped and promoted at the same moment: it is either, never both", async () => {
    for (let round = 0; round < 5; round += 1) {
      const deps = withDoubles();
      const { id } = await start(deps);
      const [promoted, stopped] = await Promise.all([
        promoteExperiment(deps, SANDBOX, { id, author: "a", note: null }),
        stopExperiment(deps, SANDBOX, { id, author: "b" }),
      ]);
      expect([promoted.ok, stopped.ok].sort()).toEqual([false, true]);
      const found = await findExperiment(byHand.service.db, SANDBOX, id);
      expect(found?.ended?.reason).toBe(promoted.ok ? "promoted" : "stopped");
      if (promoted.ok) inForce.version += 1;
    }
  });

  test("other rules are saved: it was compared with those before, and ends", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    const saved = await saveRules(deps, SANDBOX, {
      expectedVersion: inForce.version,
      rules: asRules([ONE]),
      author: "ben@example.com",
      note: null,
      restoredFrom: null,
    });
    expect(saved.ok).toBe(true);
    expect(await findExperiment(byHand.service.db, SANDBOX, id)).toMatchObject({
      ended: { by: "ben@example.com", reason: "rules_changed" },
    });
  });

  test("other rules were saved at the moment when it began: it decides nothing, cannot go on, and the next one replaces it", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    inForce.version = await storeRules(byHand.service, [ONE]);
    expect((await decisionOf((await create(deps)).id))?.experiment).toBeNull();
    expect((await resultOf(deps, id))?.isOpen).toBe(false);
    const input = { id, share: 0.1, guardrail: 0.03, author: "a" };
    expect(await startTrial(deps, SANDBOX, input)).toMatchObject({ error: { kind: "version_conflict" } });
    expect((await start(deps)).id).toBe(id + 1);
    expect(await findExperiment(byHand.service.db, SANDBOX, id)).toMatchObject({
      ended: { reason: "rules_changed" },
    });
  });

  test("candidate rules that cannot be read any more keep no payment from being routed", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    await byHand.service.db.query(`update rule_experiments set rules = '[{"id": 5}]' where id = $1`, [id]);
    const trial = { id, share: 0.5, guardrail: 0.03, author: "a" };
    expect(await startTrial(deps, SANDBOX, trial)).toMatchObject({ error: { kind: "wrong_phase" } });
    expect((await create(deps)).gateway).toBe("one");
    expect((await resultOf(deps, id))?.rules).toBeNull();
  });

  test("candidate rules that cannot be read are read once by each process, and not for each payment", async () => {
    const deps = withDoubles();
    const { id } = await start(deps);
    await byHand.service.db.query(`update rule_experiments set rules = '[{"id": 5}]' where id = $1`, [id]);
    const error = vi.spyOn(deps.logger, "error");
    for (let n = 0; n < 3; n += 1) await create(deps);
    expect(error).toHaveBeenCalledTimes(1);
    error.mockRestore();
    await stopExperiment(deps, SANDBOX, { id, author: "asha@example.com" });
    const next = await start(deps);
    expect((await decisionOf((await create(deps)).id))?.experiment).toMatchObject({ id: next.id });
  });

  test("a process forgets the shares of its rules, and reads none of an experiment that has ended", async () => {
    const deps = withDoubles();
    const best = rule("every", {
      target: { kind: "success_rate", gateways: ["one", "two"], floor_percent: 1, shift_percent: 100 },
    });
    inForce.version = await storeRules(byHand.service, [best]);
    await end([await create(deps)], 1);
    const fresh = { ...deps, shares: new SharesCache() };
    await create(fresh);
    const alone = fresh.shares.sizeOf(SANDBOX);
    expect(alone).toBeGreaterThan(0);
    const { id } = await start(fresh, [best]);
    await create(fresh);
    expect(fresh.shares.sizeOf(SANDBOX)).toBe(2 * alone);
    await stopExperiment(fresh, SANDBOX, { id, author: "asha@example.com" });
    await create(fresh);
    expect(fresh.shares.sizeOf(SANDBOX)).toBe(alone);
  });
});
