import { Buffer } from 'node:buffer'

/** Upper bound on the bytes of a body; a notification has some kilobytes. */
export const MOST_BYTES = 1_048_576

/** Recognises bytes of any realm: jest runs tests in one whose `Uint8Array` is another class. */
export const isBytes = (body: unknown): body is Uint8Array => ArrayBuffer.isView(body)

/** Returns the bytes of a raw body; `undefined` for a parsed one. */
export const bytesOf = (body: unknown): Uint8Array | undefined => {
  if (typeof body === 'string') return Buffer.from(body)
  if (isBytes(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  return isArrayBuffer(body) ? new Uint8Array(body) : undefined
}

const isArrayBuffer = (body: unknown): body is ArrayBuffer =>
  Object.prototype.toString.call(body) === '[object ArrayBuffer]'
