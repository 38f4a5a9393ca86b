import { storeSecretVariables } from '../../../config/settings.ts'
import type { PlatformAdapter } from '../../payments/ports/platform.ts'

/** Renders the help of `stores` with each platform's additions. */
export const usageOf = (platforms: readonly PlatformAdapter[]): string => {
  const parts = platforms.flatMap(({ cli }) => cli.usage ?? [])
  const secrets = storeSecretVariables(platforms)
  const options = Object.keys(secrets).map((name) => `--${name}`)
  const updates = parts.flatMap(({ update }) => update ?? [])
  return `Connects shops to Puente, and controls them.

  npm run stores -- list [--json]
  npm run stores -- show --id SHOP [--json]
  npm run stores -- add --id SHOP --name "NAME" --secret-key sk_... --webhook-secret SECRET
                    [--notify-url https://shop/puente] [--orders-url https://shop/puente/orders]
                    [--publishable-key pk_...]
                    [--locale es|en] [--policy JSON] [--force]
                    [--replace [--yes]] [--previous-secret-until TIME]
${parts.map(({ add }) => add).join('\n')}

${parts.flatMap(({ commands }) => commands ?? []).join('\n')}

  npm run stores -- update --id SHOP [--name "NAME"] [--locale es|en] [--notify-url URL]
                    [--orders-url URL] [--secret-key sk_... [--force]] [--publishable-key pk_...]
                    [--webhook-secret SECRET] [--previous-secret-until TIME] [--policy JSON]${updates.map(({ synopsis }) => `\n                    ${synopsis}`).join('')}
  npm run stores -- policy --id SHOP [--policy JSON]

  npm run stores -- keys --id SHOP [--json]
  npm run stores -- keys create --id SHOP --name "NAME" [--expires TIME]
                    [--scopes read,checkout,refund,admin] [--refund-limit "500.00 HNL"]
                    [--refund-day-limit "2000.00 HNL"]
  npm run stores -- keys revoke KEY_ID
  npm run stores -- rotate api-key --id SHOP [--key KEY_ID] [--until TIME] [--expires TIME]
  npm run stores -- rotate notify-secret --id SHOP [--until TIME]
  npm run stores -- rotate webhook-secret --id SHOP --webhook-secret SECRET [--until TIME]

  npm run stores -- alerts --id SHOP [--alert-email ADDRESS,ADDRESS] [--alert-slack-url URL]
                    [--alert-webhook-url URL] [--test]

  npm run stores -- disable --id SHOP
  npm run stores -- enable --id SHOP
  npm run stores -- remove --id SHOP [--yes] [--force]

  A secret (${options.join(', ')}) is
  visible to others of this machine as an argument. Instead:
    --secret-key-file PATH   reads it from a file
    --secret-key -           reads it from standard input; several are a line each, in the order above
${linesOf(Object.values(secrets))} in the environment ("add" and "rotate webhook-secret")

  update            changes what is named and nothing else; '--notify-url ""' takes an address away,
                    --policy changes the decisions that are in it (null: back to the default). A
                    test shop stays one: connect a second shop for live payments
  keys create       without --scopes, a key may do all of it; read, checkout, refund and admin include
                    none of the others. --refund-limit is the largest refund that it may ask for,
                    --refund-day-limit the most within a day of Honduras
  rotate            keeps the old and the new one valid until a time; without --until, for a day. The
                    webhook secret is the one that the gateway's portal shows; of several API keys,
                    --key names the one to replace
  alerts            where the shop's people hear of its alerts, beside those who run Puente; '' takes a
                    channel away, --test sends a message through each. Mail goes over SMTP_URL. The
                    address of Slack is a secret, too
  disable           refuses the shop's API calls and takes no payments on its pay links; the gateway's
                    webhooks are still taken, and what is under way goes on
  remove            of a shop that is disabled: deletes its keys, secrets and addresses, keeps its
                    orders and payments. Refuses while money is under way, unless --force insists

  --id              short name: lower-case letters, digits, hyphens; part of the webhook address
  --secret-key      the gateway's secret key; sk_test_ or sk_live_ decides the environment. One that
                    the gateway refuses is not taken, unless --force insists
  --webhook-secret  the signing secret that the gateway's portal shows for the endpoint: at least 16
                    characters, fewer only with --allow-short (recorded in the audit log)
  --notify-url      where the shop is notified when an order is paid, failed, expired
  --orders-url      where the shop says how its orders stand, so that they are compared as well
                    (docs/reconciliation.md)
  --publishable-key for card fields: on the shop's own page, or on Puente's card page
  --policy          what differs from the defaults, such as '{"on_conflict": "refund"}', or
                    '{"checkout_mode": "card_page"}' for Puente's card page instead of the gateway's
                    checkout (needs --publishable-key and a PUBLIC_URL with https); all of them
                    are in docs/payments.md. "policy" shows what a shop has decided, or replaces it
${updates.map((update) => `${update.options}\n`).join('')}  --replace         connect a shop of that id anew, with all that is given and nothing else: it gets
                    a new API key, or a new pairing code. Says what dies, and asks
  --yes             do what would be asked about
  --previous-secret-until
                    until when the webhook secret that is replaced goes on verifying, such as
                    2030-01-31T18:00:00-06:00; without it, for a day
${parts.map((part) => part.options).join('\n')}`
}

/** Wraps names; pads the last line to the column of descriptions. */
const linesOf = (names: readonly string[]): string => {
  const lines: string[] = []
  for (const name of names) {
    const line = lines.at(-1)
    if (line === undefined || line.length + name.length > 94) lines.push(`    ${name}`)
    else lines[lines.length - 1] = `${line}, ${name}`
  }
  const [last = '', ...before] = lines.toReversed()
  return [...before.toReversed().map((line) => `${line},`), last.padEnd(28)].join('\n')
}
