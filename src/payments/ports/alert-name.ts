export const alertName = (id: bigint): string => `prb_${id}`

/** Parses `prb_12`; `undefined` for other text. */
export const alertIdOf = (name: string): bigint | undefined => {
  const [, digits] = /^prb_(\d{1,18})$/.exec(name) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}
