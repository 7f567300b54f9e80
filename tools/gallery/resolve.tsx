"use client";

import { ResolveDialog } from "@/app/(dashboard)/refunds/requests/[intentId]/_components/resolve-dialog";
import {
  EndNotice,
  ProblemNotice,
} from "@/app/(dashboard)/refunds/requests/[intentId]/_components/resolve-notices";
import { ResolvePanel } from "@/app/(dashboard)/refunds/requests/[intentId]/_components/resolve-panel";
import { TriedPanel } from "@/app/(dashboard)/refunds/requests/[intentId]/_components/tried-panel";
import { intent, REFUND_ID } from "./data";
import { DialogExample } from "./dialog-example";
import { Example } from "./example";
import { refundIntentDetail } from "./refund-intent-data";

const resolution = refundIntentDetail.resolution;

/** What was tried, and the person's own decision. */
export function ResolveExamples() {
  return (
    <>
      <Example component="TriedPanel" state="sent again and searched">
        <TriedPanel request={refundIntentDetail} />
      </Example>
      <Example component="TriedPanel" state="nothing yet, and nothing more to try">
        <div className="space-y-3">
          <TriedPanel request={{ ...refundIntentDetail, sentAt: null, resolution: null }} />
          {resolution !== null &&
            (["no_means", "other_service", "restored"] as const).map((obstacle) => (
              <TriedPanel
                key={obstacle}
                request={{ ...refundIntentDetail, resolution: { ...resolution, obstacle, nextTryAt: null } }}
              />
            ))}
        </div>
      </Example>
      <Example component="ResolvePanel" state="finance" opens={[0]}>
        <ResolvePanel intent={intent} mayResolve />
      </Example>
      <Example component="ResolvePanel" state="support">
        <ResolvePanel intent={intent} mayResolve={false} />
      </Example>
      <DialogExample component="ResolveDialog" state="asking">
        {(close) => <ResolveDialog intent={intent} onClose={close} onEnd={close} />}
      </DialogExample>
      <Example component="EndNotice" state="every end">
        <div className="space-y-3">
          <EndNotice end={{ kind: "settled", verdict: "accepted", refundId: REFUND_ID }} />
          <EndNotice end={{ kind: "settled", verdict: "not_sent", refundId: null }} />
        </div>
      </Example>
      <Example component="ProblemNotice" state="the browser got no response">
        <ProblemNotice problem={{ kind: "lost" }} currency="INR" />
      </Example>
    </>
  );
}
