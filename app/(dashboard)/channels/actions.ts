"use server";

import type { ChannelInput, ChannelOutcome } from "@/lib/notifications/chat";
import { currentCtx } from "@/server/dashboard/context";
import {
  deleteChannel,
  pauseChannel,
  resumeChannel,
  testChannel,
} from "@/server/dashboard/notifications/commands/on-channel";
import { saveChannel } from "@/server/dashboard/notifications/commands/save-channel";

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
