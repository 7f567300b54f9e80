import Ajv2020, { type ValidateFunction } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { type Schema, schemasFor, type Schemas } from "./schema";

const NAMED_FORMATS = [
  "int32",
  "int64",
  "merchant_common_email_address_v2",
  "payer_v1",
  "ppaas_common_country_code_v2",
  "ppaas_common_currency_code_v2",
  "ppaas_common_email_address_v2",
  "ppaas_common_language_v3",
  "ppaas_date_notime_v2",
  "ppaas_date_time_v3",
  "ppaas_ip_address_v1",
  "ppaas_payer_id_v3",
];
export type Validator = { problems(schema: Schema, value: unknown): string[] };

/** Of requests it refuses what the document does not name; of answers it takes more. */
export function createValidator(direction: "request" | "answer", schemas: Schemas): Validator {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    unicodeRegExp: false,
    // PayPal's formats are names of its own types.
    formats: Object.fromEntries(NAMED_FORMATS.map((name) => [name, true])),
  });
  addFormats(ajv);
  const root = "document";
  const converted = schemasFor(direction, schemas);
  ajv.addSchema({ $id: root, components: { schemas: converted } });
  const compiled = new Map<string, ValidateFunction>();
  return {
    problems(schema, value) {
      // An operation's own schema is converted like those of the components, as the whole of its value.
      const key = JSON.stringify(schema);
      let validate = compiled.get(key);
      if (validate === undefined) {
        const wrapped = schemasFor(direction, { ...schemas, "": { properties: { value: schema } } })[""];
        const text = JSON.stringify(wrapped).replaceAll('"#/components/', `"${root}#/components/`);
        validate = ajv.compile(JSON.parse(text) as object);
        compiled.set(key, validate);
      }
      if (validate({ value })) return [];
      return (validate.errors ?? []).map(({ instancePath, message, params, keyword }) => {
        const extra = keyword === "unevaluatedProperties" || keyword === "additionalProperties";
        const name = extra ? ` (${Object.values(params as object).join()})` : "";
        return `${instancePath.replace(/^\/value/, "") || "the body"} ${message ?? keyword}${name}`;
      });
    },
  };
}
