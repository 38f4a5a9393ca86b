import { parentPort, workerData } from 'node:worker_threads'
import { platforms } from '../adapters/registry.ts'
import { readSettings } from '../config/settings.ts'
import { startPuente } from './puente.ts'
import { UserError } from './runtime/failure.ts'
import { createLog } from './runtime/log.ts'
import type { SaidByThread, SaidToThread, ThreadOptions } from './work-in-thread.ts'

/** The worker role, as a thread of a process that has the web role as well: see `work-in-thread.ts`. */
const port = parentPort
if (!port) throw new Error('this runs as a thread')
const say = (said: SaidByThread): void => port.postMessage(said)

const { terminal, ...options } = workerData as ThreadOptions
const settings = readSettings(process.env, '.env', platforms)
const log = createLog({ level: settings.LOG_LEVEL, service: 'puente', terminal })

try {
  const puente = await startPuente({
    ...options,
    settings: { ...settings, ROLES: ['worker'], PRIVATE_PORT: undefined },
    platforms,
    log,
  })
  const sayProgress = () => say({ stuckFor: puente.stuckFor() ?? 0 })
  const progress = setInterval(sayProgress, 1_000)
  port.on('message', async (asked: SaidToThread) => {
    if (asked === 'measurements') {
      say({ measurements: await puente.ctx.measurements.ofThisThread() })
      return
    }
    clearInterval(progress)
    await puente.close()
    port.close()
  })
  say('ready')
} catch (error) {
  if (!(error instanceof UserError)) throw error
  say({ refused: error.message })
  port.close()
}
