"use client";

import { lazyPart, useLazyPart } from "@/components/ui/lazy-part";
import { PartFailed } from "@/components/ui/part-failed";
import { Skeleton } from "@/components/ui/skeleton";
import type { ManualRefundsPanelProps } from "./manual-refunds-panel";

/** Few payments have one, so its scripts come with the first that has. */
const panelPart = lazyPart(() =>
  import("./manual-refunds-panel").then((module) => module.ManualRefundsPanel),
);

export function ManualRefunds(props: ManualRefundsPanelProps) {
  const panel = useLazyPart(panelPart);
  if (panel.kind === "ready") return <panel.part {...props} />;
  if (panel.kind === "failed") return <PartFailed onTryAgain={panel.tryAgain} />;
  return <Skeleton className="h-40 w-full rounded-lg" />;
}
