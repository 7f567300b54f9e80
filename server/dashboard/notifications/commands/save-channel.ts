import { randomUUID } from "node:crypto";
import { z } from "zod";
import { LOCALES } from "@/lib/messages/locale";
import {
  CHAT_EVENTS,
  CHAT_KIND_NAMES,
  CHAT_KINDS,
  type ChannelField,
  type ChannelFault,
  type ChannelOutcome,
  MAX_CHANNEL_NAME,
  MAX_CHANNELS,
} from "@/lib/notifications/chat";
import { minutesOf, type QuietHours, timeOf } from "@/lib/notifications/email-time";
import { err, ok, type Result } from "@/lib/result";
import { codePointLength, isAcceptedText } from "@/lib/text";
import { isTimeZone } from "@/lib/time-zone";
import { type Db, sqlState } from "@/server/platform/pool";
import { inTransaction } from "@/server/platform/transaction";
import { recordAudit } from "../../audit/store";
import { authorize } from "../../auth/authorize";
import type { Ctx } from "../../context";
import {
  type ChannelSettings,
  countChannels,
  insertChannel,
  lockChannel,
  type StoredChannel,
  updateChannel,
} from "../store/chat-channels";

const UNIQUE_VIOLATION = "23505";
const MAX_TYPED = 5_000;
const typed = z.string().max(MAX_TYPED);
const inputSchema = z.object({
  id: z.uuid().nullable(),
  name: typed,
  kind: z.enum(CHAT_KINDS),
  url: typed,
  events: z.array(z.string()).max(100),
  language: z.enum(LOCALES),
  timeZone: z.string(),
  quietFrom: typed,
  quietUntil: typed,
});
type Input = z.output<typeof inputSchema>;

type Address = { url: string; host: string; end: string };
type Entered = {
  name: string;
  /** Null: the address stays. */
  address: Address | null;
  events: string[];
  quiet: QuietHours | null;
};

/**
 * Adds a chat channel, or changes one; an empty address keeps the one that it has. The address is sealed, and neither it
 * nor a part that is secret is in the audit entry.
 */
export async function saveChannel(ctx: Ctx, input: unknown): Promise<ChannelOutcome> {
  const parsed = inputSchema.safeParse(input);
  const id = (parsed.success ? parsed.data.id : null) ?? randomUUID();
  const subject = { kind: "chat_channel", id } as const;
  if (!(await authorize(ctx, "manage_chat_channels", subject))) return { kind: "forbidden" };
  if (!parsed.success) return { kind: "invalid", field: "form", fault: "incomplete" };
  const entered = readEntered(ctx, parsed.data);
  if (!entered.ok) return { kind: "invalid", ...entered.error };

  const isNew = parsed.data.id === null;
  const saved = inTransaction(ctx.pool, async (db): Promise<ChannelOutcome> => {
    const before = isNew ? null : await lockChannel(db, id);
    if (!isNew && before === null) return { kind: "not_found" };
    if (isNew && (await countChannels(db)) >= MAX_CHANNELS)
      return { kind: "invalid", field: "form", fault: "too_many" };
    const settings = settingsOf(ctx, id, parsed.data, entered.value, before);
    if (settings === null) return { kind: "invalid", field: "url", fault: "missing" };
    await write(ctx, db, { id, before, settings, isNewAddress: entered.value.address !== null });
    return { kind: "saved" };
  });
  return saved.catch((error: unknown): ChannelOutcome => {
    if (sqlState(error) === UNIQUE_VIOLATION) return { kind: "invalid", field: "name", fault: "taken" };
    throw error;
  });
}

async function write(
  { actor, clock, requestId }: Ctx,
  db: Db,
  change: { id: string; before: StoredChannel | null; settings: ChannelSettings; isNewAddress: boolean },
): Promise<void> {
  const { id, before, settings, isNewAddress } = change;
  const at = clock.now();
  if (before === null) await insertChannel(db, { ...settings, id, at, by: actor.userId });
  else await updateChannel(db, id, settings);
  await recordAudit(db, {
    at,
    actor,
    action: "chat_channel_saved",
    subject: { kind: "chat_channel", id },
    detail: {
      before: before === null ? null : channelLine(before),
      after: `${channelLine(settings)}${before !== null && isNewAddress ? ", new address" : ""}`,
    },
    requestId,
  });
}

type Fault = { field: ChannelField | "form"; fault: ChannelFault };

function readEntered({ chat }: Ctx, input: Input): Result<Entered, Fault> {
  const name = input.name.trim();
  if (name === "") return err({ field: "name", fault: "missing" });
  if (!isAcceptedText(name) || /[\r\n]/.test(name)) return err({ field: "name", fault: "characters" });
  if (codePointLength(name) > MAX_CHANNEL_NAME) return err({ field: "name", fault: "too_long" });
  const events = CHAT_EVENTS.filter((event) => input.events.includes(event));
  if (events.length === 0) return err({ field: "events", fault: "missing" });
  const quiet = readQuiet(input);
  if (!quiet.ok || !isTimeZone(input.timeZone)) return err({ field: "quiet", fault: "incomplete" });
  const entered = { name, events, quiet: quiet.value };
  if (input.url.trim() === "") {
    return input.id === null ? err({ field: "url", fault: "missing" }) : ok({ ...entered, address: null });
  }
  const address = chat.readUrl(input.url);
  return address.ok ? ok({ ...entered, address: address.value }) : err({ field: "url", fault: "url" });
}

function readQuiet({ quietFrom, quietUntil }: Input): Result<QuietHours | null, null> {
  if (quietFrom === "" && quietUntil === "") return ok(null);
  const [from, until] = [minutesOf(quietFrom), minutesOf(quietUntil)];
  return from === null || until === null || from === until ? err(null) : ok({ from, until });
}

/** Null when there is no address. */
function settingsOf(
  { vault }: Ctx,
  id: string,
  { kind, language, timeZone }: Input,
  { name, events, quiet, address }: Entered,
  before: StoredChannel | null,
): ChannelSettings | null {
  const own = { name, kind, events, language, timeZone, quiet };
  if (address !== null) {
    const sealedUrl = vault.seal(address.url, id);
    return { ...own, sealedUrl, urlHost: address.host, urlEnd: address.end };
  }
  if (before === null) return null;
  const { sealedUrl, urlHost, urlEnd } = before;
  return { ...own, sealedUrl, urlHost, urlEnd };
}

/** A channel in one line, for the audit log. */
export function channelLine(of: ChannelSettings): string {
  const { name, kind, urlHost, quiet, timeZone, language, events } = of;
  return [
    name,
    CHAT_KIND_NAMES[kind],
    urlHost,
    language,
    ...(quiet === null ? [] : [`quiet ${timeOf(quiet.from)} to ${timeOf(quiet.until)} ${timeZone}`]),
    events.join(" "),
  ].join(", ");
}
