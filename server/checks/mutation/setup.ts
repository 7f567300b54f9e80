import fc from "fast-check";

/** The same generated values in every run, so that a mutant which survived once survives again. */
fc.configureGlobal({ seed: 1 });
