import { afterAll, beforeAll } from 'vitest'
import { type Harness, startHarness } from '../contract/support/harness.ts'
import { startWooWorld, type WooWorld } from './woo-world.ts'
import { startWorld, type World } from './world.ts'

type Started<T> = T & { close(): unknown }

/**
 * Starts a resource before the first test of a file or `describe`, and closes it after the last.
 * Returns a proxy.
 */
const useStarted = <T extends object>(start: () => Promise<Started<T>>): Started<T> => {
  let running: Started<T> | undefined
  const started = (): Started<T> => {
    if (!running) throw new Error('It is not started yet: ask within a test or a hook')
    return running
  }
  beforeAll(async () => {
    running = await start()
  })
  afterAll(() => running?.close())
  return new Proxy<Started<T>>({} as Started<T>, {
    get: (_, name) => Reflect.get(started(), name),
    set: (_, name, value) => Reflect.set(started(), name, value),
    has: (_, name) => Reflect.has(started(), name),
    ownKeys: () => Reflect.ownKeys(started()),
    getOwnPropertyDescriptor: (_, name) => {
      const found = Reflect.getOwnPropertyDescriptor(started(), name)
      return found && { ...found, configurable: true }
    },
  })
}

type WorldOptions = Parameters<typeof startWorld>

/**
 * Starts Puente with a connected store, the sandbox and the store's endpoint. Settings may be a
 * function, for values of other resources.
 */
export const useWorld = (
  settings: WorldOptions[0] | (() => WorldOptions[0]) = {},
  existing?: WorldOptions[1],
): World =>
  useStarted(() => startWorld(typeof settings === 'function' ? settings() : settings, existing))

export const useGateway = (...options: Parameters<typeof startHarness>): Harness =>
  useStarted(() => startHarness(...options))

export const useWooWorld = (...options: Parameters<typeof startWooWorld>): WooWorld =>
  useStarted(() => startWooWorld(...options))
