import './older-node.ts'
import { parentPort } from 'node:worker_threads'
import { openEngineDatabase } from './database.ts'
import { createGateways } from './gateways.ts'
import type { EngineReply, EngineRequest } from './messages.ts'

/** Frees the memory of test files that ended; the next gateway starts a new engine. */
const IDLE_MS = 10_000

/** Beside the built engine; from the sources the tables are made at each start. */
const TEMPLATE = new URL('./template.tar.gz', import.meta.url)

const port = parentPort
if (!port) throw new Error('The engine is a worker thread; start it by startGateway().')

const opening = openEngineDatabase(TEMPLATE).then(createGateways)
let idle: NodeJS.Timeout | undefined

const reply = async ({ id, ...call }: EngineRequest): Promise<void> => {
  clearTimeout(idle)
  const answer: EngineReply = await opening
    .then((gateways) => gateways.answer(call))
    .then(
      (value) => ({ id, ok: true as const, value }),
      (error) => ({ id, ok: false as const, message: messageOf(error) }),
    )
  port.postMessage(answer)
  const gateways = await opening.catch(() => undefined)
  if (gateways?.count() === 0) idle = setTimeout(() => process.exit(0), IDLE_MS)
}

const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message : String(error)

port.on('message', (request: EngineRequest) => void reply(request))
