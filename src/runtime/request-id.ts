import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { maskSecrets } from './masking.ts'

export const REQUEST_ID_HEADER = 'x-request-id'

const SHORT_AND_PLAIN = /^[\w.-]{1,64}$/
/** A card or an identity number would go into the log with it, in one piece or in groups. */
const LONG_NUMBER = /\d{12}|(?<![\da-z])\d(?:[._-]*\d){11,}(?![\da-z])/i

export const newRequestId = (): string => randomUUID()

/** What a request is called in its answer and in the log: as its sender calls it, or a new name. */
export const requestIdOf = ({ headers }: IncomingMessage): string => {
  const sent = headers[REQUEST_ID_HEADER]
  return typeof sent === 'string' && isUsable(sent) ? sent : newRequestId()
}

/** What is sent by mistake comes back in the answer, and stays in the log. */
const isUsable = (sent: string): boolean =>
  SHORT_AND_PLAIN.test(sent) && !LONG_NUMBER.test(sent) && maskSecrets(sent) === sent
