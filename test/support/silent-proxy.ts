import type { AddressInfo } from 'node:net'
import { connect, createServer, type Socket } from 'node:net'

/** Falls silent without a close, like a host without power. */
export interface SilentProxy {
  url: string
  /** Silences open connections for good; accepts new ones without a response. */
  silence(): void
  /** Forwards new connections, to `url` if given. */
  forward(url?: string): void
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
