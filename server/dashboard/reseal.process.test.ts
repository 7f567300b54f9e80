import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Secret, TOTP } from "otpauth";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inTransaction } from "@/server/platform/transaction";
import { projectRoot } from "@/server/platform/root";
import type { Actor } from "./auth/actor";
import { passSecondFactor } from "./auth/pass-second-factor";
import { newRecoveryCodes } from "./auth/recovery-codes";
import { newToken } from "./auth/token";
import { newTotpSecret } from "./auth/totp";
import { createVault, type Vault } from "./auth/vault";
import { countUnreadableFactors } from "./people/commands/reseal-second-factors";
import { insertChallenge } from "./people/store";
import { confirmFactor, replaceRecoveryCodes, saveUnconfirmedFactor } from "./people/store/second-factors";
import { type Harness, startHarness } from "@/tools/testing/dashboard/harness";
import { STEP_MS } from "@/tools/testing/dashboard/second-factor";

/** A change of SECOND_FACTOR_KEY from the old to the new key, while people sign in at two processes (decision 0263). */
const OLD_KEY = "the-old-key-of-second-factors";
const NEW_KEY = "the-new-key-of-second-factors";
const THIRD_KEY = "a-third-key-of-second-factors";
const PEOPLE = 120;

type Holder = { actor: Actor; secret: string; codes: string[] };

let harness: Harness;
let databaseUrl: string;
let holders: Holder[];

beforeAll(async () => {
  harness = await startHarness();
  databaseUrl = harness.pool.options.connectionString ?? "";
  holders = [];
  for (let number = 0; number < PEOPLE; number += 1) holders.push(await addHolder(createVault(OLD_KEY)));
});
afterAll(() => harness.stop());

async function addHolder(vault: Vault): Promise<Holder> {
  const { actor } = await harness.ctxOf("finance");
  const { userId } = actor;
  const [secret, codes] = [newTotpSecret(), newRecoveryCodes()];
  await inTransaction(harness.pool, async (db) => {
    await saveUnconfirmedFactor(db, userId, vault.seal(secret, userId), harness.clock.now());
    await confirmFactor(db, userId, 0n, harness.clock.now());
    const hashes = codes.map((code) => vault.fingerprint(code, userId));
    await replaceRecoveryCodes(db, userId, hashes);
  });
  return { actor, secret, codes };
}

/** The second step of a sign-in at a process with this vault. */
async function signIn({ actor }: Holder, vault: Vault, code: string): Promise<string> {
  const { token, tokenHash } = newToken();
  const createdAt = harness.clock.now();
  const expiresAt = new Date(createdAt.getTime() + 60 * 60_000);
  await insertChallenge(harness.pool, { tokenHash, personId: actor.userId, createdAt, expiresAt });
  return (await passSecondFactor({ ...harness.services, vault }, { token, code })).kind;
}

/** A code that the person's app shows, of a time step that was not used yet. */
function codeOf({ secret }: Holder): string {
  harness.clock.advance(2 * STEP_MS);
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: harness.clock.now().getTime(),
  });
}

function startReseal(variables: Record<string, string>): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [join(projectRoot(), "dist/reseal.js")], {
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      DASHBOARD_DATABASE_URL: databaseUrl,
      ...variables,
    },
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  }
  return { child, output: () => output };
}

async function runReseal(variables: Record<string, string>): Promise<{ code: number | null; text: string }> {
  const { child, output } = startReseal(variables);
  await once(child, "close");
  return { code: child.exitCode, text: output() };
}

const unreadableWith = async (vault: Vault): Promise<number> =>
  (await countUnreadableFactors({ pool: harness.pool, vault })).unreadable;

const FROM_OLD_TO_NEW = { SECOND_FACTOR_KEY: NEW_KEY, OTHER_SECOND_FACTOR_KEY: OLD_KEY };

test("second factors are sealed again while people sign in, through kill -9, and no sign-in fails", async () => {
  const processes = [createVault(OLD_KEY, NEW_KEY), createVault(NEW_KEY, OLD_KEY)];
  const outcomes = new Set<string>();
  let isDone = false;
  const signIns = (async () => {
    for (let number = 0; !isDone; number += 1) {
      const holder = holders[number % PEOPLE];
      const vault = processes[number % 2];
      if (holder === undefined || vault === undefined) throw new Error("there is no person");
      const code = number % 3 === 0 ? holder.codes.pop() : codeOf(holder);
      outcomes.add(await signIn(holder, vault, code ?? codeOf(holder)));
    }
  })();

  for (const least of [1, 30, 60]) {
    const { child } = startReseal(FROM_OLD_TO_NEW);
    const ended = once(child, "exit");
    while (child.exitCode === null && PEOPLE - (await unreadableWith(createVault(NEW_KEY))) < least);
    child.kill("SIGKILL");
    await ended;
  }
  expect(await runReseal(FROM_OLD_TO_NEW)).toMatchObject({ code: 0 });
  isDone = true;
  await signIns;
  expect([...outcomes]).toEqual(["signed_in"]);
  expect(await runReseal(FROM_OLD_TO_NEW)).toEqual({
    code: 0,
    text: expect.stringContaining(`second factors: 0 of ${String(PEOPLE)} sealed again`) as string,
  });
});

test("afterwards the new key alone opens codes and recovery codes, and the old one none", async () => {
  const vault = createVault(NEW_KEY);
  expect(await unreadableWith(vault)).toBe(0);
  expect(await unreadableWith(createVault(OLD_KEY))).toBe(PEOPLE);
  for (const holder of holders.slice(0, 5)) {
    expect(await signIn(holder, vault, codeOf(holder))).toBe("signed_in");
    const code = holder.codes.pop() ?? "";
    expect(await signIn(holder, vault, code)).toBe("signed_in");
    expect(await signIn(holder, vault, code)).toBe("wrong");
  }
});

test("a second change brings along recovery codes of both earlier keys", async () => {
  const [first] = holders;
  if (first === undefined) throw new Error("there is no person");
  const second = await addHolder(createVault(NEW_KEY));
  const variables = { SECOND_FACTOR_KEY: THIRD_KEY, OTHER_SECOND_FACTOR_KEY: NEW_KEY };
  expect(await runReseal(variables)).toMatchObject({ code: 0 });
  const vault = createVault(THIRD_KEY);
  for (const holder of [first, second]) {
    expect(await signIn(holder, vault, codeOf(holder))).toBe("signed_in");
    expect(await signIn(holder, vault, holder.codes.pop() ?? "")).toBe("signed_in");
  }
});

test("a second factor that no key opens is counted, and the others are sealed again", async () => {
  const [damaged] = holders;
  await harness.pool.query(
    "update second_factors set sealed_secret = 'v1.damaged-beyond-recognition-of-any-key' where person_id = $1",
    [damaged?.actor.userId],
  );
  const { code, text } = await runReseal({
    SECOND_FACTOR_KEY: OLD_KEY,
    OTHER_SECOND_FACTOR_KEY: THIRD_KEY,
  });
  expect(code).toBe(1);
  expect(text).toContain(`second factors: ${String(PEOPLE)} of ${String(PEOPLE + 1)} sealed again`);
  expect(text).toContain(`1 of ${String(PEOPLE + 1)} second factors open with neither`);
  expect(await unreadableWith(createVault(OLD_KEY))).toBe(1);
});

test.each([
  [{}, "Set one of the two or both"],
  [{ OTHER_SECOND_FACTOR_KEY: OLD_KEY }, "SECOND_FACTOR_KEY is missing or too short"],
  [{ SECOND_FACTOR_KEY: NEW_KEY, OTHER_SECOND_FACTOR_KEY: "short" }, "OTHER_SECOND_FACTOR_KEY is too short"],
])("missing and short keys are refused: %j", async (variables, text) => {
  expect(await runReseal(variables)).toEqual({ code: 1, text: expect.stringContaining(text) as string });
});
