import { fetch as fetchBy, type Response as ResponseBy } from 'undici'
import type { Connections } from './connections.ts'

export class ResponseTooLarge extends Error {
  readonly code = 'ANSWER_TOO_LARGE'

  constructor(mostBytes: number) {
    super(`the answer has more than ${mostBytes} bytes`)
  }
}

export type OutgoingCall = Omit<RequestInit, 'redirect' | 'signal'> & {
  /** Deadline that includes the body. */
  timeoutMs: number
}

/**
 * Follows no redirect, which could carry secrets into our own network: returns the 3xx. Callers
 * read the body with `readResponse` or cancel it.
 */
export const callThirdParty = (
  url: string | URL,
  { timeoutMs, ...call }: OutgoingCall,
): Promise<Response> =>
  fetch(url, { ...call, redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })

/** Posts like `callThirdParty`; throws `NotPublic` if the address is refused. */
export const postToThirdParty = async (
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

/** Reads a decompressed body; throws `AnswerTooLarge` beyond `mostBytes`. */
export const readResponse = async (
  body: AsyncIterable<Uint8Array> | null,
  mostBytes: number,
): Promise<Buffer> => {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.byteLength
    if (bytes > mostBytes) throw new ResponseTooLarge(mostBytes)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Fails with `ResponseTooLarge` beyond `mostBytes`. */
export const atMost = (mostBytes: number): TransformStream<Uint8Array, Uint8Array> => {
  let bytes = 0
  return new TransformStream({
    transform: (chunk, passed) => {
      bytes += chunk.byteLength
      if (bytes > mostBytes) passed.error(new ResponseTooLarge(mostBytes))
      else passed.enqueue(chunk)
    },
  })
}
