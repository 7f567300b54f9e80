import type { WebhookError } from "@/lib/contract/webhook-constants";

/** What came of one request. */
export type Exchanged =
  | {
      kind: "answered";
      status: number;
      headers: Readonly<Record<string, string>>;
      /** The first 4 KiB; `bodyIsCut` when there was more, or when its end never arrived. */
      body: string;
      bodyIsCut: boolean;
    }
  | { kind: "unanswered"; error: WebhookError; message: string };
