import './older-node.ts'
import { once } from 'node:events'
import type { EngineReply, EngineRequest } from '../messages.ts'

// Ctrl-C goes to the whole group; the engine ends with the process that started it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})

/** The first message may arrive while the modules load. */
const requested = once(process, 'message')
const parentEnded = once(process, 'disconnect')

const main = async (): Promise<void> => {
  const { servePuente } = await import('./serve-puente.ts')
  const [request] = (await requested) as [EngineRequest]
  const { close, ...running } = await servePuente(request)
  const reply: EngineReply = { ok: true, ...running }
  if (process.connected) process.send?.(reply)
  await parentEnded
  await close()
}

main().then(
  () => process.exit(0),
  (error: Error) => {
    const reply: EngineReply = { ok: false, message: error.message }
    if (process.connected) process.send?.(reply, () => process.exit(1))
    else process.exit(1)
  },
)
