import { gatewayBaseUrl } from '../../../config/addresses.ts'
import type { Settings } from '../../../config/settings.ts'
import { SIGN_IN_LINK_MINUTES } from '../../people/sign-in/links.ts'
import { plainShellWord } from '../../runtime/text/shell-word.ts'
import type { SandboxProcess } from './sandbox-process.ts'

export interface Running {
  settings: Settings
  url: string
  localUrl: string
  sandbox: Pick<SandboxProcess, 'url' | 'leftovers'> | undefined
  withDemo: boolean
  /** One-time link that creates the first owner. */
  ownerUrl: string | undefined
  /** One-time link that signs the owner in, for local trials. */
  signInUrl: string | undefined
  /** Settings that other terminals lack: those of this command's environment, by name. */
  exported: Readonly<Record<string, string>>
}

/** Shows URLs, test cards and commands to paste. */
export const welcome = (running: Running): string => {
  const { sandbox } = running
  const rows = addressesOf(running).map(
    ([label = '', value = '']) => `    ${label.padEnd(26)}${value}`,
  )
  const left = sandbox?.leftovers.length
    ? `\n  The sandbox still has data of an earlier run (POST ${sandbox.url}/sandbox/reset clears it):\n${sandbox.leftovers.map((each) => `    ${each}`).join('\n')}\n`
    : ''
  const commands = commandsOf(running).map(([what, command]) => `    ${what}\n${command}\n`)
  const tried =
    commands.length > 0 ? `\n  Paste these into another terminal:\n\n${commands.join('\n')}` : ''
  return `\n  Puente is running. Stop it with Ctrl-C.\n\n${rows.join('\n')}\n${left}${tried}`
}

const addressesOf = ({
  settings,
  url,
  sandbox,
  withDemo,
  ownerUrl,
  signInUrl,
  exported,
}: Running): string[][] => [
  ...(ownerUrl ? [['Become the owner (once)', ownerUrl]] : []),
  ...(signInUrl ? [[`Sign in (once, ${SIGN_IN_LINK_MINUTES} min)`, signInUrl]] : []),
  ['Dashboard', url],
  ...(withDemo ? [['Demo shop', `${url}/shop`]] : []),
  ...(sandbox ? [['Approved test card', '4111 1111 1111 1111']] : []),
  ...(sandbox ? [['Declined test card', '4000 0000 0000 0002']] : []),
  ...(sandbox ? [['3-D Secure test card', '4000 0000 0000 3220']] : []),
  ['API documentation', `${url}/docs`],
  ...(withDemo ? [['Demo shop API key', settings.DEMO_API_KEY]] : []),
  ['Gateway', sandbox ? `${sandbox.url} (sandbox: no money moves)` : gatewayBaseUrl(settings)],
  ...(sandbox ? [['Gateway portal', `${sandbox.url}/portal`]] : []),
  [
    'Database',
    settings.DATABASE_URL ? 'DATABASE_URL' : `embedded PostgreSQL in ${settings.DATA_DIR}`,
  ],
  ['Jobs', settings.REDIS_URL ? 'Redis' : 'PostgreSQL'],
  ...(Object.keys(exported).length > 0 ? [['Before "bin/puente …"', exportLine(exported)]] : []),
]

const exportLine = (exported: Running['exported']): string =>
  `export ${Object.entries(exported)
    .map(([name, value]) => `${name}=${plainShellWord(value)}`)
    .join(' ')}`

/** Unique per run: earlier runs have paid theirs. */
const newOrderId = (): string => `A-${Math.floor(Date.now() / 1_000).toString(36)}`

/** Unindented for pasting. */
const commandsOf = ({ settings, localUrl, sandbox, withDemo }: Running): string[][] => {
  if (!withDemo) return []
  const id = newOrderId()
  const key = `-H 'Authorization: Bearer ${settings.DEMO_API_KEY}'`
  const amount = { amount: '125.50', currency: 'HNL' }
  const order = JSON.stringify({ order: { id, ...amount } })
  const onCardPage = JSON.stringify({ order: { id: `${id}-2`, ...amount }, mode: 'card_page' })
  const card = { number: '4111111111111111', exp_month: 12, exp_year: 2040, cvc: '123' }
  const payment = JSON.stringify({ external_reference: id, card })
  return [
    [`Create order ${id} and get its pay link`, curl(`${localUrl}/v1/checkouts`, key, order)],
    ...(sandbox
      ? [
          [
            'Pay it at the gateway as the customer',
            curl(`${sandbox.url}/sandbox/pay`, "-H 'Content-Type: application/json'", payment),
          ],
        ]
      : []),
    ['Check that it is paid', curl(`${localUrl}/v1/orders/${id}`, key)],
    [
      'Create an order for Puente’s card page: open its pay_url in a browser',
      curl(`${localUrl}/v1/checkouts`, key, onCardPage),
    ],
  ]
}

/** Breaks the line before the body to fit a terminal. */
const curl = (url: string, header: string, body?: string): string =>
  body === undefined ? `curl ${url} ${header}` : `curl ${url} ${header} \\\n  -d '${body}'`
