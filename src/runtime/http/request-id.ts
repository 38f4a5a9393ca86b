import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { maskSecrets } from '../text/masking.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

const SHORT_AND_PLAIN = /^[\w.-]{1,64}$/
/** Rejected, because a card or identity number must not enter the log. */
const LONG_NUMBER = /\d{12}|(?<![\da-z])\d(?:[._-]*\d){11,}(?![\da-z])/i

export const newRequestId = (): string => randomUUID()

/** Returns the sender's request id if safe, else a new one. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const sent = headers[REQUEST_ID_HEADER]
  return typeof sent === 'string' && isUsable(sent) ? sent : newRequestId()
}

/** Responses and logs would repeat a secret. */
const isUsable = (sent: string): boolean =>
  SHORT_AND_PLAIN.test(sent) && !LONG_NUMBER.test(sent) && maskSecrets(sent) === sent
