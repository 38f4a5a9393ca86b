import './older-node.ts'
import { z } from 'zod'
import { openEngineDatabase } from './database.ts'
import type { EngineReply, EngineRequest } from './messages.ts'

/** Frees the memory of test files that ended; the next gateway starts a new engine. */
const IDLE_MS = 10_000

const [, , template = ''] = process.argv

// Ctrl-C goes to the whole group; the engine ends with the process that started it.
process.on('SIGINT', () => {})
process.on('disconnect', () => process.exit(0))

// Most schemas of a test run once: compiling them takes longer than it saves.
z.config({ jitless: true })

/** Loads the gateway's modules while other threads compile PostgreSQL. */
const open = async () => {
  const database = openEngineDatabase(template)
  const { createGateways } = await import('./gateways.ts')
  return createGateways(await database)
}

const opening = open()
let idle: NodeJS.Timeout | undefined

const reply = async ({ id, ...call }: EngineRequest): Promise<void> => {
  clearTimeout(idle)
  const answer: EngineReply = await opening
    .then((gateways) => gateways.answer(call))
    .then(
      (value) => ({ id, ok: true as const, value }),
      (error) => ({ id, ok: false as const, message: messageOf(error) }),
    )
  process.send?.(answer)
  const gateways = await opening.catch(() => undefined)
  if (gateways?.count() === 0) idle = setTimeout(() => process.exit(0), IDLE_MS)
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

process.on('message', (request: EngineRequest) => void reply(request))
