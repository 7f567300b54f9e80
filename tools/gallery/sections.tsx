import type { ReactNode } from "react";
import { ApprovalExamples } from "./approvals";
import { BulkExamples } from "./bulk";
import { ChartExamples } from "./charts";
import { EndpointExamples } from "./endpoints";
import { GatewayAccountExamples } from "./gateway-accounts";
import { GatewayExamples } from "./gateways";
import { ListExamples } from "./lists";
import { PageExamples } from "./pages";
import { PaymentPanelExamples } from "./payment-panels";
import { PaymentExamples } from "./payments";
import { RefundExamples } from "./refunds";
import { SharedExamples } from "./shared";
import { StatusExamples } from "./statuses";
import { StructureExamples } from "./structure";
import { TableExamples } from "./tables";
import { TeamExamples } from "./team";
import { AccountListExamples } from "./account-lists";
import { AccountExamples } from "./account";
import { AuditExamples } from "./audit";
import { NotificationExamples } from "./notifications";
import { FrameExamples } from "./frame";
import { PaymentListExamples } from "./payment-list";
import { SearchExamples } from "./search";
import { StuckExamples } from "./stuck";
import { RuleEditorExamples } from "./rules/editor";
import { RuleExperimentExamples } from "./rules/experiments";
import { RuleTrialExamples } from "./rules/trials";
import { DialogExamples } from "./dialogs";
import { KeyDialogExamples } from "./key-dialogs";
import { WebhookDialogExamples } from "./webhook-dialogs";
import { RequestExamples } from "./requests";
import { DecisionExamples } from "./decisions";
import { BulkRunExamples } from "./bulk-runs";
import { BulkFormExamples } from "./bulk-forms";
import { ManualRefundExamples } from "./manual-refunds";
import { RefundRequestExamples } from "./refund-requests";
import { AllAccountsExamples } from "./all-accounts";
import { MerchantAccountExamples } from "./accounts";
import { SigningInExamples } from "./signing-in";
import { ReasonExamples } from "./reasons";
import { RefundSelectionExamples } from "./refund-selection";
import { RequestSelectionExamples } from "./request-selection";
import { ChannelExamples } from "./channels";
import { RefundRequestQueueExamples } from "./refund-request-queue";
import { QueueExamples } from "./queues";
import { ReconciliationExamples } from "./reconciliation";
import { ResolveExamples } from "./resolve";
import { PersonExamples } from "./person";
import { RoleExamples } from "./roles";
import { RefundListExamples } from "./refund-lists";
import { WebhookPageExamples } from "./webhook-pages";
import { OverviewExamples } from "./overview";
import { NewPaymentExamples } from "./new-payment";
import { PaymentPageExamples } from "./payment-page";
import { PageStateExamples } from "./page-states";
import { UiExamples } from "./ui";
import { CustomerExamples } from "./customer";
import { ExportExamples } from "./exports";
import { FindLinesExamples } from "./find-lines";
import { NoteExamples } from "./notes";
import { NoteListExamples } from "./note-list";
import { WebhookExamples } from "./webhooks";

/** All sections on one page. */
export const ALL = "all";

/** The pages of the gallery. The names are those of the code, the same in every language. */
export const SECTIONS: readonly { name: string; examples: ReactNode }[] = [
  { name: "controls", examples: <UiExamples /> },
  { name: "structure", examples: <StructureExamples /> },
  { name: "charts", examples: <ChartExamples /> },
  { name: "statuses", examples: <StatusExamples /> },
  { name: "shared", examples: <SharedExamples /> },
  { name: "lists", examples: <ListExamples /> },
  { name: "tables", examples: <TableExamples /> },
  { name: "payments", examples: <PaymentExamples /> },
  { name: "payment-panels", examples: <PaymentPanelExamples /> },
  { name: "refunds", examples: <RefundExamples /> },
  { name: "approvals", examples: <ApprovalExamples /> },
  { name: "bulk", examples: <BulkExamples /> },
  { name: "webhooks", examples: <WebhookExamples /> },
  { name: "endpoints", examples: <EndpointExamples /> },
  { name: "gateways", examples: <GatewayExamples /> },
  { name: "gateway accounts", examples: <GatewayAccountExamples /> },
  { name: "team", examples: <TeamExamples /> },
  { name: "account", examples: <AccountExamples /> },
  { name: "account-lists", examples: <AccountListExamples /> },
  { name: "audit", examples: <AuditExamples /> },
  { name: "notifications", examples: <NotificationExamples /> },
  { name: "frame", examples: <FrameExamples /> },
  { name: "payment-list", examples: <PaymentListExamples /> },
  { name: "search", examples: <SearchExamples /> },
  { name: "stuck", examples: <StuckExamples /> },
  { name: "rules", examples: <RuleEditorExamples /> },
  { name: "rule-experiments", examples: <RuleExperimentExamples /> },
  { name: "rule-trials", examples: <RuleTrialExamples /> },
  { name: "dialogs", examples: <DialogExamples /> },
  { name: "key-dialogs", examples: <KeyDialogExamples /> },
  { name: "webhook-dialogs", examples: <WebhookDialogExamples /> },
  { name: "requests", examples: <RequestExamples /> },
  { name: "decisions", examples: <DecisionExamples /> },
  { name: "bulk-runs", examples: <BulkRunExamples /> },
  { name: "bulk-forms", examples: <BulkFormExamples /> },
  { name: "refund-requests", examples: <RefundRequestExamples /> },
  { name: "manual-refunds", examples: <ManualRefundExamples /> },
  { name: "refund-selection", examples: <RefundSelectionExamples /> },
  { name: "request-selection", examples: <RequestSelectionExamples /> },
  { name: "reasons", examples: <ReasonExamples /> },
  { name: "channels", examples: <ChannelExamples /> },
  { name: "merchant accounts", examples: <MerchantAccountExamples /> },
  { name: "all-accounts", examples: <AllAccountsExamples /> },
  { name: "signing-in", examples: <SigningInExamples /> },
  { name: "refund-request-queue", examples: <RefundRequestQueueExamples /> },
  { name: "queues", examples: <QueueExamples /> },
  { name: "reconciliation", examples: <ReconciliationExamples /> },
  { name: "resolve", examples: <ResolveExamples /> },
  { name: "person", examples: <PersonExamples /> },
  { name: "roles", examples: <RoleExamples /> },
  { name: "refund-lists", examples: <RefundListExamples /> },
  { name: "webhook-pages", examples: <WebhookPageExamples /> },
  { name: "overview", examples: <OverviewExamples /> },
  { name: "new-payment", examples: <NewPaymentExamples /> },
  { name: "payment-page", examples: <PaymentPageExamples /> },
  { name: "customer", examples: <CustomerExamples /> },
  { name: "find-lines", examples: <FindLinesExamples /> },
  { name: "exports", examples: <ExportExamples /> },
  { name: "notes", examples: <NoteExamples /> },
  { name: "note-list", examples: <NoteListExamples /> },
  { name: "page-states", examples: <PageStateExamples /> },
  { name: "pages", examples: <PageExamples /> },
];
