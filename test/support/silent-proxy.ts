import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/**
 * Stands between us and a server over TCP, and can do as a machine does that has lost its power, or a
 * network that drops packets: it says nothing, and closes nothing.
 */
export interface SilentProxy {
  /** The given address, by this way. */
  url: string
  /**
   * From now on the server is gone without a word: connections that there are stay open and dead for
   * good, and new ones are let in and told nothing.
   */
  silence(): void
  /** New connections get through again, to another address where one is given. */
  forward(url?: string): void
  /** Connections are cut and refused, as when a server ends. */
  cut(): void
  close(): Promise<void>
}

export const startSilentProxy = async (targetUrl: string): Promise<SilentProxy> => {
  let target = new URL(targetUrl)
  let mode: 'forward' | 'silent' | 'cut' = 'forward'
  const connections = new Map<Socket, Socket | undefined>()

  const server = createServer((socket) => {
    if (mode === 'cut') return void socket.destroy()
    const upstream = mode === 'forward' ? connect(Number(target.port), target.hostname) : undefined
    connections.set(socket, upstream)
    socket
      .on('error', () => {})
      .on('close', () => {
        connections.delete(socket)
        upstream?.destroy()
      })
    // What comes is taken and lost, as long as nobody else takes it.
    if (!upstream) return void socket.resume()
    upstream
      .on('error', () => socket.destroy())
      .on('close', () => {
        if (connections.get(socket) === upstream) socket.destroy()
      })
    socket.pipe(upstream)
    upstream.pipe(socket)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const url = new URL(targetUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)

  const drop = (): void => {
    for (const [socket, upstream] of connections) {
      socket.destroy()
      upstream?.destroy()
    }
  }
  return {
    url: url.href,
    silence: () => {
      mode = 'silent'
      for (const [socket, upstream] of connections) {
        connections.set(socket, undefined)
        socket.unpipe()
        upstream?.unpipe()
        upstream?.destroy()
        socket.resume()
      }
    },
    forward: (address) => {
      if (address) target = new URL(address)
      mode = 'forward'
    },
    cut: () => {
      mode = 'cut'
      drop()
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        drop()
      }),
  }
}
