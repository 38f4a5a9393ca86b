import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { errorCode } from '../error-code.ts'

/** Range below the ports that operating systems assign to outgoing connections. */
const [LOWEST, ABOVE_HIGHEST] = [10_000, 32_768]

export const freePort = async (): Promise<number> => {
  const port = randomInt(LOWEST, ABOVE_HIGHEST)
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE') return freePort()
    throw error
  }
  server.close()
  await once(server, 'close')
  return port
}
