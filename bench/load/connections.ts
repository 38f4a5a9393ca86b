import { once } from 'node:events'
import { connect } from 'node:net'

/** Keep-alive connection with one request in flight. */
export interface Connection {
  send(request: Buffer): void
  close(): void
}

/** Connects to a loopback port. `failed`: the connection broke or closed by itself. */
export const openConnection = async (
  port: number,
  on: { answered: (status: number) => void; failed: (error: Error) => void },
): Promise<Connection> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  await once(socket, 'connect')
  let received = Buffer.alloc(0)
  let isClosing = false
  socket.on('data', (chunk: Buffer<ArrayBuffer>) => {
    received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
    const status = statusOfWhole(received)
    if (status === undefined) return
    received = Buffer.alloc(0)
    on.answered(status)
  })
  socket.on('error', on.failed)
  socket.on('close', () => {
    if (!isClosing) on.failed(new Error('a connection was closed before its answer'))
  })
  return {
    send: (request) => void socket.write(request),
    close: () => {
      isClosing = true
      socket.end()
    },
  }
}

const statusOfWhole = (received: Buffer): number | undefined => {
  const endOfHead = received.indexOf('\r\n\r\n')
  if (endOfHead < 0) return undefined
  const head = received.toString('latin1', 0, endOfHead)
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isWhole = length
    ? received.length >= endOfHead + 4 + Number(length)
    : !/\r\ntransfer-encoding: chunked/i.test(head) || received.subarray(-5).equals(LAST_CHUNK)
  return isWhole ? Number(head.slice(9, 12)) : undefined
}

const LAST_CHUNK = Buffer.from('0\r\n\r\n')
