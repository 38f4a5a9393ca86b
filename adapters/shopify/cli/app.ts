import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StoreId } from '../../../src/domain/ids.ts'
import { errorMessage, UserError } from '../../../src/runtime/failure.ts'
import { plainShellWord } from '../../../src/runtime/text/shell-word.ts'
import { type CommandPlace, type GivenOptions, storeById } from '../../adapter.ts'
import { appToml } from '../distribution/app-toml.ts'
import { missingFrom } from '../install/read-install.ts'
import { SHOPIFY_SCOPES } from '../library.ts'
import { handleOf } from '../shops/shop-name.ts'
import { checkShopAccess } from './check-shop-access.ts'
import { type OwnAppShop, readFleet, shopOption } from './fleet.ts'

/**
 * Guides an operator through a shop's own app: lists the clicks, writes the app's toml, tries its
 * credentials. Idempotent.
 */
export const makeOwnApp = async (place: CommandPlace, given: GivenOptions): Promise<void> => {
  const [fleet, out = '.', id] = [given.text('fleet'), given.text('out'), given.text('id')]
  if (fleet === undefined) return appOf(place, { shop: shopOfOptions(given), given, out })
  const shops = readFleet(fleet)
  if (id === undefined) return listFleet(place, { shops, fleet })
  const shop = shops.find((one) => one.id === id)
  if (!shop) {
    const known = shops.map((one) => one.id).join(', ')
    throw new UserError(`--fleet: the file has no "${id}", only ${known}`)
  }
  await appOf(place, { shop, given, out })
}

const shopOfOptions = (given: GivenOptions): OwnAppShop => {
  const shop = shopOption(given)
  return {
    id: given.text('id') ?? handleOf(shop),
    shop,
    clientId: given.text('client-id'),
    clientSecret: given.text('client-secret'),
    clientSecretFile: undefined,
  }
}

const listFleet = async (
  { connecting: { query }, print }: CommandPlace,
  { shops, fleet }: { shops: readonly OwnAppShop[]; fleet: string },
): Promise<void> => {
  for (const { id, shop, clientId, clientSecretFile } of shops) {
    const state = (await storeById(query, StoreId.parse(id)))
      ? 'connected'
      : clientId && clientSecretFile
        ? 'ready to connect'
        : 'no app yet'
    print(`${shop}: ${state}`)
    print(`  npm run stores -- app --fleet ${plainShellWord(fleet)} --id ${plainShellWord(id)}`)
  }
}

const appOf = async (
  place: CommandPlace,
  { shop, given, out }: { shop: OwnAppShop; given: GivenOptions; out: string },
): Promise<void> => {
  const { clientId } = shop
  if (clientId === undefined) {
    place.print(howToMake(shop, given.text('fleet')))
    return
  }
  if (!/^[\w-]{1,100}$/.test(clientId)) {
    throw new UserError('--client-id: expected letters and digits, as the Dev Dashboard shows')
  }
  const path = writeToml({ ...shop, clientId }, { publicUrl: place.publicUrl, out })
  place.print(howToDeploy(shop, { path, publicUrl: place.publicUrl }))
  await check(place, given, { ...shop, clientId })
}

const writeToml = (
  { shop, clientId }: { shop: string; clientId: string },
  { publicUrl, out }: { publicUrl: string; out: string },
): string => {
  const path = join(out, `shopify.app.${handleOf(shop)}.toml`)
  const comment = [
    `Configuration of the Shopify app of ${shop}. "npm run stores -- app" generates this file`,
    'and overwrites changes made by hand.',
  ]
  try {
    writeFileSync(path, appToml({ clientId, publicUrl, isOfOneShop: true, comment }))
  } catch (error) {
    throw new UserError(`--out: cannot write ${path} (${errorMessage(error)})`)
  }
  return path
}

const howToMake = ({ shop, id }: OwnAppShop, fleet: string | undefined): string => {
  const next =
    fleet === undefined
      ? `Then run this command with both:

  npm run stores -- app --shop ${shop} --client-id ID --client-secret-file PATH`
      : `Then put "client_id" and "client_secret_file" to ${shop} in ${fleet}, and run

  npm run stores -- app --fleet ${plainShellWord(fleet)} --id ${plainShellWord(id)}`
  return `Create an app for ${shop} in Shopify's Dev Dashboard. Shopify does not review it.

  1. Open https://dev.shopify.com/dashboard with an account that can develop apps for ${shop}
     (in the shop's admin: Settings > Apps > Develop apps > Build apps in Dev Dashboard)
  2. Apps > Create app > Start from Dev Dashboard. Name: Puente. Create
  3. Settings: copy the Client ID, and write the Client secret into a file that only you can read

${next}`
}

const howToDeploy = (
  { shop }: OwnAppShop,
  { path, publicUrl }: { path: string; publicUrl: string },
): string => `Wrote ${path}, the app configuration of ${shop}.
${publicUrl.startsWith('https:') ? '' : `\nWarning: Shopify reaches https addresses only, and PUBLIC_URL is ${publicUrl}\n`}
  4. In the folder of that file: shopify app deploy --config ${handleOf(shop)}
     (Shopify's command line: npm install -g @shopify/cli). It releases a version with the app's access
     and its webhooks, for which the Dev Dashboard has no page
  5. Dev Dashboard > the app > Home > Install app > ${shop} > Install
  6. In the shop's admin: Settings > Payments > Manual payment methods > Create custom payment method.
     Name: Tarjeta (Puente)
`

/** Tries the credentials; an error names the step that the operator missed. */
const check = async (
  place: CommandPlace,
  given: GivenOptions,
  app: OwnAppShop & { clientId: string },
): Promise<void> => {
  const { shop, id, clientId, clientSecretFile: file } = app
  const secret = app.clientSecret ?? (file && given.secretFile('client-secret', file))
  if (!secret) {
    place.print('Add --client-secret-file PATH to test the credentials, too.')
    return
  }
  const checked = await checkShopAccess(place, { shop, client_id: clientId, client_secret: secret })
  if (checked.outcome === 'failed') {
    if (checked.retry !== 'retry') {
      throw new UserError(
        `${checked.detail}. Check that the app is installed (5) and that the secret belongs to it (3).`,
      )
    }
    place.print(`Warning: could not reach ${shop} (${checked.detail}).`)
    return
  }
  const lacking = missingFrom(SHOPIFY_SCOPES, checked.scopes)
  if (lacking.length > 0) {
    throw new UserError(
      `The app lacks access in ${shop}: ${lacking.join(', ')}. Deploy the file (4), then approve the change in the shop's admin.`,
    )
  }
  place.print(`The app has all the access it needs in ${shop}. Connect the shop:

  npm run stores -- add --platform shopify --id ${plainShellWord(id)} --shop ${shop} \\
    --client-id ${clientId} --client-secret-file ${file ? plainShellWord(file) : 'PATH'} \\
    --secret-key-file PATH --webhook-secret-file PATH`)
}
