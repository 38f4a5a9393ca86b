import { once } from 'node:events'
import { createServer } from 'node:net'

const FIRST = 8080
const TRIED = 20

/** Returns `PORT` of the environment, else 8080 or the next free port. */
export const shopPort = async (given = process.env.PORT): Promise<number> => {
  if (given !== undefined && given !== '') return Number(given)
  for (let port = FIRST; port < FIRST + TRIED; port++) if (await isFree(port)) return port
  throw new Error(`The ports ${FIRST} to ${FIRST + TRIED - 1} are in use. Set PORT to a free one.`)
}

const isFree = async (port: number): Promise<boolean> => {
  const server = createServer().listen(port)
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}
