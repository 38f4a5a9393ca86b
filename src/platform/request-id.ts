import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

export const REQUEST_ID_HEADER = 'x-request-id'

const SHORT_AND_PLAIN = /^[\w.-]{1,64}$/
/** A card or an identity number would go into the log with it. */
const LONG_NUMBER = /\d{12}/

/** What a request is called in its answer and in the log: as its sender calls it, or a new name. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const sent = headers[REQUEST_ID_HEADER]
  const isUsable = typeof sent === 'string' && SHORT_AND_PLAIN.test(sent) && !LONG_NUMBER.test(sent)
  return isUsable ? sent : randomUUID()
}
