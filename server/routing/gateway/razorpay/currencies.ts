import { codes, type CurrencyTerms } from "../minor-units";

/** The currencies of Razorpay's list for international payments that are in ISO 4217, and the rupee. */
export const RAZORPAY_CURRENCIES = codes(`
  AED ALL AMD ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BZD CAD CHF CLP CNY COP CRC CUP CVE
  CZK DJF DKK DOP DZD EGP ETB EUR FJD GBP GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD ISK JMD JOD JPY KES
  KGS KHR KMF KRW KWD KYD KZT LAK LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR
  NZD OMR PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SCR SEK SGD SOS SSP SVC SZL THB TND TRY TTD TWD TZS UAH UGX
  USD UYU UZS VND VUV XAF XCD XOF XPF YER ZAR ZMW`);

const KNOWN: ReadonlySet<string> = new Set(RAZORPAY_CURRENCIES);
const ZERO_DECIMAL: ReadonlySet<string> = new Set(
  codes("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"),
);
/** Their last digit must be 0, which amounts in hundredths always satisfy. */
const THREE_DECIMAL: ReadonlySet<string> = new Set(codes("BHD IQD JOD KWD OMR TND"));

/** One rupee; elsewhere the minimum is one minor unit, and Razorpay itself refuses what is below its other minimums. */
const MINIMUM_PAISE: Readonly<Record<string, bigint>> = { INR: 100n };

export function razorpayTerms(currency: string): CurrencyTerms | null {
  if (!KNOWN.has(currency)) return null;
  return {
    decimals: ZERO_DECIMAL.has(currency) ? 0 : THREE_DECIMAL.has(currency) ? 3 : 2,
    wholeOnly: false,
    minimumPaise: MINIMUM_PAISE[currency] ?? 1n,
  };
}
