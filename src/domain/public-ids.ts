/** Public ids of rows that the database numbers: `prb_12`, `evt_12`, `tsk_12`. */
const publicId = (prefix: string) => {
  const pattern = new RegExp(`^${prefix}_(\\d{1,18})$`)
  return {
    format: (number: bigint): string => `${prefix}_${number}`,
    parse: (name: string): bigint | undefined => {
      const [, digits] = pattern.exec(name) ?? []
      return digits === undefined ? undefined : BigInt(digits)
    },
  }
}

/** `prb_` stays from the former name of alerts, problems: public ids are permanent. */
const alerts = publicId('prb')
const events = publicId('evt')
const tasks = publicId('tsk')

export const alertName = alerts.format
export const eventName = events.format
export const taskName = tasks.format

/** Matches no row: the database numbers from 1. */
export const NO_ROW = 0n

/** Return `undefined` for other text. */
export const alertIdOf = alerts.parse
export const eventSeqOf = events.parse
export const taskIdOf = tasks.parse
