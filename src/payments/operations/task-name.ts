/** How people and shops name a task: `tsk_12`. */
export const taskName = (id: bigint): string => `tsk_${id}`

/** The number of a task by its name; `undefined` for a text that names none. */
export const taskIdOf = (name: string): bigint | undefined => {
  const [, digits] = /^tsk_(\d{1,18})$/.exec(name) ?? []
  return digits === undefined ? undefined : BigInt(digits)
}
