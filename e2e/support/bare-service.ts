import { randomUUID } from "node:crypto";
import type { TransactionRecord } from "../../lib/contract/responses";
import { TEST_CREDENTIALS } from "../../tools/testing/dashboard/scripted-ledger";
import { ScriptedService } from "../../tools/testing/dashboard/scripted-service";
import { actionNamed, callAction, returned, Staff } from "./direct";
import { startDashboardOn } from "./faulty-wire";
import { openPage, type PageOverHttp } from "./page-over-http";
import type { StaffRole } from "./staff";

/** Longer than a quick response on a slow machine, and short enough to wait for. */
export const SERVICE_TIMEOUT_MS = 2_000;

/** A service with only the five endpoints of the specification, a dashboard on it, and a session of each role. */
export class BareService {
  private constructor(
    readonly service: ScriptedService,
    readonly dashboardUrl: string,
    private readonly cookies: Readonly<Record<StaffRole, string>>,
  ) {}

  static async start(): Promise<BareService> {
    const service = await new ScriptedService({ now: () => new Date() }).start();
    service.ops = null;
    const dashboard = await startDashboardOn(service.baseUrl, {
      ROUTING_API_KEY: TEST_CREDENTIALS.apiKey,
      ROUTING_API_SALT: TEST_CREDENTIALS.apiSalt,
      ROUTING_TIMEOUT_MS: String(SERVICE_TIMEOUT_MS),
    });
    const staff = new Staff(dashboard);
    const roles = ["support", "ops", "finance", "admin"] as const;
    const cookies = await Promise.all(roles.map(async (role) => [role, await staff.as(role)] as const));
    await staff.db.end();
    return new BareService(service, dashboard.url, Object.fromEntries(cookies) as Record<StaffRole, string>);
  }

  cookieOf(role: StaffRole): string {
    return this.cookies[role];
  }

  open(role: StaffRole, path: string): Promise<PageOverHttp> {
    return openPage(path, { cookie: this.cookieOf(role), dashboardUrl: this.dashboardUrl });
  }

  /** Calls an action; returns what it came to. */
  async act<Outcome>(role: StaffRole, name: string, input: unknown): Promise<Outcome> {
    const action = actionNamed(name);
    const page = `${this.dashboardUrl}${action.page}`;
    const origin = { origin: this.dashboardUrl };
    return JSON.parse(
      returned(await callAction({ ...action, page }, this.cookieOf(role), { input }, origin)),
    ) as Outcome;
  }

  async post(role: StaffRole, path: string): Promise<unknown> {
    const headers = { cookie: this.cookieOf(role), origin: this.dashboardUrl };
    return (await fetch(`${this.dashboardUrl}${path}`, { method: "POST", headers })).json();
  }

  addPayment(fields: Partial<TransactionRecord> = {}): TransactionRecord {
    return this.service.addPayment({ merchant_transaction_id: `ORDER-${randomUUID()}`, ...fields });
  }

  look(role: StaffRole, { merchant_transaction_id: reference }: TransactionRecord): Promise<PageOverHttp> {
    return this.open(role, `/payments?reference=${reference}`);
  }
}

let shared: Promise<BareService> | null = null;

/** One for all files of a run: they run one after another in one process, with which the dashboard ends. */
export function bareService(): Promise<BareService> {
  shared ??= BareService.start();
  return shared;
}
