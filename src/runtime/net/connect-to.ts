import { connect } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import { tooLate } from '../queue/within.ts'

/**
 * Connects (TLS for https), sends nothing and closes. Rejects if DNS, port or certificate fail, or
 * after `timeoutMs`.
 */
export const connectTo = (url: string, timeoutMs: number): Promise<void> => {
  const { protocol, hostname, port } = new URL(url)
  const isTls = protocol === 'https:'
  const host = hostname.replace(/^\[|\]$/g, '')
  const to = { host, port: Number(port) || (isTls ? 443 : 80) }
  return new Promise((resolve, reject) => {
    const socket = isTls
      ? connectByTls({ ...to, servername: host }, () => done())
      : connect(to, () => done())
    const done = (): void => {
      socket.destroy()
      resolve()
    }
    socket.setTimeout(timeoutMs, () => socket.destroy(tooLate(timeoutMs)))
    socket.on('error', reject)
  })
}
