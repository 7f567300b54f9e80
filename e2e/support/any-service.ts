import { randomUUID } from "node:crypto";
import { type Page, test } from "@playwright/test";
import type { TransactionRecord } from "../../lib/contract/responses";
import { TEST_CREDENTIALS } from "../../tools/testing/dashboard/scripted-ledger";
import { ScriptedService } from "../../tools/testing/dashboard/scripted-service";
import { startDashboardOn } from "./faulty-wire";
import { newSession, type StaffRole } from "./staff";

/** Longer than a quick response on a machine that does much else, and short enough to wait for. */
const SERVICE_TIMEOUT_MS = 10_000;

/** A service with only the five endpoints of the specification, and a dashboard on it. */
export class AnyService {
  readonly service = new ScriptedService({ now: () => new Date() });
  private readonly people = new Map<StaffRole, Page>();
  private dashboardUrl = "";

  /** Call once per file: starts both before its tests, and stops them afterwards. */
  static forTheseTests(): AnyService {
    const any = new AnyService();
    let dashboard: { url: string; stop(): Promise<void> };
    test.beforeAll(async ({ browser }) => {
      await any.service.start();
      any.service.ops = null;
      dashboard = await startDashboardOn(any.service.baseUrl, {
        ROUTING_API_KEY: TEST_CREDENTIALS.apiKey,
        ROUTING_API_SALT: TEST_CREDENTIALS.apiSalt,
        ROUTING_TIMEOUT_MS: String(SERVICE_TIMEOUT_MS),
      });
      any.dashboardUrl = dashboard.url;
      for (const role of ["support", "ops", "finance", "admin"] as const) {
        any.people.set(role, await newSession(browser, role, dashboard.url));
      }
    });
    test.beforeEach(() => any.service.always(null));
    test.afterAll(async () => {
      for (const page of any.people.values()) await page.context().close();
      await dashboard.stop();
      await any.service.stop();
    });
    return any;
  }

  at(path: string): string {
    return `${this.dashboardUrl}${path}`;
  }

  as(role: StaffRole): Page {
    const page = this.people.get(role);
    if (page === undefined) throw new Error(`nobody is signed in as ${role}`);
    return page;
  }

  addPayment(fields: Partial<TransactionRecord> = {}): TransactionRecord {
    return this.service.addPayment({ merchant_transaction_id: `ORDER-${randomUUID()}`, ...fields });
  }

  /** How many refunds of a payment were sent. */
  sentFor(payment: TransactionRecord): number {
    const calls = this.service.callsOf("refund_initiate");
    return calls.filter(({ body }) => body.includes(payment.transaction_id)).length;
  }
}
