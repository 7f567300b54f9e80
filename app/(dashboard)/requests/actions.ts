"use server";

import type {
  CreateRequestInput,
  CreateRequestOutcome,
  RequestOutcome,
  RequestRefundsInput,
  RequestRefundsOutcome,
  RequestReserveOutcome,
} from "@/lib/requests/request-views";
import { currentCtx } from "@/server/dashboard/context";
import { answerQuestion } from "@/server/dashboard/requests/commands/answer-question";
import { askQuestion } from "@/server/dashboard/requests/commands/ask-question";
import { changeRequestAmount } from "@/server/dashboard/requests/commands/change-request-amount";
import { createRequest } from "@/server/dashboard/requests/commands/create-request";
import { declineRequest } from "@/server/dashboard/requests/commands/decline-request";
import { requestRefunds } from "@/server/dashboard/requests/commands/request-refunds";
import { setRequestsReserve } from "@/server/dashboard/requests/commands/set-requests-reserve";
import { withdrawRequest } from "@/server/dashboard/requests/commands/withdraw-request";

type StepInput = { requestId: string; text: string };

export async function createRequestAction(input: CreateRequestInput): Promise<CreateRequestOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : createRequest(ctx, input);
}

export async function declineRequestAction(input: StepInput): Promise<RequestOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : declineRequest(ctx, input);
}

export async function askQuestionAction(input: StepInput): Promise<RequestOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : askQuestion(ctx, input);
}

export async function answerQuestionAction(input: StepInput): Promise<RequestOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : answerQuestion(ctx, input);
}

export async function changeRequestAmountAction(input: StepInput): Promise<RequestOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : changeRequestAmount(ctx, input);
}

export async function withdrawRequestAction(input: StepInput): Promise<RequestOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : withdrawRequest(ctx, input);
}

export async function setRequestsReserveAction(input: {
  doReserve: boolean;
}): Promise<RequestReserveOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : setRequestsReserve(ctx, input);
}

export async function requestRefundsAction(input: RequestRefundsInput): Promise<RequestRefundsOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : requestRefunds(ctx, input);
}
