import type { ReactNode } from "react";
import { ApprovalExamples } from "./approvals";
import { BulkExamples } from "./bulk";
import { ChartExamples } from "./charts";
import { EndpointExamples } from "./endpoints";
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
import { UiExamples } from "./ui";
import { WebhookExamples } from "./webhooks";

/** All sections on one page, for the browser test: loading a page takes longer there than looking at it. */
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
  { name: "team", examples: <TeamExamples /> },
  { name: "pages", examples: <PageExamples /> },
];
