/**
 * What an e-mail address looks like, in any script (RFC 6531): zod's pattern with the letters of all of them, and top-level
 * domains in their ASCII form.
 */
export const EMAIL =
  /^(?:[\p{L}\p{M}\p{N}_'+-]+\.)*[\p{L}\p{M}\p{N}_'+-]*[\p{L}\p{M}\p{N}_+-]@(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}\p{Join_Control}-]*\.)+(?:[\p{L}\p{M}]{2,}|xn--[a-z0-9-]+)$/iu;
