import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { withoutIsolates } from "@/lib/direction";

/** Mail readers know no style sheets: each element has its own. Colours are legible on white and on black. */
const MUTED = "#667085";
const ACCENT = "#3355d1";
const FONT = "-apple-system, 'Segoe UI', Roboto, 'Noto Sans Devanagari', Helvetica, Arial, sans-serif";

/** `url`: of the entry's own page; null where the action leads there. */
type EmailEntry = { title: string; body: string; url: string | null };
type EmailContent = {
  language: string;
  /** The name of the merchant account that it is about; null for none, and where there is one. */
  account: string | null;
  subject: string;
  /** What is said before the entries: a greeting, an explanation. */
  paragraphs: readonly string[];
  entries: readonly EmailEntry[];
  /** What is said after the entries: how many more there are, a caution. */
  notes: readonly string[];
  action: { label: string; url: string } | null;
  foot: { account: string | null; text: string; link: { label: string; url: string } | null };
};

/** The two forms of a message, with the same content. */
export function renderEmail(content: EmailContent): { subject: string; text: string; html: string } {
  const html = renderToStaticMarkup(<Layout {...content} />);
  const subject = withoutIsolates(content.subject);
  return { subject, text: plainText(content), html: `<!doctype html>${html}` };
}

function Layout({ language, account, subject, paragraphs, entries, notes, action, foot }: EmailContent) {
  return (
    <html lang={language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="color-scheme" content="light dark" />
        <title>{subject}</title>
      </head>
      <body style={{ margin: 0, padding: "24px 12px", fontFamily: FONT, fontSize: 15, lineHeight: 1.5 }}>
        <div style={{ maxWidth: 560, margin: "0 auto" }}>
          <p style={{ margin: "0 0 20px", fontWeight: 600, color: ACCENT }}>
            Paydeck
            {account !== null && (
              <>
                {" · "}
                <bdi>{account}</bdi>
              </>
            )}
          </p>
          {paragraphs.map((text) => (
            <Paragraph key={text}>{text}</Paragraph>
          ))}
          {entries.map(({ title, body, url }, index) => (
            <div key={index} style={{ padding: "12px 0", borderTop: index === 0 ? 0 : "1px solid #d9dde5" }}>
              <div style={{ fontWeight: 600 }}>
                {url === null ? (
                  title
                ) : (
                  <a href={url} style={{ color: ACCENT }}>
                    {title}
                  </a>
                )}
              </div>
              <div>{body}</div>
            </div>
          ))}
          {notes.map((text) => (
            <Paragraph key={text}>{text}</Paragraph>
          ))}
          {action !== null && (
            <p style={{ margin: "20px 0" }}>
              <a
                href={action.url}
                style={{
                  display: "inline-block",
                  padding: "10px 18px",
                  borderRadius: 6,
                  background: ACCENT,
                  color: "#ffffff",
                  fontWeight: 600,
                  textDecoration: "none",
                }}
              >
                {action.label}
              </a>
            </p>
          )}
          <p style={{ margin: "28px 0 0", fontSize: 12, color: MUTED }}>
            {foot.account !== null && (
              <>
                <bdi>{foot.account}</bdi>
                <br />
              </>
            )}
            {foot.text}
            {foot.link !== null && (
              <>
                {" "}
                <a href={foot.link.url} style={{ color: MUTED }}>
                  {foot.link.label}
                </a>
              </>
            )}
          </p>
        </div>
      </body>
    </html>
  );
}

function Paragraph({ children }: { children: ReactNode }) {
  return <p style={{ margin: "0 0 12px" }}>{children}</p>;
}

function plainText({ paragraphs, entries, notes, action, foot }: EmailContent): string {
  return [
    ...paragraphs,
    ...entries.map(({ title, body, url }) => [title, body, ...(url === null ? [] : [url])].join("\n")),
    ...notes,
    ...(action === null ? [] : [`${action.label}: ${action.url}`]),
    [
      `-- `,
      ...(foot.account === null ? [] : [foot.account]),
      foot.text,
      ...(foot.link === null ? [] : [`${foot.link.label}: ${foot.link.url}`]),
    ].join("\n"),
  ].join("\n\n");
}
