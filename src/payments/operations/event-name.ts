/** How people and stores name a webhook of the inbox: `evt_12`. */
export const eventName = (seq: bigint): string => `evt_${seq}`

/** The number of a webhook by its name; `undefined` for a text that names none. */
export const eventSeqOf = (name: string): bigint | undefined => {
  const [, digits] = /^evt_(\d{1,18})$/.exec(name) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}
