import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Takes traces as a collector does, and drops them unread. */
export const startTraceSink = async () => {
  let bytes = 0
  const server = createServer((request, response) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => response.writeHead(200).end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    bytes: () => bytes,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
