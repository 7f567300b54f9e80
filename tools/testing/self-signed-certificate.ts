import { generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";

/** A TLS identity for a test's server, generated at run time: the repository contains no private key. */
export type Certificate = { key: string; cert: string };

const ECDSA_WITH_SHA256 = Buffer.from("06082a8648ce3d040302", "hex");
const COMMON_NAME = Buffer.from("0603550403", "hex");
const BASIC_CONSTRAINTS = Buffer.from("0603551d130101ff", "hex");
const SUBJECT_ALT_NAME = Buffer.from("0603551d11", "hex");

type Issued = Certificate & { name: Buffer; privateKey: KeyObject };

/** A self-signed certificate for one host name, valid from a day before to a day after now. */
export function selfSignedCertificate(host: string): Certificate {
  return issueCertificate(host, {});
}

/**
 * A certificate for one host name, valid from a day before to a day after now. `issuer`: who signs it, itself by
 * default; an authority may sign others. Its key is on the curve P-256, or an RSA key.
 */
export function issueCertificate(
  host: string,
  options: { issuer?: Issued; isAuthority?: boolean; rsa?: boolean; daysAgo?: number },
): Issued {
  const { privateKey, publicKey } =
    options.rsa === true
      ? generateKeyPairSync("rsa", { modulusLength: 2048 })
      : generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from(host)))));
  const issuer = options.issuer ?? { name, privateKey };
  const day = 24 * 60 * 60 * 1000;
  const around = Date.now() - (options.daysAgo ?? 0) * day;
  const validity = sequence(time(around - day), time(around + day));
  const names = sequence(SUBJECT_ALT_NAME, der(0x04, sequence(der(0x82, Buffer.from(host)))));
  const authority = sequence(BASIC_CONSTRAINTS, der(0x04, sequence(der(0x01, Buffer.from([0xff])))));
  const signed = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    sequence(ECDSA_WITH_SHA256),
    issuer.name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(...(options.isAuthority === true ? [authority] : []), names)),
  );
  const signature = Buffer.concat([Buffer.from([0]), sign("sha256", signed, issuer.privateKey)]);
  const certificate = sequence(signed, sequence(ECDSA_WITH_SHA256), der(0x03, signature));
  const base64 = certificate.toString("base64").replace(/.{64}(?=.)/g, "$&\n");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${base64}\n-----END CERTIFICATE-----\n`,
    name,
    privateKey,
  };
}

function sequence(...parts: Buffer[]): Buffer {
  return der(0x30, ...parts);
}

/** UTCTime, as X.509 requires for years before 2050. */
function time(epochMs: number): Buffer {
  const digits = new Date(epochMs).toISOString().replace(/[-:T]/g, "").slice(2, 14);
  return der(0x17, Buffer.from(`${digits}Z`));
}

/** One element of DER: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length =
    content.length < 0x80
      ? [content.length]
      : content.length < 0x100
        ? [0x81, content.length]
        : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}
