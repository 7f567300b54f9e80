import { statfs } from "node:fs/promises";
import { connect } from "node:tls";
import { Gauge, type Registry } from "prom-client";
import { elapsedMs } from "../clock";
import { cachedReading } from "./cached-reading";

/** Room on the disks of folders of this machine, by what is in them; a folder that is not there is left out. */
export function addDiskMetrics(registry: Registry, folders: Readonly<Record<string, string>>): void {
  const gauge = (name: string, help: string, of: "bavail" | "blocks"): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ["disk"],
      registers: [registry],
      async collect() {
        this.reset();
        for (const [disk, folder] of Object.entries(folders)) {
          const facts = await statfs(folder).catch(() => null);
          if (facts !== null) this.set({ disk }, facts[of] * facts.bsize);
        }
      },
    });
  gauge(
    "paydeck_disk_free_bytes",
    "Room on the disk of the data folder, and of that of the backups.",
    "bavail",
  );
  gauge("paydeck_disk_size_bytes", "Size of these disks.", "blocks");
}

/** A certificate is renewed days before its end, so an hour is soon enough. */
const CERTIFICATE = { freshMs: 60 * 60_000, limitMs: 3_000, elapsedMs };

/** When the certificate ends that people or customers are shown at a public address; nothing for one without TLS. */
export function addCertificateMetric(registry: Registry, publicUrl: string | undefined): void {
  const url = publicUrl !== undefined && URL.canParse(publicUrl) ? new URL(publicUrl) : null;
  const read = url?.protocol === "https:" ? cachedReading(() => readCertificateEnd(url), CERTIFICATE) : null;
  new Gauge({
    name: "paydeck_certificate_end_timestamp_seconds",
    help: "When the certificate at the public address ends, in Unix time; absent where this process does not reach it.",
    labelNames: ["host"],
    registers: [registry],
    async collect() {
      this.reset();
      const reading = await read?.();
      if (reading?.kind === "read") this.set({ host: url?.host ?? "" }, reading.value.getTime() / 1_000);
    },
  });
}

const CONNECT_LIMIT_MS = 5_000;

/** Whoever issued it: browsers judge that, and one that has ended still says when. Rejects when there is no answer. */
function readCertificateEnd({ hostname, port }: URL): Promise<Date> {
  const host = hostname.replace(/^\[|\]$/g, "");
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port: port === "" ? 443 : Number.parseInt(port, 10),
      ...(/^[\d.]+$|:/.test(host) ? {} : { servername: host }),
      rejectUnauthorized: false,
    });
    socket.setTimeout(CONNECT_LIMIT_MS, () => socket.destroy(new Error("no answer in time")));
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      resolve(new Date(socket.getPeerCertificate().valid_to));
      socket.destroy();
    });
  });
}
