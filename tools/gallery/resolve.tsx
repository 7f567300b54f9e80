"use client";

import {
  EndNotice,
  ProblemNotice,
} from "@/app/(dashboard)/refunds/requests/[intentId]/_components/resolve-notices";
import { ResolveForm } from "@/app/(dashboard)/refunds/requests/[intentId]/_components/resolve-form";
import { ResolvePanel } from "@/app/(dashboard)/refunds/requests/[intentId]/_components/resolve-panel";
import { NextTry } from "@/app/(dashboard)/refunds/requests/[intentId]/_components/next-try";
import { intent, LATER, REFUND_ID } from "./data";
import { Example } from "./example";

/** What was tried, and the person's own decision. */
export function ResolveExamples() {
  return (
    <>
      <Example component="NextTry" state="a next one; none">
        <NextTry at={LATER} tries={2} />
        <NextTry at={null} tries={1} />
      </Example>
      <Example component="ResolvePanel" state="finance">
        <ResolvePanel intent={intent} mayResolve />
      </Example>
      <Example component="ResolvePanel" state="support">
        <ResolvePanel intent={intent} mayResolve={false} />
      </Example>
      <Example component="ResolveForm" state="nothing chosen">
        <ResolveForm intent={intent} onEnd={() => undefined} />
      </Example>
      <Example component="EndNotice" state="every end">
        <div className="space-y-3">
          <EndNotice end={{ kind: "settled", verdict: "accepted", refundId: REFUND_ID }} />
          <EndNotice end={{ kind: "settled", verdict: "not_sent", refundId: null }} />
        </div>
      </Example>
      <Example component="ProblemNotice" state="the browser got no response">
        <ProblemNotice problem={{ kind: "cut_off" }} currency="INR" />
      </Example>
    </>
  );
}
