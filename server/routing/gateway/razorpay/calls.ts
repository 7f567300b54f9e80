import type { z } from "zod";
import { GatewayRecordUnknown } from "../port";
import { readResponse } from "./responses";
import { callRazorpay, RazorpayRefusal } from "./client";

export type RazorpayCalls = {
  /** Makes a call that Razorpay may refuse. */
  write<T>(schema: z.ZodType<T>, call: Promise<unknown>): Promise<T>;
  /** Makes a lookup: Razorpay refuses one (400) when it has no such record, which says nothing about the money. */
  lookUp<T>(schema: z.ZodType<T>, call: Promise<unknown>): Promise<T>;
};

export function callWithin(limitMs: number): RazorpayCalls {
  const write = async <T>(schema: z.ZodType<T>, call: Promise<unknown>): Promise<T> =>
    readResponse(schema, await callRazorpay(limitMs, call));
  return {
    write,
    async lookUp(schema, call) {
      try {
        return await write(schema, call);
      } catch (error) {
        throw error instanceof RazorpayRefusal ? new GatewayRecordUnknown(error.message) : error;
      }
    },
  };
}
