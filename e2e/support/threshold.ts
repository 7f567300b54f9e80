import { actionNamed, callAction, dashboardAt, returned, Staff } from "./direct";

type Threshold = {
  dashboardUrl: string;
  /** The prefix of the addresses of another account. */
  prefix?: string;
  role: "finance" | "admin";
};

/** An admin sets the threshold of a role in INR, by the action of the page. Its form is a test of approvals.spec.ts. */
export function setThreshold(of: Threshold, amount: string): Promise<void> {
  return act(of, "setRuleAction", {
    role: of.role,
    currency: "INR",
    threshold: amount,
    lifetimeMinutes: "1440",
  });
}

export function removeThreshold(of: Threshold): Promise<void> {
  return act(of, "removeRuleAction", { role: of.role, currency: "INR" });
}

async function act({ dashboardUrl, prefix = "" }: Threshold, name: string, input: unknown): Promise<void> {
  const staff = new Staff(dashboardAt(dashboardUrl) ?? undefined);
  const cookie = await staff.as("admin");
  await staff.db.end();
  const page = `${dashboardUrl}${prefix}/approvals/rules`;
  const response = await callAction(
    { ...actionNamed(name), page },
    cookie,
    { input },
    { origin: dashboardUrl },
  );
  if (!/"(saved|removed)"/.test(returned(response))) throw new Error(`${name} answered ${response.text}`);
}
