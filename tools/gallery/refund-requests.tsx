import { Evidence } from "@/app/(dashboard)/refunds/requests/[intentId]/_components/evidence-panel";
import { RequestCard } from "@/app/(dashboard)/refunds/requests/[intentId]/_components/request-card";
import { REFUND_INTENT_STATES } from "@/lib/refunds/refund-intent-view";
import { refundIntentDetail } from "./refund-intent-data";
import { AT, intent, LATER, PERSON, REFUND_ID } from "./data";
import { Example } from "./example";

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
      <Example component="Evidence" state="one that may be it, and amounts that are not explained">
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
      </Example>
      <Example component="Evidence" state="no list; another service; the service is unavailable">
        <div className="space-y-3">
          <Evidence evidence={{ kind: "weighed", candidates: null, balance: null }} currency="INR" />
          <Evidence evidence={{ kind: "other_service" }} currency="INR" />
          <Evidence
            evidence={{ kind: "service_error", serviceError: { kind: "unavailable" } }}
            currency="INR"
          />
        </div>
      </Example>
    </>
  );
}
