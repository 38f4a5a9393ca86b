/// <reference lib="esnext.disposable" preserve="true" />
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { type Gateway, puenteSettings, startGateway } from '@puente/simulator'
import type { EngineReply, EngineRequest } from './messages.ts'

export interface LocalPuenteOptions {
  /** Receives the shop's notifications, signed with `notifySecret`. */
  notifyUrl?: string | undefined
  /** Default: a new one, which `close` closes. */
  gateway?: Gateway | undefined
  /** Default: a free port. */
  port?: number | undefined
  /** Default: random. Starts with `puente_test_`. */
  apiKey?: string | undefined
  /** Default: random. `whsec_` and base64 of 24 bytes or more. */
  notifySecret?: string | undefined
  /** Name on the pages of the payment. Default: `Demo shop`. */
  storeName?: string | undefined
  /** Default: `en`. */
  language?: 'es' | 'en' | undefined
  /** Log of Puente on standard error. Default: `error`. */
  logLevel?: EngineRequest['logLevel'] | undefined
}

export interface LocalPuente extends AsyncDisposable {
  /** `baseUrl` of the client; without a trailing slash. */
  url: string
  apiKey: string
  /** Signs the notifications. */
  notifySecret: string
  /** Pays as the customer, moves time, injects faults, shows what was charged. */
  gateway: Gateway
  /** Stops Puente and its database; no data stay. */
  close(): Promise<void>
}

const ENGINE = fileURLToPath(new URL('../engine/main.js', import.meta.url))

/** Variables that PostgreSQL and temporary folders need; no setting of the shop reaches Puente. */
const PASSED_ON = ['PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TMP', 'LANG']

/**
 * Starts a Puente with an empty database, one store and its gateway account. Takes some seconds.
 * Rejects with the reason if it does not start.
 */
export const startPuente = async (options: LocalPuenteOptions = {}): Promise<LocalPuente> => {
  const { child, reply } = startEngine()
  let own: Gateway | undefined
  const stop = async (): Promise<void> => {
    await stopEngine(child)
    await own?.close()
  }
  try {
    own = options.gateway ? undefined : await startGateway()
    const gateway = options.gateway ?? own
    if (!gateway) throw new Error('There is no gateway.')
    child.send(requestOf(options, gateway))
    const { ok: _, webhookUrl, ...running } = await runningOf(reply)
    await gateway.endpoints.add(webhookUrl, { secret: gateway.keys.webhookSecret })
    // A test that forgets to close it can still end: the engine ends with this process.
    child.unref()
    child.channel?.unref()
    let stopping: Promise<void> | undefined
    const close = (): Promise<void> => {
      stopping ??= stop()
      return stopping
    }
    return { ...running, gateway, close, [Symbol.asyncDispose]: close }
  } catch (error) {
    await stop()
    throw error
  }
}

const requestOf = (options: LocalPuenteOptions, gateway: Gateway): EngineRequest => ({
  port: options.port,
  logLevel: options.logLevel ?? 'error',
  gateway: puenteSettings(gateway),
  store: {
    name: options.storeName ?? 'Demo shop',
    language: options.language ?? 'en',
    notifyUrl: options.notifyUrl ?? null,
    apiKey: options.apiKey,
    notifySecret: options.notifySecret,
    secretKey: gateway.keys.secret,
    publishableKey: gateway.keys.publishable,
    webhookSecret: gateway.keys.webhookSecret,
  },
})

/** Forks the engine. Its database starts at once, and Puente after a request, which it answers. */
const startEngine = (): { child: ChildProcess; reply: Promise<EngineReply> } => {
  const child = fork(ENGINE, [], {
    env: Object.fromEntries(
      PASSED_ON.flatMap((name) => {
        const value = process.env[name]
        return value === undefined ? [] : [[name, value]]
      }),
    ),
    // Options of a test runner are not for Puente.
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    serialization: 'advanced',
  })
  const reply = new Promise<EngineReply>((resolve) => {
    const fail = (message: string) => resolve({ ok: false, message })
    child.once('message', (message: EngineReply) => resolve(message))
    // A request that no longer reaches the engine: its reply or its end says why.
    child.on('error', (error) => fail(error.message))
    child.once('exit', () => fail('it ended early (see above)'))
  })
  return { child, reply }
}

const runningOf = async (reply: Promise<EngineReply>) => {
  const answer = await reply
  if (!answer.ok) throw new Error(`Puente does not start: ${answer.message}`)
  return answer
}

const stopEngine = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  const ended = once(child, 'exit')
  if (child.connected) child.disconnect()
  await ended
}
