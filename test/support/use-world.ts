import { afterAll, beforeAll, onTestFinished } from 'vitest'
import { type Harness, startHarness } from '../contract/support/harness.ts'
import { type AlertedWorld, startAlertedWorld } from './alerted-world.ts'
import { type GatewayProxy, startGatewayProxy } from './gateway-proxy.ts'
import { type MountedRoute, mountedRoutes } from './mounted-routes.ts'
import { type ShopifyWorld, startShopifyWorld } from './shopify/shopify-world.ts'
import { startWooWorld, type WooWorld } from './woo-world.ts'
import { startWorld, type World } from './world.ts'

type Started<T> = T & { close?(): unknown }

/**
 * Starts a resource before the first test of a file or `describe` and closes it after the last.
 * Returns a proxy with members only during tests and hooks.
 */
export const useStarted = <T extends object>(start: () => Promise<Started<T>>): Started<T> => {
  let running: Started<T> | undefined
  const started = (): Started<T> => {
    if (!running) throw new Error('It is not started yet: ask within a test or a hook')
    return running
  }
  beforeAll(async () => {
    running = await start()
  })
  afterAll(() => running?.close?.())
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

/** A function if values come from other resources. */
type Given<T extends object> = T | (() => T)
type Settings = Record<string, string>
type GatewaySettings = NonNullable<Parameters<typeof startHarness>[0]>
type WorldOptions = Parameters<typeof startWorld>[1]

const resolved = <T extends object>(given: Given<T>): T =>
  typeof given === 'function' ? given() : given

export const useWorld = (settings: Given<Settings> = {}, options?: WorldOptions): World =>
  useStarted(() => startWorld(resolved(settings), options))

export const worldForTest = (...options: Parameters<typeof startWorld>): Promise<World> =>
  closedAfterTest(startWorld(...options))

export const shopifyWorldForTest = (
  ...options: Parameters<typeof startShopifyWorld>
): Promise<ShopifyWorld> => closedAfterTest(startShopifyWorld(...options))

const closedAfterTest = async <T extends object>(starting: Promise<Started<T>>) => {
  const started = await starting
  onTestFinished(async () => void (await started.close?.()))
  return started
}

export const useWorldWithRoutes = (
  settings: Given<Settings> = {},
  options?: WorldOptions,
): World & { mounted: MountedRoute[] } =>
  useStarted(async () => {
    const start = () => startWorld(resolved(settings), options)
    const { started, routes } = await mountedRoutes(start)
    return { ...started, mounted: routes }
  })

export const useWorldBehindProxy = (
  settings: Settings | ((proxy: GatewayProxy) => Settings) = {},
  options?: WorldOptions,
): { world: World; proxy: GatewayProxy } => {
  const proxy = useStarted(startGatewayProxy)
  const world = useWorld(
    () => ({
      GATEWAY_BASE_URL: `${proxy.url}/v1`,
      ...(typeof settings === 'function' ? settings(proxy) : settings),
    }),
    options,
  )
  beforeAll(() => proxy.forwardTo(world.sandbox.url))
  return { world, proxy }
}

export const gatewayForTest = (): Promise<Harness> => closedAfterTest(startHarness())

export const useGateway = (settings: Given<GatewaySettings> = {}): Harness =>
  useStarted(() => startHarness(resolved(settings)))

export const useWooWorld = (...options: Parameters<typeof startWooWorld>): WooWorld =>
  useStarted(() => startWooWorld(...options))

export const useShopifyWorld = (...options: Parameters<typeof startShopifyWorld>): ShopifyWorld =>
  useStarted(() => startShopifyWorld(...options))

export const useAlertedWorld = (settings: Given<Settings> = {}): AlertedWorld =>
  useStarted(() => startAlertedWorld(resolved(settings)))
