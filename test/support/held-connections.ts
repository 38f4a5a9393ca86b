import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** Announces a body and sends it slowly or never (slowloris). */
export interface HeldConnection {
  answer(): string
  isOpen(): boolean
  destroy(): void
}

export interface HeldRequest {
  port: number
  /** Loopback address: `127.0.0.1`, `127.0.0.2` and so on. */
  from: string
  path: string
  headers: Record<string, string | number>
  beginning: Buffer
  trickle?: Buffer
}

const TRICKLE_EVERY_MS = 500

export const holdConnection = (request: HeldRequest): Promise<HeldConnection> =>
  new Promise((resolve) => {
    const { port, from, path, headers, beginning, trickle } = request
    const socket: Socket = connect({ port, host: '127.0.0.1', localAddress: from })
    let answered = ''
    let isOpen = true
    let timer: NodeJS.Timeout | undefined
    const held: HeldConnection = {
      answer: () => answered,
      isOpen: () => isOpen,
      destroy: () => socket.destroy(),
    }
    socket.on('connect', () => {
      const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.write(`POST ${path} HTTP/1.1\r\nhost: puente\r\n${lines.join('')}\r\n`)
      socket.write(beginning)
      timer = setInterval(() => {
        if (trickle && socket.writable) socket.write(trickle)
      }, TRICKLE_EVERY_MS)
      resolve(held)
    })
    socket.on('data', (data) => {
      answered += data
    })
    socket.on('error', () => {})
    socket.on('close', () => {
      isOpen = false
      clearInterval(timer)
      resolve(held)
    })
  })

/** Opens connections in batches, since a thousand together overflow the kernel's accept queue. */
export const holdConnections = async (
  requests: readonly HeldRequest[],
): Promise<HeldConnection[]> => {
  const held: HeldConnection[] = []
  for (let from = 0; from < requests.length; from += 50) {
    held.push(...(await Promise.all(requests.slice(from, from + 50).map(holdConnection))))
    await sleep(5)
  }
  return held
}
