import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { PuenteOptions } from './open-context.ts'
import { UserError } from './runtime/failure.ts'
import { type LogOptions, ownTerminal } from './runtime/log.ts'
import type { MeasurementsJson } from './runtime/measurements.ts'

/** What the thread is given; its settings it reads itself. */
export type ThreadOptions = Pick<
  PuenteOptions,
  'databaseUrl' | 'gatewayBaseUrl' | 'gatewayEmbedBaseUrl' | 'gatewaySdkUrl' | 'publicUrl'
> &
  Pick<LogOptions, 'terminal'>

export type SaidToThread = 'measurements' | 'close'
export type SaidByThread =
  | 'ready'
  | { refused: string }
  | { stuckFor: number }
  | { measurements: MeasurementsJson }

export interface WorkThread {
  /** As `RunningWorker` has it; a thread that says nothing makes no progress either. */
  stuckFor(): number
  measurements(): Promise<MeasurementsJson>
  close(): Promise<void>
}

/** A thread speaks every second. */
const SILENT_AFTER_MS = 12_000
/** As much as the young space of a process may be. */
const LIMITS = { maxYoungGenerationSizeMb: 32 }

/**
 * Starts the worker role in a thread of this process, so that taking requests and working on what
 * follows from them have a core each. The two share what two processes would: the database and its signals.
 * A thread that fails fails the process.
 */
export const startWorkThread = async (
  program: URL,
  { databaseUrl, gatewayBaseUrl, gatewayEmbedBaseUrl, gatewaySdkUrl, publicUrl }: PuenteOptions,
): Promise<WorkThread> => {
  const addresses = { databaseUrl, gatewayBaseUrl, gatewayEmbedBaseUrl, gatewaySdkUrl, publicUrl }
  const workerData: ThreadOptions = { ...addresses, terminal: ownTerminal() }
  const thread = new Worker(program, { workerData, resourceLimits: LIMITS })
  let isClosing = false
  let heard = { at: Date.now(), stuckFor: 0 }
  let answerMeasurements = (_: MeasurementsJson): void => {}
  const ready = Promise.withResolvers<void>()
  thread.on('message', (said: SaidByThread) => {
    if (said === 'ready') ready.resolve()
    else if ('refused' in said) ready.reject(new UserError(said.refused))
    else if ('stuckFor' in said) heard = { at: Date.now(), stuckFor: said.stuckFor }
    else answerMeasurements(said.measurements)
  })
  let isReady = false
  const failed = (error: unknown): void => {
    if (!isReady) ready.reject(error)
    // Nobody catches it: the process ends as by any other error of its own. Whoever closes it hears of it.
    else if (!isClosing) throw error
  }
  thread.on('error', failed)
  thread.on('exit', (code) => {
    if (!isClosing) failed(new Error(`the thread of the worker role has ended (${code})`))
  })
  await ready.promise
  isReady = true
  return {
    stuckFor: () => {
      const silentMs = Date.now() - heard.at
      return silentMs < SILENT_AFTER_MS ? heard.stuckFor : silentMs / 1_000
    },
    measurements: () =>
      new Promise((resolve) => {
        answerMeasurements = resolve
        thread.postMessage('measurements' satisfies SaidToThread)
      }),
    close: async () => {
      isClosing = true
      const ended = once(thread, 'exit')
      thread.postMessage('close' satisfies SaidToThread)
      await ended
    },
  }
}
