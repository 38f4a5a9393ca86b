import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createServer } from 'node:https'
import { join } from 'node:path'
import type { Children } from './children.ts'

/** Serves the shop over https with a self-signed certificate. Returns how to close it. */
export const openTlsFront = async (
  children: Children,
  { home, port, shopPort }: { home: string; port: number; shopPort: number },
): Promise<() => void> => {
  const [key, certificate] = [join(home, 'tls.key'), join(home, 'tls.crt')]
  await children.run('openssl', [
    ...['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '30'],
    ...['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'],
    ...['-keyout', key, '-out', certificate],
  ])
  const pair = { key: readFileSync(key), cert: readFileSync(certificate) }
  const server = createServer(pair, (incoming, response) => {
    const { method, url: path, headers } = incoming
    const forwarded = request({
      host: '127.0.0.1',
      port: shopPort,
      method,
      path,
      headers: { ...headers, 'x-forwarded-proto': 'https' },
    })
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    forwarded.on('error', () => response.destroy())
    incoming.pipe(forwarded)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return () => {
    server.close()
    server.closeAllConnections()
  }
}
