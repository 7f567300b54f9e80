"use client";

import { ServiceErrorNotice } from "@/components/live/service-error-notice";
import { SignedOut } from "@/components/states/signed-out";
import { Notice } from "@/components/ui/notice";
import type { ServiceError } from "@/lib/service-error";

const TONES = {
  no_contact: "info",
  not_seen: "info",
  not_offered: "info",
  not_found: "warning",
  lost: "warning",
  forbidden: "danger",
} as const;

type ContactProblemProps<Kind extends keyof typeof TONES> = {
  problem: { kind: "service_error"; serviceError: ServiceError } | { kind: "signed_out" } | { kind: Kind };
  /** What each problem means for the action that failed. */
  texts: Record<Kind, string>;
};

/** Why a contact was not shown or not searched for. */
export function ContactProblem<Kind extends keyof typeof TONES>(props: ContactProblemProps<Kind>) {
  const { problem, texts } = props;
  if ("serviceError" in problem) return <ServiceErrorNotice serviceError={problem.serviceError} />;
  if (problem.kind === "signed_out") return <SignedOut />;
  return <Notice tone={TONES[problem.kind]} role="alert" title={texts[problem.kind]} />;
}
