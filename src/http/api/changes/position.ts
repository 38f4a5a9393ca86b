import type { ChangePosition } from '../../../db/stores/changes-of-stores.ts'

/** Encodes the `id` of a server-sent event. */
export const positionText = ({ line, alert, at }: ChangePosition): string =>
  `${line}.${alert}.${at.getTime()}`

export const readPosition = (text: string | undefined): ChangePosition | undefined => {
  const [, line, alert, at] = /^(\d{1,18})\.(\d{1,18})\.(\d{1,15})$/.exec(text ?? '') ?? []
  if (line === undefined || alert === undefined) return undefined
  return { line: BigInt(line), alert: BigInt(alert), at: new Date(Number(at)) }
}
