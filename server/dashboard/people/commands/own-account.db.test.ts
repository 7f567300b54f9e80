import { beforeEach, describe, expect, it } from "vitest";
import { MAX_FAILURES } from "../../auth/attempts";
import type { Ctx } from "../../context";
import { findSessionPerson } from "../store/sessions";
import type { Harness } from "@/tools/testing/dashboard/harness";
import { PASSWORD, withSignedInPerson } from "@/tools/testing/dashboard/second-factor";
import { changeOwnPassword } from "./change-own-password";
import { endOwnSessions } from "./end-own-sessions";

const { current, enter } = withSignedInPerson();
let harness: Harness;
let ctx: Ctx;
beforeEach(() => {
  ({ harness, ctx } = current());
});

const holds = async (sessionId: string): Promise<boolean> =>
  (await findSessionPerson(harness.pool, sessionId, harness.clock.now())) !== null;

describe("a person's own password", () => {
  it("is changed by the person who knows it; every session ends and one takes the place of the asking one", async () => {
    const other = await enter();
    if (other.kind !== "signed_in") throw new Error(other.kind);
    const outcome = await changeOwnPassword(ctx, { current: PASSWORD, next: "amber-canoe-lantern-7" });
    if (outcome.kind !== "changed") throw new Error(outcome.kind);
    expect(await holds(other.sessionId)).toBe(false);
    expect(await holds(ctx.actor.sessionId)).toBe(false);
    expect(await holds(outcome.sessionId)).toBe(true);
    expect((await enter()).kind).toBe("wrong");
    expect((await harness.audit()).map((row) => row.action)).toContain("password_changed");
  });

  it("is not changed by anybody else, nor to one that would be guessed", async () => {
    expect(await changeOwnPassword(ctx, { current: "wrong", next: "amber-canoe-lantern-7" })).toEqual({
      kind: "wrong_password",
    });
    expect(await changeOwnPassword(ctx, { current: PASSWORD, next: "password1234" })).toEqual({
      kind: "invalid",
      fault: "well_known",
    });
    expect((await enter()).kind).toBe("signed_in");
  });

  it("is not guessed at an open screen: tries count (failure 36)", async () => {
    await harness.pool.query(
      "insert into sign_in_failures (email, failures, last_failed_at) values ($1, $2, $3)",
      [ctx.actor.email, MAX_FAILURES, harness.clock.now()],
    );
    expect((await changeOwnPassword(ctx, { current: PASSWORD, next: "amber-canoe-lantern-7" })).kind).toBe(
      "locked",
    );
  });
});

describe("a person's own sessions", () => {
  it("are ended one by one or all others at once, never somebody else's", async () => {
    const [one, two, stranger] = [await enter(), await enter(), await harness.ctxOf("ops")];
    if (one.kind !== "signed_in" || two.kind !== "signed_in") throw new Error("not signed in");
    expect(await endOwnSessions(ctx, { only: stranger.actor.sessionId })).toBe(0);
    expect(await holds(stranger.actor.sessionId)).toBe(true);
    expect(await endOwnSessions(ctx, { only: one.sessionId })).toBe(1);
    expect([await holds(one.sessionId), await holds(two.sessionId)]).toEqual([false, true]);
    await endOwnSessions(ctx, "others");
    expect([await holds(two.sessionId), await holds(ctx.actor.sessionId)]).toEqual([false, true]);
  });
});
