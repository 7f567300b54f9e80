import { z } from "zod";
import type { ErrorShape } from "../contract/endpoints";
import { fieldListErrorSchema, messageDataErrorSchema, messageErrorSchema } from "../contract/responses";
import type { FieldFault } from "./call-result";

/** The four shapes of the specification's endpoints, and the ops extension's own. */
export type RefusalShape = ErrorShape | "detail";

const MAX_MESSAGE_LENGTH = 300;
const MAX_FAULTS = 50;
/** Control characters and lone surrogates are removed from messages shown to people (failure 39). */
const CONTROLS = /[\p{Cc}\p{Surrogate}]/gu;

const detailErrorSchema = z.looseObject({
  detail: z.string(),
  faults: z.array(z.looseObject({ field: z.string(), text: z.string() })).optional(),
});

/** The service's message, truncated; null when the body does not have the documented shape (failure 9). */
export function readRefusalBody(
  shape: RefusalShape,
  body: unknown,
): { message: string; faults: FieldFault[] } | null {
  switch (shape) {
    case "message":
      return refusalOf(messageErrorSchema.safeParse(body).data?.message);
    case "message_data":
      return refusalOf(messageDataErrorSchema.safeParse(body).data?.message);
    case "field_list": {
      const list = fieldListErrorSchema.safeParse(body).data?.message;
      const faults = list?.flatMap((entry) =>
        Object.entries(entry).map(([field, text]) => ({ field, text })),
      );
      return refusalOf(faults?.map(({ text }) => text).join(" "), faults);
    }
    case "detail": {
      const parsed = detailErrorSchema.safeParse(body).data;
      return refusalOf(parsed?.detail, parsed?.faults);
    }
  }
}

function refusalOf(
  message: string | undefined,
  faults: readonly FieldFault[] = [],
): { message: string; faults: FieldFault[] } | null {
  if (message === undefined) return null;
  return {
    message: shorten(message),
    faults: faults
      .slice(0, MAX_FAULTS)
      .map(({ field, text }) => ({ field: shorten(field), text: shorten(text) })),
  };
}

function shorten(text: string): string {
  return [...text.replace(CONTROLS, " ")].slice(0, MAX_MESSAGE_LENGTH).join("");
}
