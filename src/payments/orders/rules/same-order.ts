interface Fingerprinted {
  fingerprint?: string | null | undefined
}

/**
 * Whether two orders of one id may be one order. A shop that was restored from a backup, or built anew,
 * gives ids out again; only what both have can tell them apart.
 */
export const mayBeSameOrder = (one: Fingerprinted, other: Fingerprinted): boolean =>
  !one.fingerprint || !other.fingerprint || one.fingerprint === other.fingerprint
