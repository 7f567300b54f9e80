"use server";

import { revalidatePath } from "next/cache";
import { textOf } from "@/lib/form";
import type { ChannelInput, ChannelOutcome } from "@/lib/notifications/chat";
import { type LimitsOutcome, NOTIFICATION_LIMITS } from "@/lib/notifications/limits";
import { paths } from "@/lib/paths";
import { currentCtx } from "@/server/dashboard/context";
import {
  deleteChannel,
  pauseChannel,
  resumeChannel,
  testChannel,
} from "@/server/dashboard/notifications/commands/on-channel";
import { saveLimits } from "@/server/dashboard/notifications/commands/save-limits";
import { saveChannel } from "@/server/dashboard/notifications/commands/save-channel";

export type LimitsState = { attempt: number; outcome: LimitsOutcome } | null;

export async function saveLimitsAction(earlier: LimitsState, form: FormData): Promise<LimitsState> {
  const attempt = (earlier?.attempt ?? 0) + 1;
  const ctx = await currentCtx();
  if (ctx === null) return { attempt, outcome: { kind: "signed_out" } };
  const typed = Object.fromEntries(NOTIFICATION_LIMITS.map((limit) => [limit, textOf(form, limit)]));
  const limits = textOf(form, "do") === "reset" ? null : typed;
  const outcome = await saveLimits(ctx, { version: textOf(form, "version"), limits });
  if (outcome.kind === "saved" || outcome.kind === "changed") revalidatePath(paths.channels());
  return { attempt, outcome };
}

type Which = { id: string };

export async function saveChannelAction(input: ChannelInput): Promise<ChannelOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : saveChannel(ctx, input);
}

export async function testChannelAction(input: Which): Promise<ChannelOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : testChannel(ctx, input);
}

export async function pauseChannelAction(input: Which): Promise<ChannelOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : pauseChannel(ctx, input);
}

export async function resumeChannelAction(input: Which): Promise<ChannelOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : resumeChannel(ctx, input);
}

export async function deleteChannelAction(input: Which): Promise<ChannelOutcome> {
  const ctx = await currentCtx();
  return ctx === null ? { kind: "signed_out" } : deleteChannel(ctx, input);
}
