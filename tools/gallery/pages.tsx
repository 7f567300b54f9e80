import GatewaysLoading from "@/app/(dashboard)/gateways/loading";
import KeysLoading from "@/app/(dashboard)/keys/loading";
import NotFound from "@/app/(dashboard)/not-found";
import OverviewLoading from "@/app/(dashboard)/overview/loading";
import { ListSkeleton } from "@/app/(dashboard)/payments/_components/list/list-skeleton";
import { RefundPanelSkeleton } from "@/app/(dashboard)/payments/_components/refund-panel-skeleton";
import { PaymentSkeleton } from "@/app/(dashboard)/payments/[transactionId]/_components/payment-skeleton";
import RefundLoading from "@/app/(dashboard)/refunds/[refundId]/loading";
import RulesLoading from "@/app/(dashboard)/rules/loading";
import RuleExperimentsLoading from "@/app/(dashboard)/rules/experiments/loading";
import RuleVersionsLoading from "@/app/(dashboard)/rules/versions/loading";
import StuckLoading from "@/app/(dashboard)/stuck/loading";
import WebhooksLoading from "@/app/(dashboard)/webhooks/loading";
import { PartList } from "@/app/status/_components/part-list";
import { FetchFailed } from "@/components/states/fetch-failed";
import { Forbidden } from "@/components/states/forbidden";
import { NotOffered } from "@/components/states/not-offered";
import { StatusLink } from "@/components/states/status-link";
import { TryAgain } from "@/components/states/try-again";
import type { PartStatus } from "@/lib/status";
import type { FailedOpsRead } from "@/lib/ops-outcomes";
import { Example } from "./example";

const SERVICE = "https://payments.example.com";
const FAILED_READS: readonly FailedOpsRead[] = [
  { kind: "not_offered", serviceAddress: SERVICE },
  { kind: "service_error", serviceError: { kind: "unavailable" } },
  { kind: "not_found" },
  { kind: "refused", message: "The cursor is not valid.", faults: [] },
];

const AT = "2026-11-21T09:00:00.000Z";
const STATUS: readonly PartStatus[] = [
  { part: "dashboard", state: "works", since: AT, mayBeEarlier: false },
  { part: "database", state: "works", since: AT, mayBeEarlier: true },
  { part: "service", state: "down", since: AT, mayBeEarlier: false },
  { part: "jobs", state: "late", since: AT, mayBeEarlier: false },
  { part: "webhooks", state: "unknown", since: AT, mayBeEarlier: true },
];

const LOADINGS = [
  ["OverviewLoading", <OverviewLoading key="overview" />],
  ["GatewaysLoading", <GatewaysLoading key="gateways" />],
  ["KeysLoading", <KeysLoading key="keys" />],
  ["StuckLoading", <StuckLoading key="stuck" />],
  ["RulesLoading", <RulesLoading key="rules" />],
  ["RuleExperimentsLoading", <RuleExperimentsLoading key="experiments" />],
  ["RuleVersionsLoading", <RuleVersionsLoading key="versions" />],
  ["WebhooksLoading", <WebhooksLoading key="webhooks" />],
  ["RefundLoading", <RefundLoading key="refund" />],
  ["ListSkeleton", <ListSkeleton key="list" />],
  ["RefundPanelSkeleton", <RefundPanelSkeleton key="refund-panel" />],
  ["PaymentSkeleton", <PaymentSkeleton key="payment" />],
] as const;

/** What a page shows instead of its data. */
export function PageExamples() {
  return (
    <>
      <Example component="Forbidden" state="support on the page of people">
        <Forbidden role="support" permission="manage_people" />
      </Example>
      <Example component="StatusLink" state="beside other actions of a notice">
        <StatusLink />
      </Example>
      <Example component="PartList" state="one part in each state">
        <PartList parts={STATUS} />
      </Example>
      <Example component="TryAgain" state="reads the page again">
        <TryAgain />
      </Example>
      <Example component="NotOffered" state="a service without the ops extension">
        <NotOffered serviceAddress={SERVICE} />
      </Example>
      {FAILED_READS.map((read) => (
        <Example key={read.kind} component="FetchFailed" state={read.kind}>
          <FetchFailed read={read} />
        </Example>
      ))}
      <Example component="NotFound" state="an unknown address">
        <NotFound />
      </Example>
      {LOADINGS.map(([component, element]) => (
        <Example key={component} component={component} state="loading">
          {element}
        </Example>
      ))}
    </>
  );
}
