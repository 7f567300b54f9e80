import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { blockOf, linesOf } from "@/server/checks/commands/documented";
import { projectRoot } from "@/server/platform/root";
import { addJob } from "@/server/platform/add-job";
import { choose, type CreatedPayment, eventually, MerchantCode } from "./testing/merchant-code";
import { isNginxInstalled, WITHOUT_NGINX } from "@/server/checks/nginx";
import { runCells, startTwoCells, type TwoCells } from "./testing/two-cells";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 });

let cells: TwoCells;

/** 0 for a connection without an answer: nginx closes idle ones when it reads a new table. */
const statusOf = (call: () => Promise<{ status: number }>): Promise<number> =>
  call().then(
    ({ status }) => status,
    () => 0,
  );

describe.skipIf(!isNginxInstalled)(`two cells behind nginx${WITHOUT_NGINX}`, () => {
  beforeAll(async () => {
    cells = await startTwoCells();
  });
  afterAll(async () => {
    await (cells as TwoCells | undefined)?.stop();
  });

  const statusAt = async (merchant: MerchantCode, reference: string): Promise<number> =>
    (await merchant.status(reference)).status;

  test("each key is served by the cell that has it, from the signed call to the refund", async () => {
    for (const [own, other] of [
      [cells.a, cells.b],
      [cells.b, cells.a],
    ] as const) {
      const merchant = cells.atProxy(own.merchant);
      const payment = await merchant.payment({ transaction_amount: "60.00" });
      expect(payment.payment_link.startsWith(`${cells.url}/pay/`)).toBe(true);
      expect(await statusAt(own.merchant, payment.merchant_transaction_id)).toBe(200);
      expect(await statusAt(other.merchant, payment.merchant_transaction_id)).toBe(404);
      const { refund_id: id } = (await merchant.refund(payment.transaction_id, "10.00")).json as {
        refund_id: string;
      };
      await eventually(
        async () => JSON.stringify((await merchant.refundStatus(id)).json),
        (text) => text.includes("SUCCESS"),
      );
      expect((await merchant.ops("GET", "/v1/ops/capabilities")).status).toBe(200);
    }
  });

  test("merchants of different cells have different ids, so a link alone finds its cell", async () => {
    const links = await Promise.all(
      [cells.a, cells.b].map(async ({ merchant }) => {
        const created = (await cells.atProxy(merchant).initiate()).json as CreatedPayment;
        return new URL(created.payment_link).pathname;
      }),
    );
    expect(links).toEqual([expect.stringMatching(/^\/pay\/1-/), expect.stringMatching(/^\/pay\/1000001-/)]);
    for (const path of links) {
      const page = await fetch(cells.url + path);
      expect([page.status, await page.text()]).toEqual([200, expect.stringContaining("500.00")]);
      expect((await choose(cells.url + path, "success")).status).toBe(303);
    }
  });

  test("an unknown key and a wrong salt get the service's own answer, not one of the proxy", async () => {
    const unknown = new MerchantCode(cells.url, "key_that_nobody_has", "some_salt_of_somebody");
    const wrong = new MerchantCode(cells.url, cells.b.merchant.apiKey, "some_salt_of_somebody");
    for (const merchant of [unknown, wrong]) {
      const refused = await merchant.initiate();
      const direct = await merchant.at(cells.a.baseUrl).initiate();
      expect([refused.status, refused.json]).toEqual([401, direct.json]);
    }
    expect((await unknown.raw("/v1/route/nothing", {})).json).toEqual({ detail: "Not found." });
    expect((await unknown.raw("/metrics", { method: "GET" })).status).toBe(404);
  });

  test("a notification finds its cell by the name in its address, and an unknown name is not found", async () => {
    const post = (path: string): Promise<Response> => fetch(cells.url + path, { method: "POST", body: "{}" });
    // No vendor is configured in these cells: the service's own answer shows that it was reached.
    const reached = await post("/cells/b/gateways/stripe/notifications");
    expect([reached.status, await reached.json()]).toEqual([404, { detail: "Not found." }]);
    expect(reached.headers.get("x-request-id")).not.toBeNull();
    expect((await post("/cells/c/gateways/stripe/notifications")).headers.get("x-request-id")).toBeNull();
    const hidden = await fetch(`${cells.url}/cells/b/metrics`);
    expect([hidden.status, await hidden.json()]).toEqual([404, { detail: "Not found." }]);
  });

  test("a notification for a merchant's own account finds its cell by the tag, without a cell in the address", async () => {
    const { db } = cells.b;
    await db.query("update merchants set notification_tag = 'TagOfB' where id = 1000001");
    // Its credentials do not open: only the cell that has the account answers so.
    await db.query(
      `insert into gateway_accounts (merchant_id, gateway, account, sealed_credentials, hint, is_live, created_at, created_by, changed_at, changed_by)
       values (1000001, 'stripe', 1, '\\x00', '', false, now(), 'test', now(), 'test')`,
    );
    expect((await cells.map()).code).toBe(0);
    await eventually(
      () =>
        statusOf(() =>
          fetch(`${cells.url}/gateways/stripe/notifications/TagOfB`, { method: "POST", body: "{}" }),
        ),
      (status) => status === 503,
      10_000,
    );
    const other = await fetch(`${cells.url}/gateways/stripe/notifications/Other`, {
      method: "POST",
      body: "{}",
    });
    expect(other.status).toBe(404);
    await db.query("delete from gateway_accounts");
  });

  test("a new key works once the table was written again", async () => {
    const merchant = cells.atProxy(cells.b.merchant);
    const created = await merchant.ops("POST", "/v1/ops/keys/create", { label: "New" });
    const { key, salt } = created.json as { key: { api_key: string }; salt: string };
    const fresh = new MerchantCode(cells.url, key.api_key, salt);
    expect((await fresh.initiate()).status).toBe(401);
    expect((await cells.map()).code).toBe(0);
    await eventually(
      () => statusOf(() => fresh.initiate()),
      (status) => status === 201,
      10_000,
    );
  });

  test("while a cell is down, its merchants get 503 in the shape of the endpoint, and the others are served", async () => {
    const merchant = cells.atProxy(cells.b.merchant);
    const reference = ((await merchant.initiate()).json as CreatedPayment).merchant_transaction_id;
    await cells.b.killAndRestart(async () => {
      const text = "The service is temporarily unavailable. Try again.";
      const created = await merchant.initiate();
      expect([created.status, created.json]).toEqual([503, { success: false, message: [{ body: text }] }]);
      expect(created.headers.get("retry-after")).toBe("1");
      const replies = [await merchant.status(reference), await merchant.refundStatus("RFD1")];
      expect(replies.map(({ status, json }) => [status, json])).toEqual([
        [503, { success: false, message: text }],
        [503, { success: false, message: text, data: null }],
      ]);
      expect((await cells.atProxy(cells.a.merchant).initiate()).status).toBe(201);
    });
    expect((await merchant.initiate()).status).toBe(201);
  });

  /** The commands of the page, with the folders and addresses of this test. */
  const documented = (words: string): string[][] =>
    linesOf(blockOf("docs/cells.md", words))
      .filter((line) => line.includes("npm run cells"))
      .map((line) =>
        line
          .replace(/^.*npm run cells -- /, "")
          .replaceAll("/etc/paydeck/cells/routes.conf", cells.nginx.routesFile)
          .replaceAll("/run/nginx.pid", cells.nginx.pidFile)
          .split(" "),
      );

  test("the commands of docs/cells.md set up, move, and clear", async () => {
    const { a, b } = cells;
    const nameOf = { ...cells.variables, ROUTING_DATABASE_URL: a.database.url };
    expect(await runCells(documented("name a")[0] ?? [], nameOf)).toMatchObject({ code: 0 });
    const nameB = { ...cells.variables, ROUTING_DATABASE_URL: b.database.url };
    expect(await runCells(documented("name b")[0] ?? [], nameB)).toMatchObject({ code: 0 });
    const [list = [], once = [], again = []] = documented("cells -- list");
    expect((await cells.cells(...list)).stdout).toMatch(
      /^a: number 0, 1 merchants.*\nb: number 1, 1 merchants/,
    );
    expect((await cells.cells(...once)).stdout).toContain("is written");

    const merchant = cells.atProxy(a.merchant);
    const payment = await merchant.payment({ transaction_amount: "60.00" });
    const moved = await cells.cells(...(documented("cells -- move")[0] ?? []));
    expect([moved.code, moved.stderr]).toEqual([0, ""]);
    // The same command again finds it done, and says so.
    const repeated = await cells.cells(...(documented("cells -- move")[0] ?? []));
    expect([repeated.code, repeated.stdout]).toEqual([
      0,
      expect.stringMatching(
        /^The move was complete already: the merchant is in b since 20\S+Z\. [1-9]\d* rows were copied from a\.$/m,
      ),
    ]);
    await eventually(
      () => statusOf(() => merchant.status(payment.merchant_transaction_id)),
      (status) => status === 200,
      10_000,
    );
    // An earlier connection leads to a worker of nginx with the old table, until it ends.
    await eventually(
      () => statusOf(() => fetch(payment.payment_link)),
      (status) => status === 200,
      10_000,
    );
    await eventually(
      () => statusOf(() => merchant.refund(payment.transaction_id, "10.00")),
      (status) => status === 201,
      10_000,
    );
    expect((await a.merchant.status(payment.merchant_transaction_id)).status).toBe(503);

    // It has moved: there is nothing to stay for, and what it left can go.
    expect((await cells.cells(...(documented("cells -- stay")[0] ?? []))).stderr).toContain(
      "has moved already",
    );
    expect((await cells.cells(...(documented("cells -- clear")[0] ?? []))).stdout).toMatch(/^\d+ rows/);
    expect((await a.db.query("select from payments where merchant_id = 1")).rowCount).toBe(0);
    expect((await cells.cells(...(documented("cells -- move")[0] ?? []))).stdout).toContain(
      "What it left in a is cleared.",
    );
    expect((await merchant.payment()).success).toBe(true);
    expect(again).toContain("--every");
  });

  test("the table is kept: what changes in a cell reaches the proxy without a command", async () => {
    const { nginx } = cells;
    const args = ["map", nginx.routesFile, "--nginx-pid", nginx.pidFile, "--every", "1"];
    const keeper = spawn(process.execPath, [join(projectRoot(), "dist/cells.js"), ...args], {
      env: { NODE_ENV: "test", PATH: process.env.PATH, ...cells.variables },
      stdio: "ignore",
    });
    try {
      // Past the proxy, which may be reloading, and then closes the connections that this process keeps.
      const created = await cells.b.merchant.ops("POST", "/v1/ops/keys/create", { label: "Kept" });
      const { key, salt } = created.json as { key: { api_key: string }; salt: string };
      const fresh = new MerchantCode(cells.url, key.api_key, salt);
      await eventually(
        () => statusOf(() => fresh.initiate()),
        (status) => status === 201,
        15_000,
      );
    } finally {
      keeper.kill("SIGTERM");
      await once(keeper, "exit");
    }
  });

  test("a merchant whose move was broken off is named with the time and the command, and so are jobs that it left", async () => {
    const { db } = cells.b;
    const becomes = (values: string): Promise<unknown> =>
      db.query(
        `begin; set local paydeck.mover = 'on'; update merchants set ${values} where id = 1000001; commit`,
      );
    await becomes("move_stage = 'frozen', moved_to = 'a', move_began_at = '2026-01-02T03:04:05Z'");
    const [heading, move, command] = (await cells.cells("list")).stdout.split("\n").slice(-4);
    expect(heading).toMatch(/^b: number 1/);
    expect(move).toMatch(
      /^ {2}merchant 1000001 \(.*\) is on the move to a since 2026-01-02T03:04:05\.000Z, at the step frozen\.$/,
    );
    expect(command).toContain("npm run cells -- move --merchant 1000001 --from b --to a");
    await becomes("move_stage = 'moved', move_ended_at = now()");
    await addJob(db, "look-up-payment", { merchantId: 1_000_001, paymentId: "TXN-LATE" }, { key: "late" });
    // Jobs of its payments may be among them.
    await eventually(
      async () => (await cells.cells("list")).stdout,
      (text) => /^ {2}\d+ jobs? of merchant 1000001 waits? here, though it has moved to a\.$/m.test(text),
    );
    await db.query("delete from graphile_worker._private_jobs where key = 'late'");
    await becomes("move_stage = null, moved_to = null, move_began_at = null, move_ended_at = null");
  });

  test("two cells with one merchant, or a database without a name, leave the table as it is", async () => {
    const before = await readFile(cells.nginx.routesFile, "utf8");
    await cells.a.db.query("insert into merchants overriding system value values (1000001, 'Copy', now())");
    const refused = await cells.map();
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining("Two cells have a merchant 1000001"),
    ]);
    await cells.a.db.query("delete from merchants where id = 1000001");
    await cells.a.db.query("delete from cell");
    expect((await cells.map()).stderr).toContain("has no name yet");
    await cells.a.db.query("insert into cell values (true, 'a', 0)");
    expect(await readFile(cells.nginx.routesFile, "utf8")).toBe(before);
  });
});
