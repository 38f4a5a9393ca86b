import { fetch as fetchBy, type Response as ResponseBy } from 'undici'
import type { Connections } from './connections.ts'

/** Somebody's answer is longer than we read; nothing of it is used. */
export class AnswerTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE'

  constructor(mostBytes: number) {
    super(`the answer has more than ${mostBytes} bytes`)
  }
}

export type OutgoingCall = Omit<RequestInit, 'redirect' | 'signal'> & {
  /** For the whole call, the last byte of the answer included. */
  timeoutMs: number
}

/**
 * One call of somebody else's address. It follows no redirect, which could lead into our own network
 * and with secrets in its hands: an answer that leads on is an answer of 3xx. Its body is read with
 * `readAnswer`, or cancelled.
 */
export const callOut = (
  url: string | URL,
  { timeoutMs, ...call }: OutgoingCall,
): Promise<Response> =>
  fetch(url, { ...call, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })

/** The same for a POST to an address that somebody else has chosen. */
export const postBy = async (
  { agent, refusalOf }: Connections,
  url: string,
  {
    timeoutMs,
    ...post
  }: { headers: Readonly<Record<string, string>>; body: string; timeoutMs: number },
): Promise<ResponseBy> => {
  const refusal = refusalOf(url)
  if (refusal) throw refusal
  const signal = AbortSignal.timeout(timeoutMs)
  return fetchBy(url, { ...post, method: 'POST', redirect: 'manual', signal, dispatcher: agent })
}

/**
 * Reads an answer to its end, as it is when unpacked. One that is longer than `mostBytes` is read no
 * further, whatever it would become: throws `AnswerTooLarge`.
 */
export const readAnswer = async (
  body: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new AnswerTooLarge(mostBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** The same for an answer that is passed on as it comes: it breaks off with `AnswerTooLarge`. */
export const atMost = (mostBytes: number): TransformStream<Uint8Array, Uint8Array> => {
  let bytes = 0
  return new TransformStream({
    transform: (chunk, passed) => {
      bytes += chunk.byteLength
      if (bytes > mostBytes) passed.error(new AnswerTooLarge(mostBytes))
      else passed.enqueue(chunk)
    },
  })
}
