export const eventName = (seq: bigint): string => `evt_${seq}`

/** Parses `evt_12`; `undefined` for other text. */
export const eventSeqOf = (name: string): bigint | undefined => {
  const [, digits] = /^evt_(\d{1,18})$/.exec(name) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}

/** Type of our test events, unknown to the gateway (`gateway-api.md` 6.2). */
export const SELF_TEST_TYPE = 'puente.self_test'
