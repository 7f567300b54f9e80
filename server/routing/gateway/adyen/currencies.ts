import { codes, type CurrencyTerms } from "../minor-units";

/** The currencies of Adyen's table of currency codes. */
export const ADYEN_CURRENCIES = codes(`
  AED ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BMD BND BOB BRL BSD BWP BYN BZD CAD CHF CLP CNY COP CRC CUP CVE
  CZK DJF DKK DOP DZD EGP ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD ISK JMD JOD
  JPY KES KGS KHR KMF KRW KWD KYD KZT LAK LBP LKR LYD MAD MDL MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO
  NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SEK SGD SHP SLE SOS SRD STN SVC SZL THB
  TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VND VUV WST XAF XCD XOF XPF YER ZAR ZMW`);

const KNOWN: ReadonlySet<string> = new Set(ADYEN_CURRENCIES);
/** Unlike ISO 4217, Adyen counts CVE and IDR without decimals. */
const ZERO_DECIMAL: ReadonlySet<string> = new Set(
  codes("CVE DJF GNF IDR JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF"),
);
const THREE_DECIMAL: ReadonlySet<string> = new Set(codes("BHD IQD JOD KWD LYD OMR TND"));
/** Counted in hundredths by Adyen, although they have no fraction. */
const WHOLE_ONLY: ReadonlySet<string> = new Set(codes("CLP ISK"));

export function adyenTerms(currency: string): CurrencyTerms | null {
  if (!KNOWN.has(currency)) return null;
  return {
    decimals: ZERO_DECIMAL.has(currency) ? 0 : THREE_DECIMAL.has(currency) ? 3 : 2,
    wholeOnly: WHOLE_ONLY.has(currency),
    minimumPaise: 1n,
  };
}
