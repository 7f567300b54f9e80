import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { MAX_BULK_BYTES } from "@/lib/bulk";
import { withFront } from "@/tools/testing/dashboard/front";

describe("a body reaches Next only within its limit, and as it was checked", () => {
  const front = withFront();

  /** Chunked, so that the length is not declared. */
  const chunked = (bytes: number): ReadableStream<Uint8Array> =>
    new ReadableStream({
      start(controller) {
        for (let left = bytes; left > 0; left -= 4_096) {
          controller.enqueue(new Uint8Array(Math.min(left, 4_096)).fill(0x26));
        }
        controller.close();
      },
    });

  describe.each([
    ["a sign-in", "/api/auth/callback/credentials", 16],
    ["an action", "/payments", 64],
    ["a handler", "/api/refunds/1", 64],
    ["an address of the sign-in written otherwise", "/api/%61uth/callback/credentials", 64],
    ["what looks like the import", "/api/bulk/", 64],
  ])("%s", (_name, path, kib) => {
    it(`is read up to ${kib} KiB`, async () => {
      expect((await front.post(path, "&".repeat(kib * 1024))).status).toBe(200);
      expect((await front.post(path, chunked(kib * 1024))).status).toBe(200);
      expect(front.bodies.map((body) => body.length)).toEqual([kib * 1024, kib * 1024]);
    });

    it("is refused beyond it before Next hears of it, also when sent in chunks, and the connection is closed", async () => {
      for (const body of ["&".repeat(kib * 1024 + 1), chunked(kib * 1024 + 1), chunked(600_000)]) {
        const response = await front.post(path, body);
        expect([response.status, response.headers.get("connection")]).toEqual([413, "close"]);
        expect(await response.text()).toContain(`${kib} KiB`);
      }
      expect(front.seen).toEqual([]);
    });
  });

  it("closes on a sender who goes on after the refusal", async () => {
    const socket = connect(front.server.port, "127.0.0.1");
    socket.on("error", () => undefined);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    socket.write(
      `POST /login HTTP/1.1\r\nHost: 127.0.0.1:${front.server.port}\r\nOrigin: ${front.base}\r\nTransfer-Encoding: chunked\r\n\r\n`,
    );
    const chunk = `8000\r\n${"x".repeat(0x8000)}\r\n`;
    const sendOn = (): void => {
      while (!socket.destroyed && socket.write(chunk));
    };
    socket.on("drain", sendOn);
    sendOn();
    await closed;
    expect(front.seen).toEqual([]);
  });

  it("lets the import alone be as large as its own limit, and read by its handler", async () => {
    expect((await front.post("/api/bulk?kind=refund", "x".repeat(MAX_BULK_BYTES))).status).toBe(200);
    expect((await front.post("/api/bulk?kind=refund", "x".repeat(MAX_BULK_BYTES + 1))).status).toBe(413);
    expect(front.bodies.map((body) => body.length)).toEqual([MAX_BULK_BYTES]);
  });

  const urlencoded = (fields: number): [string, string] => [
    "application/x-www-form-urlencoded",
    "a=&".repeat(fields - 1),
  ];
  const parts = (fields: number): [string, string] => [
    "Multipart/form-data; boundary=b",
    `${'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(fields)}--b--\r\n`,
  ];
  it.each([
    ["an urlencoded form", "/api/auth/callback/credentials", urlencoded],
    ["a form in parts", "/api/export/lines", parts],
    ["a form of a page", "/login", parts],
  ])("refuses %s of more than 200 fields", async (_name, path, form) => {
    const send = async (fields: number): Promise<Response> => {
      const [type, body] = form(fields);
      return front.post(path, body, { "content-type": type });
    };
    const refused = await send(201);
    expect([refused.status, await refused.text()]).toEqual([400, "This form has more than 200 fields.\n"]);
    expect(front.seen).toEqual([]);
    expect((await send(200)).status).toBe(200);
  });

  it("hands an empty body on that was sent in chunks", async () => {
    expect((await front.post("/payments", chunked(0))).status).toBe(200);
    expect(front.bodies).toEqual([""]);
  });

  it.each([
    ["in JSON", "text/plain;charset=UTF-8", '["$1"]'],
    ["as a function", "text/plain;charset=UTF-8", '["$F1"]'],
    ["as a form that is none", "multipart/form-data; boundary=b", "x"],
    ["as nothing", "text/plain;charset=UTF-8", ""],
  ])("refuses arguments of an action that cannot be read: %s", async (_name, contentType, body) => {
    const response = await front.post("/payments", body, { "next-action": "a", "content-type": contentType });
    expect(response.status).toBe(400);
    expect(front.seen).toEqual([]);
  });

  it("hands on a form as it was evaluated, with its own boundary and length", async () => {
    const form = new FormData();
    form.append("_1_note", 'two\r\nlines, "quoted" and ü');
    form.append("0", '["$K1"]');
    const sent = await new Response(form).text();
    const response = await front.post("/payments", sent, {
      "next-action": "a",
      "content-type": `multipart/form-data; boundary=${sent.slice(2, sent.indexOf("\r"))}`,
    });
    expect(response.status).toBe(200);
    const [headers, body] = [front.seen[0], front.bodies[0] ?? ""];
    expect(headers?.["content-length"]).toBe(String(Buffer.byteLength(body)));
    const read = new Response(body, { headers: { "content-type": headers?.["content-type"] ?? "" } });
    expect([...(await read.formData())]).toEqual([...form]);
  });
});
