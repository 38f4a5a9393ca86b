import { NOTIFY_SECRET, type World } from '../../support/world.ts'
import { medusaFolder } from './medusa-folder.ts'
import { medusaConfig } from './medusa-program.ts'
import { freeAddress, type RunningMedusa, startMedusa } from './running-medusa.ts'

const PROVIDER = 'pp_puente'

/** Template of the database; making it takes minutes. */
const TEMPLATE = 'medusa_seeded'

/** A real Medusa with the packed provider, connected to a world's Puente. */
export interface MedusaShop extends RunningMedusa {
  notifyUrl: string
}

/** Installs Medusa and the tarballs into an empty folder, copies the seeded database, and starts it. */
export const startMedusaShop = async (
  world: World,
  tarballs: { node: string; medusa: string },
  overrides: Readonly<Record<string, string>> = {},
  { savedCards = true } = {},
): Promise<MedusaShop> => {
  const packages = { '@puente/node': tarballs.node, '@puente/medusa': tarballs.medusa }
  const config = medusaConfig({ savedCards })
  const installed = await medusaFolder({ packages, config, provider: PROVIDER })
  const { port, url } = await freeAddress()
  const notifyUrl = `${url}/hooks/puente/puente`
  await world.api('PATCH', '/v1/store', { notify_url: notifyUrl })
  const settings = {
    PUENTE_URL: world.url,
    PUENTE_API_KEY: world.apiKey,
    PUENTE_NOTIFY_SECRET: NOTIFY_SECRET,
    SUCCESS_URL: 'https://shop.example/thanks?session={payment_session}',
    ...overrides,
  }
  const installation = { ...installed, provider: PROVIDER, template: TEMPLATE, port, settings }
  return { ...(await startMedusa(installation)), notifyUrl }
}
