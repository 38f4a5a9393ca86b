import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliDecompress, unzip } from 'node:zlib'
import { errorCode } from '../../error-code.ts'
import { meterOf } from './body-bytes.ts'

export type ReadBody =
  | { outcome: 'read'; body: Buffer }
  /**
   * `too-large`: possibly after decompression. `cut-off`: the sender disconnected. `no-room`:
   * memory is short.
   */
  | { outcome: 'refused'; reason: 'too-large' | 'cut-off' | 'unreadable' | 'no-room' }

/** Overhead per chunk: a packet can hold thousands of one-byte chunks. */
const CHUNK_BYTES = 200

/** Reads a body without decompressing it. */
export const readRawBody = (
  request: IncomingMessage,
  { maxBytes }: { maxBytes: number },
): Promise<ReadBody> => {
  if (declaredLength(request) > maxBytes) return Promise.resolve(refused('too-large'))
  if (request.destroyed) return Promise.resolve(refused('cut-off'))
  const meter = meterOf(request)
  if (!meter.reserve(declaredLength(request))) return Promise.resolve(refused('no-room'))
  return new Promise((resolve) => {
    let chunks: Buffer[] = []
    let bytes = 0
    const end = (read: ReadBody): void => {
      chunks = []
      request.off('data', onData)
      request.pause()
      resolve(read)
    }
    const onData = (chunk: Buffer): void => {
      bytes += chunk.length
      if (bytes > maxBytes) end(refused('too-large'))
      else if (!meter.add(chunk.length + CHUNK_BYTES)) end(refused('no-room'))
      else chunks.push(chunk)
    }
    meter.onCut(() => end(refused('no-room')))
    request.on('data', onData)
    request.on('end', () => {
      meter.whole()
      const [only = Buffer.alloc(0), ...more] = chunks
      resolve({ outcome: 'read', body: more.length === 0 ? only : Buffer.concat(chunks) })
    })
    request.on('error', () => resolve(refused('cut-off')))
  })
}

export const readBody = async (
  request: IncomingMessage,
  { maxBytes }: { maxBytes: number },
): Promise<ReadBody> => {
  const encoding = String(request.headers['content-encoding'] ?? 'identity').toLowerCase()
  const unpack = UNPACKERS.get(encoding)
  if (!unpack) return refused('unreadable')
  const read = await readRawBody(request, { maxBytes })
  if (read.outcome === 'refused' || read.body.length === 0 || encoding === 'identity') return read
  try {
    const body = await unpack(read.body, { maxOutputLength: maxBytes })
    return meterOf(request).add(body.length) ? { outcome: 'read', body } : refused('no-room')
  } catch (error) {
    return refused(errorCode(error) === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'unreadable')
  }
}

type Unpack = (packed: Buffer, limits: { maxOutputLength: number }) => Promise<Buffer>

const UNPACKERS = new Map<string, Unpack>([
  ['identity', async (body) => body],
  ['gzip', promisify(unzip)],
  ['x-gzip', promisify(unzip)],
  ['deflate', promisify(unzip)],
  ['br', promisify(brotliDecompress)],
])

export const declaredLength = ({ headers }: Pick<IncomingMessage, 'headers'>): number =>
  Number(headers['content-length'] ?? 0)

const refused = (reason: Extract<ReadBody, { outcome: 'refused' }>['reason']): ReadBody => ({
  outcome: 'refused',
  reason,
})
