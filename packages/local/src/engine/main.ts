import './older-node.ts'
import { once } from 'node:events'
import type { EngineReply, EngineRequest } from '../messages.ts'
import { startDatabase } from './database.ts'

// Ctrl-C goes to the whole group; the engine ends with the process that started it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

/** The first message may arrive while the modules load. */
const requested = once(process, 'message') as Promise<[EngineRequest]>
const parentEnded = once(process, 'disconnect').then(() => undefined)

const main = async (): Promise<void> => {
  // PostgreSQL makes its files while this process loads Puente, and the other one the gateway.
  const starting = startDatabase()
  const loading = import('./serve-puente.ts')
  const database = await starting
  try {
    const [request] = (await Promise.race([requested, parentEnded])) ?? []
    if (!request) return
    const { close, ...running } = await (await loading).servePuente(request, database)
    const reply: EngineReply = { ok: true, ...running }
    if (process.connected) process.send?.(reply)
    await parentEnded
    await close()
  } finally {
    await database.stop()
  }
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    const reply: EngineReply = { ok: false, message: error.message }
    if (process.connected) process.send?.(reply, () => process.exit(1))
    else process.exit(1)
  },
)
