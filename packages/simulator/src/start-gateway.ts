import type { FaultPresetName } from './chaos/presets.ts'
import { engine } from './engine/engine.ts'
import type { FaultOptions } from './gateway/faults.ts'
import { type Gateway, gatewayOf } from './gateway/gateway.ts'
import { DEFAULT_KEYS, type Keys } from './gateway/keys.ts'
import type { Profile } from './gateway/profile.ts'
import { createSender } from './gateway/send.ts'

export interface GatewayOptions {
  /** Receiver of the test environment's events, by URL or with its secret. */
  webhook?: string | { url: string; secret?: string }
  /** Defaults: `sk_test_sandbox`, `pk_test_sandbox` and so on. */
  keys?: Partial<Keys>
  /** Default: a free port. */
  port?: number
  /** Address to listen on; default: `127.0.0.1`. */
  host?: string
  /** Public address, if it is not `http://localhost` with the port. */
  publicUrl?: string
  merchantName?: string
  /** Opens control routes and portal to other machines; 16 characters or more. */
  controlKey?: string
  /** Start of the gateway's clock; default: now. */
  now?: Date | string
  profile?: Partial<Profile>
  faults?: FaultOptions
  /** Presets to start with; `portal-refund` is an action, so call `chaos` for it. */
  chaos?: readonly FaultPresetName[]
  /** Seed of faults and chaos. */
  seed?: number | string
}

/**
 * Starts a gateway of its own: no state is shared with another one. The first call of a process
 * starts the engine; later ones take some milliseconds. Rejects with the name of a wrong option.
 */
export const startGateway = async (options: GatewayOptions = {}): Promise<Gateway> => {
  const webhook = typeof options.webhook === 'string' ? { url: options.webhook } : options.webhook
  const keys: Keys = {
    ...DEFAULT_KEYS,
    ...(webhook?.secret !== undefined && { webhookSecret: webhook.secret }),
    ...options.keys,
  }
  const { gateway, url, port } = await engine
    .call<'start'>({
      kind: 'start',
      settings: settingsOf(options, { keys, webhookUrl: webhook?.url }),
      port: options.port ?? 0,
    })
    .catch((error: Error) => {
      throw new Error(withOptionNames(error.message), { cause: error })
    })
  const close = once(() => engine.call<'stop'>({ kind: 'stop', gateway }))
  const sender = createSender({
    url: `http://${reachable(options.host)}:${port}`,
    key: options.controlKey,
  })
  const running = gatewayOf({
    url,
    keys,
    sender,
    books: {
      charges: (reference) => engine.call<'charges'>({ kind: 'charges', gateway, reference }),
      events: async ({ type, reference } = {}) =>
        (await engine.call<'events'>({ kind: 'events', gateway })).filter(
          (event) =>
            (type === undefined || event.type === type) &&
            (reference === undefined || event.reference === reference),
        ),
    },
    close,
  })
  try {
    await prepare(running, options)
  } catch (error) {
    await close()
    throw error
  }
  return running
}

/** Options by the settings that they become. */
const OPTIONS: Readonly<Record<string, string>> = {
  SANDBOX_SECRET_KEY: 'keys.secret',
  SANDBOX_LIVE_SECRET_KEY: 'keys.liveSecret',
  SANDBOX_PUBLISHABLE_KEY: 'keys.publishable',
  SANDBOX_LIVE_PUBLISHABLE_KEY: 'keys.livePublishable',
  SANDBOX_WEBHOOK_SECRET: 'webhook.secret',
  SANDBOX_WEBHOOK_URL: 'webhook',
  SANDBOX_PUBLIC_URL: 'publicUrl',
  SANDBOX_MERCHANT_NAME: 'merchantName',
  SANDBOX_CONTROL_KEY: 'controlKey',
  LISTEN_HOST: 'host',
}

const withOptionNames = (message: string): string =>
  message
    .replace(/^Wrong settings:\s+/, 'Wrong options: ')
    .replaceAll(/\b(?:SANDBOX_\w+|LISTEN_HOST)\b/g, (name) => OPTIONS[name] ?? name)

const settingsOf = (
  { host, publicUrl, merchantName, controlKey }: GatewayOptions,
  { keys, webhookUrl }: { keys: Keys; webhookUrl: string | undefined },
): Record<string, string> => {
  const settings: Record<string, string | undefined> = {
    SANDBOX_SECRET_KEY: keys.secret,
    SANDBOX_LIVE_SECRET_KEY: keys.liveSecret,
    SANDBOX_PUBLISHABLE_KEY: keys.publishable,
    SANDBOX_LIVE_PUBLISHABLE_KEY: keys.livePublishable,
    SANDBOX_WEBHOOK_SECRET: keys.webhookSecret,
    SANDBOX_WEBHOOK_URL: webhookUrl,
    SANDBOX_PUBLIC_URL: publicUrl,
    SANDBOX_MERCHANT_NAME: merchantName,
    SANDBOX_CONTROL_KEY: controlKey,
    LISTEN_HOST: host,
  }
  return Object.fromEntries(
    Object.entries(settings).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value]],
    ),
  )
}

/** Applies what the control routes set. */
const prepare = async (gateway: Gateway, options: GatewayOptions): Promise<void> => {
  const { now, profile, faults, chaos = [], seed } = options
  if (now !== undefined) await gateway.clock.set(now)
  if (profile) await gateway.profile.set(profile)
  for (const preset of chaos) await gateway.chaos(preset, { ...(seed !== undefined && { seed }) })
  if (faults || (seed !== undefined && chaos.length === 0)) {
    await gateway.faults.set({ ...(seed !== undefined && { seed }), ...faults })
  }
}

/** Address for the handle's own calls. */
const reachable = (host = '127.0.0.1'): string => {
  if (host === '0.0.0.0' || host === '::') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}

const once = (work: () => Promise<unknown>): (() => Promise<void>) => {
  let done: Promise<unknown> | undefined
  return async () => {
    done ??= work()
    await done
  }
}
