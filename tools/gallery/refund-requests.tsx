import {
  Evidence,
  EvidencePanel,
} from "@/app/(dashboard)/refunds/requests/[intentId]/_components/evidence-panel";
import { RequestCard } from "@/app/(dashboard)/refunds/requests/[intentId]/_components/request-card";
import { TechnicalDetails } from "@/app/(dashboard)/refunds/requests/[intentId]/_components/technical-details";
import { REFUND_INTENT_STATES } from "@/lib/refunds/refund-intent-view";
import { refundIntentDetail } from "./refund-intent-data";
import { AT, intent, LATER, PERSON, REFUND_ID } from "./data";
import { Example } from "./example";

const resolution = refundIntentDetail.resolution;

/** The page of a refund whose outcome is not known, as the server renders it. */
export function RefundRequestExamples() {
  return (
    <>
      {REFUND_INTENT_STATES.map((state) => (
        <Example key={state} component="RequestCard" state={state}>
          <RequestCard
            request={{
              ...refundIntentDetail,
              intent: {
                ...intent,
                state,
                message: state === "REFUSED" ? "Amount exceeds balance" : null,
                refundId: state === "ACCEPTED" ? REFUND_ID : null,
                refundStatus: state === "ACCEPTED" ? "SUCCESS" : null,
              },
            }}
            mayRefund
          />
        </Example>
      ))}
      <Example component="RequestCard" state="resolved by a person">
        <RequestCard
          request={{
            ...refundIntentDetail,
            intent: { ...intent, state: "NOT_SENT" },
            settlement: {
              verdict: "not_sent",
              reason: "The gateway has no such refund",
              by: PERSON,
              at: LATER,
            },
          }}
          mayRefund={false}
        />
      </Example>
      <Example component="EvidencePanel" state="sent again and searched; nothing yet; nothing more to try">
        <div className="space-y-3">
          <EvidencePanel request={refundIntentDetail}>
            <Evidence evidence={{ kind: "other_service" }} currency="INR" />
          </EvidencePanel>
          <EvidencePanel request={{ ...refundIntentDetail, sentAt: null, resolution: null }}>
            {null}
          </EvidencePanel>
          {resolution !== null &&
            (["no_means", "other_service", "restored"] as const).map((obstacle) => (
              <EvidencePanel
                key={obstacle}
                request={{ ...refundIntentDetail, resolution: { ...resolution, obstacle, nextTryAt: null } }}
              >
                {null}
              </EvidencePanel>
            ))}
        </div>
      </Example>
      <Example component="TechnicalDetails" state="folded">
        <TechnicalDetails request={refundIntentDetail} />
      </Example>
      <Example component="Evidence" state="one that may be it, and amounts that are not explained">
        <ul>
          <Evidence
            evidence={{
              kind: "weighed",
              candidates: [
                { refundId: REFUND_ID, amount: "250.00", status: "SUCCESS", reason: null, requestedAt: AT },
              ],
              balance: { spent: "650.00", known: "400.00", unexplained: "250.00" },
            }}
            currency="INR"
          />
        </ul>
      </Example>
      <Example component="Evidence" state="no list; another service; the service is unavailable">
        <ul className="space-y-3">
          <Evidence evidence={{ kind: "weighed", candidates: null, balance: null }} currency="INR" />
          <Evidence evidence={{ kind: "other_service" }} currency="INR" />
          <Evidence
            evidence={{ kind: "service_error", serviceError: { kind: "unavailable" } }}
            currency="INR"
          />
        </ul>
      </Example>
    </>
  );
}
