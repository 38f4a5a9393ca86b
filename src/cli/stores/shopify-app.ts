import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { appToml } from '../../../adapters/shopify/distribution/app-toml.ts'
import { lackingScopes } from '../../../adapters/shopify/install/missing-scopes.ts'
import { SCOPES } from '../../../adapters/shopify/library.ts'
import { handleOf, readShopName } from '../../../adapters/shopify/shop-name.ts'
import { findStore } from '../../db/stores.ts'
import { errorMessage, UserError } from '../../runtime/failure.ts'
import { shellWord } from '../../runtime/shell-word.ts'
import { refuseOthers, required, type Values } from './arguments.ts'
import { type OwnAppShop, readFleet } from './fleet.ts'
import { readSecretFile } from './secret-arguments.ts'
import type { Workplace } from './workplace.ts'

/**
 * Makes a Shopify shop's own app: says each click that Shopify wants, writes the app's toml, and tries
 * its credentials. Run again at any time: it goes on from what is there.
 */
export const app = async (workplace: Workplace, values: Values): Promise<void> => {
  const { fleet, out = '.' } = values
  const options = ['id', 'shop', 'fleet', 'out', 'client-id', 'client-secret'] as const
  refuseOthers(values, { command: 'app', options })
  if (fleet === undefined) return appOf(workplace, { shop: ofArguments(values), values, out })
  refuseOthers(values, { command: 'app --fleet', options: ['id', 'fleet', 'out'] })
  const shops = readFleet(fleet)
  if (values.id === undefined) return listFleet(workplace, { shops, fleet })
  const shop = shops.find(({ id }) => id === values.id)
  if (!shop) {
    const known = shops.map(({ id }) => id).join(', ')
    throw new UserError(`--fleet: there is no "${values.id}" in it, but ${known}`)
  }
  await appOf(workplace, { shop, values, out })
}

const ofArguments = (values: Values): OwnAppShop => {
  const shop = readShopName(required(values, 'shop'))
  if (!shop)
    throw new UserError('--shop: the name that Shopify gave it, such as cafe.myshopify.com')
  return {
    id: values.id ?? handleOf(shop),
    shop,
    clientId: values['client-id'],
    clientSecret: values['client-secret'],
    clientSecretFile: undefined,
  }
}

/** How far each shop of a fleet is, and the command that goes on with it. */
const listFleet = async (
  { connecting: { query } }: Workplace,
  { shops, fleet }: { shops: readonly OwnAppShop[]; fleet: string },
): Promise<void> => {
  for (const { id, shop, clientId, clientSecretFile } of shops) {
    const state = (await findStore(query, id))
      ? 'connected'
      : clientId && clientSecretFile
        ? 'to be checked and connected'
        : 'has no app yet'
    console.log(`${shop}: ${state}`)
    console.log(`  npm run stores -- app --fleet ${plainWord(fleet)} --id ${plainWord(id)}`)
  }
}

const appOf = async (
  workplace: Workplace,
  { shop, values, out }: { shop: OwnAppShop; values: Values; out: string },
): Promise<void> => {
  const { clientId } = shop
  if (clientId === undefined) {
    console.log(howToMake(shop, values))
    return
  }
  if (!/^[\w-]{1,100}$/.test(clientId)) {
    throw new UserError('--client-id: as the Dev Dashboard shows it, of letters and digits')
  }
  const path = writeToml({ ...shop, clientId }, { publicUrl: workplace.publicUrl, out })
  console.log(howToDeploy(shop, { path, publicUrl: workplace.publicUrl }))
  await check(workplace, { ...shop, clientId })
}

const writeToml = (
  { shop, clientId }: { shop: string; clientId: string },
  { publicUrl, out }: { publicUrl: string; out: string },
): string => {
  const path = join(out, `shopify.app.${handleOf(shop)}.toml`)
  const comment = [
    `How Shopify knows the app of ${shop}. Written by npm run stores -- app, which writes it anew;`,
    'what is changed here by hand is lost then.',
  ]
  try {
    writeFileSync(path, appToml({ clientId, publicUrl, isOfOneShop: true, comment }))
  } catch (error) {
    throw new UserError(`--out: cannot write ${path} (${errorMessage(error)})`)
  }
  return path
}

const howToMake = ({ shop, id }: OwnAppShop, { fleet }: Values): string => {
  const next =
    fleet === undefined
      ? `Then run this command with both:

  npm run stores -- app --shop ${shop} --client-id ID --client-secret-file PATH`
      : `Then put "client_id" and "client_secret_file" to ${shop} in ${fleet}, and run

  npm run stores -- app --fleet ${plainWord(fleet)} --id ${plainWord(id)}`
  return `${shop} gets an app of its own, in Shopify's Dev Dashboard. Shopify does not review it.

  1. Open https://dev.shopify.com/dashboard as somebody who may develop apps for ${shop}
     (in the shop's admin: Settings > Apps > Develop apps > Build apps in Dev Dashboard)
  2. Apps > Create app > Start from Dev Dashboard. Name: Puente. Create
  3. Settings: copy the Client ID, and write the Client secret into a file that only you can read

${next}`
}

const howToDeploy = (
  { shop }: OwnAppShop,
  { path, publicUrl }: { path: string; publicUrl: string },
): string => `${path} is written: what Shopify is told of the app of ${shop}.
${publicUrl.startsWith('https:') ? '' : `\nWarning: Shopify reaches https addresses only, and PUBLIC_URL is ${publicUrl}\n`}
  4. In the folder of that file: shopify app deploy --config ${handleOf(shop)}
     (Shopify's command line: npm install -g @shopify/cli). It releases a version with the access, and
     with the webhooks, which the Dev Dashboard has no page for
  5. Dev Dashboard > the app > Home > Install app > ${shop} > Install
  6. In the shop's admin: Settings > Payments > Manual payment methods > Create custom payment method.
     Name: Tarjeta (Puente)
`

/** Whether the shop gives the app a token, and all of the access; what it lacks is one of the clicks. */
const check = async (
  { askShop }: Workplace,
  app: OwnAppShop & { clientId: string },
): Promise<void> => {
  const { shop, id, clientId, clientSecretFile: file } = app
  const secret = app.clientSecret ?? (file && readSecretFile('client-secret', file))
  if (!secret) {
    console.log('With --client-secret-file PATH, this command tries the credentials as well.')
    return
  }
  const asked = await askShop({ shop, client_id: clientId, client_secret: secret })
  if (asked.outcome === 'failed') {
    if (asked.retry !== 'retry') {
      throw new UserError(
        `${asked.detail}. Is the app installed there (5), and is the secret the one of this app (3)?`,
      )
    }
    console.log(`Warning: ${shop} could not be asked (${asked.detail}).`)
    return
  }
  const lacking = lackingScopes(SCOPES, asked.scopes)
  if (lacking.length > 0) {
    throw new UserError(
      `${shop} lets the app in, and does not allow it ${lacking.join(', ')}. Deploy the file (4), and approve the change in the shop's admin`,
    )
  }
  console.log(`${shop} gives the app access, and all that it needs. Connect the shop:

  npm run stores -- add --platform shopify --id ${plainWord(id)} --shop ${shop} \\
    --client-id ${clientId} --client-secret-file ${file ? plainWord(file) : 'PATH'} \\
    --secret-key-file PATH --webhook-secret-file PATH`)
}

/** As it is where a shell takes it so. */
const plainWord = (text: string): string => (/^[\w./-]+$/.test(text) ? text : shellWord(text))
