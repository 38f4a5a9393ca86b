import { readSettings } from '../../../../config/settings.ts'
import { type RunningSandbox, serveGateway } from '../../../../sandbox/gateway/serve-gateway.ts'
import { createLog } from '../../../../src/runtime/log/log.ts'
import { chargesOf, recordedEvents } from './books.ts'
import type { EngineDatabase, OwnTables } from './database.ts'
import type { EngineAnswers, EngineCall } from './messages.ts'

/** Settings come from the caller alone, never from a file. */
const NO_FILE = ''

interface Running {
  sandbox: RunningSandbox
  tables: OwnTables
}

export interface Gateways {
  answer(call: EngineCall): Promise<EngineAnswers[EngineCall['kind']]>
  /** Gateways that run or start. */
  count(): number
}

/** Runs any number of gateways, each with tables, a clock and a port of its own. */
export const createGateways = (database: EngineDatabase): Gateways => {
  const running = new Map<number, Running>()
  const log = createLog({
    level: 'error',
    service: 'simulator',
    destination: { write: (line) => void process.stderr.write(line) },
  })
  let started = 0
  let starting = 0

  const start = async (settings: Record<string, string>, port: number) => {
    const read = readSettings(settings, NO_FILE)
    const tables = await database.claimTables()
    const served = { settings: read, database: tables, log, port }
    const sandbox = await serveGateway(served).catch(async (error) => {
      await tables.release()
      throw error
    })
    const gateway = ++started
    running.set(gateway, { sandbox, tables })
    return { gateway, url: sandbox.url, port: sandbox.port }
  }

  const stop = async (gateway: number) => {
    const found = running.get(gateway)
    if (!found) return undefined
    running.delete(gateway)
    await found.sandbox.close()
    await found.tables.release()
    return undefined
  }

  const booksOf = (gateway: number) => {
    const found = running.get(gateway)
    if (!found) throw new Error('This gateway is closed.')
    return found.tables.query
  }

  return {
    answer: async (call) => {
      switch (call.kind) {
        case 'start':
          starting += 1
          return start(call.settings, call.port).finally(() => {
            starting -= 1
          })
        case 'stop':
          return stop(call.gateway)
        case 'charges':
          return chargesOf(booksOf(call.gateway), call.reference)
        case 'events':
          return recordedEvents(booksOf(call.gateway))
      }
    },
    count: () => running.size + starting,
  }
}
