/** How people and stores name an alert: `prb_12`. */
export const alertName = (id: bigint): string => `prb_${id}`

/** The number of an alert by its name; `undefined` for a text that names none. */
export const alertIdOf = (name: string): bigint | undefined => {
  const [, digits] = /^prb_(\d{1,18})$/.exec(name) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}
