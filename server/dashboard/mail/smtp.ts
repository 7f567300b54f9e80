import { createTransport } from "nodemailer";
import SMTPTransport from "nodemailer/lib/smtp-transport/index.js";
import { z } from "zod";
import type { Mail, MailMessage, MailOutcome, MailSettings } from "./mail";

const CONNECT_LIMIT_MS = 10_000;
/** One step of the dialogue. All steps of a message end before another process takes it over. */
const RESPONSE_LIMIT_MS = 15_000;

const LOOPBACK = ["localhost", "127.0.0.1", "[::1]"];

/**
 * Sends by SMTP, one connection a message. A password is sent only over TLS, except to this machine. `certificates`: what
 * to trust besides the usual authorities, for tests.
 */
export function createSmtpMail(
  settings: MailSettings & { publicUrl: string; certificates?: string[] },
): Mail {
  const url = new URL(settings.smtpUrl);
  const isSecret = url.username !== "" && url.protocol === "smtp:" && !LOOPBACK.includes(url.hostname);
  // Given an address, createTransport itself would ignore every other option.
  const smtp = new SMTPTransport({
    url: settings.smtpUrl,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: RESPONSE_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(isSecret && { requireTLS: true }),
    ...(settings.certificates !== undefined && { tls: { ca: settings.certificates } }),
  });
  const transport = createTransport(smtp, { from: settings.from });
  return {
    publicUrl: settings.publicUrl,
    async send(message) {
      try {
        await transport.sendMail(envelopeOf(message, settings.publicUrl));
        return { kind: "sent" };
      } catch (error) {
        return outcomeOf(error);
      }
    },
  };
}

function envelopeOf(message: MailMessage, publicUrl: string) {
  const { id, unsubscribeUrl, ...content } = message;
  return {
    ...content,
    messageId: `<${id}@${new URL(publicUrl).hostname}>`,
    headers: {
      // Nobody's holiday answers a notification (RFC 3834).
      "Auto-Submitted": "auto-generated",
      ...(unsubscribeUrl !== null && {
        "List-Unsubscribe": `<${unsubscribeUrl}>`,
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
      }),
    },
  };
}

const errorSchema = z.object({
  code: z.string().optional(),
  responseCode: z.int().optional(),
  response: z.string().optional(),
});

/** What says that the server refuses this address or this message, and not everything. */
const OF_MESSAGE = ["EENVELOPE", "EMESSAGE"];

function outcomeOf(error: unknown): MailOutcome {
  const { code = "unknown", responseCode, response = "" } = errorSchema.safeParse(error).data ?? {};
  const enhanced = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})/.exec(response)?.[1];
  const shown =
    responseCode === undefined
      ? code
      : [responseCode, enhanced].filter((part) => part !== undefined).join(" ");
  const isRefused = OF_MESSAGE.includes(code) && responseCode !== undefined && responseCode >= 500;
  return { kind: isRefused ? "refused" : "unavailable", code: shown.slice(0, 40) };
}
