/** A message to one person. Addresses and texts are not escaped: the sender encodes them. */
export type MailMessage = {
  /** The Message-ID without the host: a message that is sent again keeps it. */
  id: string;
  to: { name: string; address: string };
  subject: string;
  text: string;
  html: string;
  /** The address that stops such messages without a session, by POST (RFC 8058); null for those that a person requested. */
  unsubscribeUrl: string | null;
};

/** `code`: of SMTP, "550 5.1.1", or of the connection. */
export type MailOutcome =
  | { kind: "sent" }
  /** The address or the message is refused for good. */
  | { kind: "refused"; code: string }
  /** Unknown, or not now: sent again with the same Message-ID. */
  | { kind: "unavailable"; code: string };

/** What sends e-mails. */
export type Mail = {
  /** What links begin with, without a slash at the end. */
  publicUrl: string;
  send(message: MailMessage): Promise<MailOutcome>;
};

/** What the configuration says about sending. */
export type MailSettings = { smtpUrl: string; from: string };
