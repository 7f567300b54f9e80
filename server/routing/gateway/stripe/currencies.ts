import { codes, type CurrencyTerms } from "../minor-units";

/** The presentment currencies of Stripe's currency guide that ISO 4217 still lists. */
export const STRIPE_CURRENCIES = codes(`
  AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BWP BYN BZD CAD CDF CHF CLP CNY COP
  CRC CVE CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR ISK JMD JOD
  JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN
  NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD SZL THB TJS
  TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW`);

const KNOWN: ReadonlySet<string> = new Set(STRIPE_CURRENCIES);
const ZERO_DECIMAL: ReadonlySet<string> = new Set(
  codes("BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF"),
);
const THREE_DECIMAL: ReadonlySet<string> = new Set(codes("BHD JOD KWD OMR TND"));
/** Counted in hundredths for backward compatibility, although they have no fraction. */
const WHOLE_ONLY: ReadonlySet<string> = new Set(codes("ISK UGX"));

/** The guide's minimum charges, in paise; for other currencies Stripe itself refuses, by its rate of the day. */
const MINIMUM_PAISE: Readonly<Record<string, bigint>> = {
  AED: 200n,
  AUD: 50n,
  BGN: 100n,
  BRL: 50n,
  CAD: 50n,
  CHF: 50n,
  CZK: 1500n,
  DKK: 250n,
  EUR: 50n,
  GBP: 30n,
  HKD: 400n,
  HUF: 17500n,
  INR: 50n,
  JPY: 5000n,
  MXN: 1000n,
  MYR: 200n,
  NOK: 300n,
  NZD: 50n,
  PLN: 200n,
  RON: 200n,
  SEK: 300n,
  SGD: 50n,
  THB: 1000n,
  USD: 50n,
};

export function stripeTerms(currency: string): CurrencyTerms | null {
  if (!KNOWN.has(currency)) return null;
  return {
    decimals: ZERO_DECIMAL.has(currency) ? 0 : THREE_DECIMAL.has(currency) ? 3 : 2,
    wholeOnly: WHOLE_ONLY.has(currency),
    minimumPaise: MINIMUM_PAISE[currency] ?? 1n,
  };
}
