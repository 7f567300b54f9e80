import { z } from "zod";
import { CARD_SCHEMES } from "../statuses";
import { identifierField } from "./fields";

/** Which kind of payments is wanted: filters of the list (decision 0324) and of the success rates (decision 0316). */
export const kindFields = {
  currency: z
    .string("Must be a string.")
    .regex(/^[A-Z]{3}$/, "Must be three capital letters, like INR.")
    .nullish()
    .meta({ description: "Only payments in this currency." }),
  card_scheme: z
    .enum(CARD_SCHEMES, `Must be one of ${CARD_SCHEMES.join(", ")}.`)
    .nullish()
    .meta({ description: "Only payments for which the merchant named this scheme." }),
  issuing_bank: identifierField
    .nullish()
    .meta({ description: "Only payments for which the merchant named this bank, in any case." }),
};
