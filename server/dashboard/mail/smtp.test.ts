import { afterEach, describe, expect, it } from "vitest";
import { selfSignedCertificate } from "@/tools/testing/self-signed-certificate";
import { TestSmtp } from "@/tools/testing/dashboard/smtp";
import { createSmtpMail } from "./smtp";

let smtp: TestSmtp | null = null;
afterEach(() => smtp?.stop());

const message = {
  id: "2b1f0f9e-6a53-4a94-9f0b-1d8c77a5a001",
  to: { name: "Asha", address: "asha@example.com" },
  subject: "Refund failed",
  text: "text",
  html: "<p>html</p>",
  unsubscribeUrl: null,
};
const mailTo = (smtpUrl: string) =>
  createSmtpMail({ smtpUrl, from: "Paydeck <paydeck@example.com>", publicUrl: "https://pay.example" });

let passwords: string[] = [];
const withPassword = (host?: string): TestSmtp => {
  passwords = [];
  return new TestSmtp(
    {
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ username, password }, _session, done) => {
        passwords.push(password ?? "");
        return username === "paydeck" && password === "right"
          ? done(null, { user: username })
          : done(new Error("wrong"));
      },
    },
    host,
  );
};

describe("a mail server with a password", () => {
  it("accepts messages with the right one; a wrong one is retried, because it can be corrected", async () => {
    smtp = await withPassword().start();
    const at = (password: string) => `smtp://paydeck:${password}@127.0.0.1:${String(smtp?.port)}`;
    expect(await mailTo(at("right")).send(message)).toEqual({ kind: "sent" });
    expect(await mailTo(at("wrong")).send(message)).toMatchObject({ kind: "unavailable", code: "535" });
    expect(smtp.received).toHaveLength(1);
  });

  it("gets no password without TLS, if it is on another machine", async () => {
    // Not one of the names of loopback that are excepted.
    smtp = await withPassword("127.0.0.2").start();
    const url = `smtp://paydeck:right@127.0.0.2:${String(smtp.port)}`;
    const outcome = await mailTo(url).send(message);
    expect(outcome.kind).toBe("unavailable");
    expect([passwords, smtp.received]).toEqual([[], []]);
  });
});

describe("a mail server with TLS", () => {
  const certificate = selfSignedCertificate("localhost");
  const settings = (protocol: string) => ({
    smtpUrl: `${protocol}://localhost:${String(smtp?.port)}`,
    from: "paydeck@example.com",
    publicUrl: "https://pay.example",
  });

  it.each([
    ["from the start", "smtps", { secure: true }],
    ["by STARTTLS", "smtp", { secure: false }],
  ])("%s is used with a certificate that is trusted, and no other", async (_how, protocol, options) => {
    smtp = await new TestSmtp({ ...options, ...certificate, disabledCommands: ["AUTH"] }).start();
    const trusting = createSmtpMail({ ...settings(protocol), certificates: [certificate.cert] });
    expect(await trusting.send(message)).toEqual({ kind: "sent" });
    expect((await createSmtpMail(settings(protocol)).send(message)).kind).toBe("unavailable");
    expect(smtp.received).toHaveLength(1);
  });
});

it("a server that is not there is retried", async () => {
  smtp = await new TestSmtp().start();
  await smtp.stop();
  expect(await mailTo(smtp.url).send(message)).toMatchObject({ kind: "unavailable", code: "ESOCKET" });
});
