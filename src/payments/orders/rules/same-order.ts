interface Fingerprinted {
  fingerprint?: string | null | undefined
}

/**
 * Reports whether two orders with one id may be the same. A store restored from backup, or rebuilt,
 * reuses ids; only fingerprints distinguish them.
 */
export const mayBeSameOrder = (one: Fingerprinted, other: Fingerprinted): boolean =>
  !one.fingerprint || !other.fingerprint || one.fingerprint === other.fingerprint
