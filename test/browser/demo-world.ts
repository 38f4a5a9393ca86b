import { Router } from 'express'
import { demoShop } from '../../sandbox/shop/shop.ts'
import { useStarted } from '../support/use-world.ts'
import { connectTestStore, NOTIFY_SECRET, startWorld, type World } from '../support/world.ts'

const startDemoWorld = async (overrides: Record<string, string> = {}): Promise<World> => {
  const demo = Router()
  const world = await startWorld(overrides, { demo })
  const { url, puente, apiKey } = world
  await connectTestStore(puente, { notifyUrl: `${url}/shop/puente`, apiKey })
  demo.use(
    demoShop({
      puenteUrl: url,
      apiKey,
      notifySecret: NOTIFY_SECRET,
      publicUrl: url,
      cardFields: {
        sdkUrl: `${world.sandbox.url}/sdk/v1/connect.js`,
        publishableKey: 'pk_test_sandbox',
      },
    }),
  )
  return world
}

export const useDemoWorld = (...settings: Parameters<typeof startDemoWorld>): World =>
  useStarted(() => startDemoWorld(...settings))
