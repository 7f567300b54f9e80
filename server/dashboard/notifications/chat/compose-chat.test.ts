import { describe, expect, test } from "vitest";
import type { NotificationFact } from "@/lib/notifications/details";
import { chatBody, composeChat, composeChatTest } from "./compose-chat";

const place = { language: "en", publicUrl: "https://pay.example", account: null, accountName: null } as const;
const of = { id: "5f0f4a76-2c34-4a2b-9a57-6d1f8b6c0001", mayRepeat: false };

/** A name and a reference that people type, with what either chat could take for markup. */
const ODD = "<!channel> @channel <@U1|x> & *b* [click](https://evil.example) <at>all</at>";
const odd: NotificationFact = {
  event: "refund_request_waiting",
  detail: {
    requestId: "5f0f4a76-2c34-4a2b-9a57-6d1f8b6c0002",
    reference: `ORD-1\n${ODD}`,
    transactionId: "TXN202611210001",
    amount: "1499.00",
    currency: "INR",
    requestedBy: ODD,
  },
};
const rate: NotificationFact = {
  event: "success_rate_low",
  detail: { gateway: "razorpay", rate: 61, usual: 93 },
};

type Slack = { text: string; parse: string; link_names: boolean; blocks: Record<string, unknown>[] };
type Card = { type: string; version: string; body: { type: string }[]; actions: Record<string, unknown>[] };
type Teams = { type: string; attachments: { contentType: string; content: Card }[] };
const slack = (facts: readonly NotificationFact[], options = of) =>
  JSON.parse(chatBody("slack", composeChat(facts, options, place))) as Slack;
const teams = (facts: readonly NotificationFact[], options = of) =>
  JSON.parse(chatBody("teams", composeChat(facts, options, place))) as Teams;

describe("a message for Slack", () => {
  test("has a text and blocks with a link to the page", () => {
    expect(slack([rate])).toEqual({
      text: "Success rate is low: razorpay: 61% in the last hours, usually 93%",
      parse: "none",
      link_names: false,
      unfurl_links: false,
      blocks: [
        {
          type: "section",
          text: {
            type: "mrkdwn",
            text: "<https://pay.example/overview|Success rate is low>\nrazorpay: 61% in the last hours, usually 93%",
            verbatim: true,
          },
        },
        {
          type: "actions",
          elements: [
            {
              type: "button",
              text: { type: "plain_text", text: "Open in Paydeck" },
              url: "https://pay.example/overview",
            },
          ],
        },
      ],
    });
  });

  test("has no mention, link or markup of what people typed: &, < and > are escaped", () => {
    const message = slack([odd]);
    const texts = [message.text, (message.blocks[0]?.text as { text: string }).text];
    for (const text of texts) {
      const own = text.replace(/^<https:\/\/pay\.example\/[^|>]*\|[^<>]*>/, "");
      expect(own).not.toMatch(/[<>]/);
      expect(own).not.toMatch(/&(?!amp;|lt;|gt;)/);
      expect(own).toContain("&lt;!channel&gt; @channel &lt;@U1|x&gt; &amp;");
    }
    expect(JSON.stringify(message.blocks)).toContain('"verbatim":true');
  });
});

describe("a message for Teams", () => {
  test("is an Adaptive Card in the envelope of Workflows", () => {
    const message = teams([rate]);
    expect(message).toMatchObject({
      type: "message",
      attachments: [
        {
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            type: "AdaptiveCard",
            version: "1.4",
            actions: [
              { type: "Action.OpenUrl", title: "Open in Paydeck", url: "https://pay.example/overview" },
            ],
          },
        },
      ],
    });
    expect(message.attachments).toHaveLength(1);
  });

  test("has what people typed only in runs, which know no Markdown and no mentions", () => {
    const [attachment] = teams([odd, rate]).attachments;
    const card = attachment?.content;
    expect(JSON.stringify(card)).toContain("[click](https://evil.example)");
    expect(card?.body.map(({ type }) => type)).toEqual(Array.from({ length: 4 }, () => "RichTextBlock"));
    expect(JSON.stringify(card)).not.toContain('"entities"');
  });
});

describe.each(["slack", "teams"] as const)("for %s", (kind) => {
  const bodyOf = (facts: readonly NotificationFact[], options = of) =>
    chatBody(kind, composeChat(facts, options, place));

  test("a hundred notifications are one message with the first ten, the count and a link to all", () => {
    const body = bodyOf(Array.from({ length: 100 }, () => rate));
    expect(body).toContain("100 notifications: Success rate is low");
    expect(body.match(/razorpay: 61%/g)).toHaveLength(10);
    expect(body).toContain("and 90 more");
    expect(body).toContain("https://pay.example/notifications");
    expect(Buffer.byteLength(body)).toBeLessThan(28 * 1_024);
  });

  test("texts of any length stay within what the chat accepts", () => {
    const long: NotificationFact = {
      ...odd,
      detail: { ...odd.detail, reference: "<&>".repeat(5_000) },
    };
    const body = bodyOf(Array.from({ length: 100 }, () => long));
    expect(Buffer.byteLength(body)).toBeLessThan(28 * 1_024);
    if (kind === "slack") {
      const sections = (JSON.parse(body) as Slack).blocks.filter(({ type }) => type === "section");
      for (const { text } of sections) expect((text as { text: string }).text.length).toBeLessThan(3_000);
    }
  });

  test("line breaks and control characters of a reference are spaces", () => {
    expect(bodyOf([odd])).toContain("ORD-1 ");
    expect(bodyOf([odd])).not.toContain("ORD-1\\n");
  });

  test("a repetition says that it may be one; a first attempt does not", () => {
    expect(bodyOf([rate], { ...of, mayRepeat: true })).toContain("Possible repetition");
    expect(bodyOf([rate], { ...of, mayRepeat: true })).toContain("5f0f4a76");
    expect(bodyOf([rate])).not.toContain("Possible repetition");
  });

  test("a test message names the channel and has no link", () => {
    const body = chatBody(kind, composeChatTest("#payments", { language: "en", accountName: null }));
    expect(body).toContain("Test message: #payments");
    expect(body).not.toContain("https://pay.example");
  });

  test("a message says which of several accounts it is about: in its title, with each entry and at its end", () => {
    const named = (facts: readonly NotificationFact[], accountName: string) =>
      composeChat(facts, of, { ...place, account: "shop", accountName });
    const one = named([rate], "Shop");
    expect(one.title).toBe("[Shop] Success rate is low: razorpay: 61% in the last hours, usually 93%");
    const two = named([rate, odd], "Shop");
    expect(two.title).toBe("[Shop] 2 notifications: Success rate is low");
    expect(two.entries.map(({ title }) => title)).toEqual([
      "[Shop] Success rate is low",
      "[Shop] Refund requested",
    ]);
    expect(two.notes).toEqual(["Merchant account: Shop"]);
    const body = chatBody(kind, named([rate], `${ODD}\n`));
    expect(body.match(/\\n/g) ?? []).toHaveLength(kind === "slack" ? 1 : 0);
    if (kind === "slack") expect(body).not.toMatch(/<!channel>|<@U1/);
    expect(chatBody(kind, composeChatTest("#payments", { language: "hi", accountName: "Shop" }))).toContain(
      "[Shop] ",
    );
  });
});
