import { API_VERSION } from '../api-version.ts'
import { SHOPIFY_SCOPES } from '../library.ts'
import { APP_PATH, CALLBACK_PATH, SETUPS_PATH, SHOPIFY_WEBHOOKS_PATH } from '../paths.ts'
import { COMPLIANCE_TOPICS, ORDER_SUBSCRIPTIONS, UNINSTALLED } from '../webhooks/topics.ts'

export interface AppOfToml {
  clientId: string
  /** Without a trailing slash. */
  publicUrl: string
  /** An app of one shop has no page; an operator types its keys in a terminal. */
  isOfOneShop: boolean
  comment: readonly string[]
}

/** Renders the file for an app with a manual payment method. */
export const appToml = ({ clientId, publicUrl, isOfOneShop, comment }: AppOfToml): string =>
  `${comment.map((line) => `# ${line}\n`).join('')}
client_id = ${quoted(clientId)}
name = "Puente"
application_url = ${quoted(`${publicUrl}${isOfOneShop ? SETUPS_PATH : APP_PATH}`)}
embedded = ${!isOfOneShop}

[access_scopes]
# Shopify gives them with the installation. Beside these, the person who installs the app needs the
# permission to mark orders as paid.
scopes = ${quoted(SHOPIFY_SCOPES.join(','))}

[auth]
redirect_urls = ${list([`${publicUrl}${CALLBACK_PATH}`])}

[webhooks]
api_version = ${quoted(API_VERSION)}

${subscriptions(`${publicUrl}${SHOPIFY_WEBHOOKS_PATH}`)}
[pos]
embedded = false
`

const subscriptions = (uri: string): string => {
  const [whole, ...partial] = ORDER_SUBSCRIPTIONS.map(({ topics, fields }) =>
    subscription(uri, {
      topics: list(fields ? topics : [UNINSTALLED, ...topics]),
      include_fields: fields && list(fields),
    }),
  )
  return [
    whole,
    `  # An order of several hundred lines is large, and Puente reads it again anyway.\n${partial.join('\n')}`,
    `  # What Shopify asks of every app about personal data.
${subscription(uri, { compliance_topics: list(COMPLIANCE_TOPICS) })}`,
  ].join('\n')
}

const subscription = (uri: string, what: Record<string, string | undefined>): string => {
  const lines = Object.entries({ ...what, uri: quoted(uri) }).flatMap(([name, value]) =>
    value === undefined ? [] : [`  ${name} = ${value}\n`],
  )
  return `  [[webhooks.subscriptions]]\n${lines.join('')}`
}

const list = (texts: readonly string[]): string => `[${texts.map(quoted).join(', ')}]`

/** JSON strings are valid TOML. */
const quoted = (text: string): string => JSON.stringify(text)
