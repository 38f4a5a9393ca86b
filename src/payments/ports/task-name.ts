export const taskName = (id: bigint): string => `tsk_${id}`

/** Parses `tsk_12`; `undefined` for other text. */
export const taskIdOf = (name: string): bigint | undefined => {
  const [, digits] = /^tsk_(\d{1,18})$/.exec(name) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}
