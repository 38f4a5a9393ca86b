import { Worker } from 'node:worker_threads'
import { VERSION } from '../version.ts'
import { ENGINE_FILE, TEMPLATE_FILE } from './engine-file.ts'
import type { EngineAnswers, EngineCall, EngineReply, EngineRequest } from './messages.ts'

export interface Engine {
  /** Rejects with the engine's message; a call to an engine that ended starts a new one. */
  call<Kind extends EngineCall['kind']>(
    call: Extract<EngineCall, { kind: Kind }>,
  ): Promise<EngineAnswers[Kind]>
}

interface Thread {
  hasEnded: boolean
  /** Rejects with `EngineEnded` when the thread ends before it answers. */
  ask(call: EngineCall): Promise<unknown>
}

const ENDED = 'The simulator ended'

/** Room for the start's short-lived buffers, which would otherwise be collected many times. */
const YOUNG_GENERATION_MB = 64

/** Shared by the ES module and the CommonJS copy of this package. */
const KEY = Symbol.for(`@puente/simulator ${VERSION}`)
const shared = globalThis as { [KEY]?: Thread }

/**
 * The engine of this process: one worker thread for all gateways, outside of a test runner's fake
 * timers, stubbed `fetch` and module sandbox. It keeps the process alive only while it owes an
 * answer.
 */
export const engine: Engine = {
  call: async (call) => {
    const thread = currentThread()
    try {
      return (await thread.ask(call)) as never
    } catch (error) {
      // An idle engine may end while the call is on its way.
      const isLate = call.kind === 'start' && (error as Error).message === ENDED
      if (!isLate) throw error
      return (await currentThread().ask(call)) as never
    }
  },
}

const currentThread = (): Thread => {
  const known = shared[KEY]
  if (known && !known.hasEnded) return known
  const thread = startThread()
  shared[KEY] = thread
  return thread
}

const startThread = (): Thread => {
  const worker = new Worker(ENGINE_FILE, {
    env: {},
    execArgv: [],
    argv: [],
    workerData: TEMPLATE_FILE,
    resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
  })
  const open = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let lastId = 0
  const endWith = (error: Error): void => {
    thread.hasEnded = true
    for (const { reject } of open.values()) reject(error)
    open.clear()
  }
  worker.on('message', (reply: EngineReply) => {
    const waiting = open.get(reply.id)
    open.delete(reply.id)
    if (open.size === 0) worker.unref()
    if (reply.ok) waiting?.resolve(reply.value)
    else waiting?.reject(new Error(reply.message))
  })
  worker.on('error', endWith)
  worker.on('exit', () => endWith(new Error(ENDED)))
  worker.unref()
  const thread: Thread = {
    hasEnded: false,
    ask: (call) =>
      new Promise((resolve, reject) => {
        const id = ++lastId
        open.set(id, { resolve, reject })
        worker.ref()
        const request: EngineRequest = { id, ...call }
        worker.postMessage(request)
      }),
  }
  return thread
}
