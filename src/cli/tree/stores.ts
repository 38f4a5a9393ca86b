import { Argument, type Command, Option } from 'commander'
import { storeSecretVariables } from '../../../config/settings.ts'
import { SCOPES } from '../../domain/rights.ts'
import type { PlatformAdapter } from '../../payments/ports/platform.ts'
import type { PlatformOption } from '../../payments/ports/platform-commands.ts'
import type { StoreOptions } from '../stores/options.ts'
import type { StoreCommand } from '../stores/run-store-command.ts'
import type { CommandProgram } from '../terminal/command-program.ts'
import { action } from './action.ts'
import { notes } from './help.ts'
import { commandOf, hoursOption, JSON_OPTION, timeOption, YES_OPTION } from './options.ts'

/** Includes options and commands of the platforms. */
export const addStoreCommands = (root: Command, platforms: readonly PlatformAdapter[]): void => {
  const variables = storeSecretVariables(platforms)
  const stores = commandOf(root, 'stores', 'connect and manage stores')
  const ofStore = (name: string, description: string, parent = stores): Command =>
    commandOf(parent, name, description).requiredOption('--id <store>', 'id of the store')

  commandOf(stores, 'list', 'list the connected stores')
    .option(...JSON_OPTION)
    .action(reading(async () => (await import('../stores/list.ts')).printStores))
  ofStore('show', 'show a store, its connection and its API keys')
    .option(...JSON_OPTION)
    .action(reading(async () => (await import('../stores/show.ts')).showStore))
  commandOf(stores, 'levels', 'show how fast each store is notified, and its share of the work')
    .addOption(hoursOption(1_440))
    .option(...JSON_OPTION)
    .action(reading(async () => (await import('../stores/levels.ts')).showLevels))

  const add = commandOf(stores, 'add', 'connect a store').requiredOption(
    '--id <store>',
    'short name of lower-case letters, digits and hyphens; part of the webhook address',
  )
  addConnectionOptions(add)
  add
    .addOption(
      new Option(
        '--platform <platform>',
        'platform of the store (default: a shop of your own)',
      ).choices(platforms.map(({ name }) => name)),
    )
    .option('--replace', 'reconnect an existing store: everything not given is reset', false)
    .option(...YES_OPTION)
  addOptions(add, { options: platforms.flatMap(({ cli }) => cli.options ?? []), variables })
  add
    .addHelpText('after', notes(secretsHelp(variables)))
    .action(
      changing(async () => (await import('../stores/add.ts')).addStore, { readsEnvironment: true }),
    )

  for (const platform of platforms) {
    for (const { name, description, options, run } of platform.cli.commands ?? []) {
      const command = commandOf(stores, name, description).option('--id <store>', 'id of the store')
      addOptions(command, { options, variables })
      command.action(
        changing(async () => {
          const [{ platformContextOf: placeOf }, { givenOptions }] = await Promise.all([
            import('../stores/workplace.ts'),
            import('../stores/options.ts'),
          ])
          return (workplace, given: StoreOptions) =>
            run(placeOf(workplace, platform), givenOptions(given))
        }),
      )
    }
  }

  const update = ofStore('update', 'change only the given options of a store')
  addConnectionOptions(update)
  addOptions(update, {
    options: platforms.flatMap(({ cli }) => cli.policyOptions ?? []),
    variables,
  })
  update
    .addHelpText(
      'after',
      notes(`
An empty address (--notify-url "") removes it. --policy changes the decisions it names; null resets one to its default.
A test store stays a test store: connect a second store for live payments.`),
    )
    .action(changing(async () => (await import('../stores/update.ts')).updateStoreCommand))
  ofStore('policy', 'show or replace the policy of a store')
    .option('--policy <json>', 'new policy, instead of the whole present one (docs/payments.md)')
    .action(changing(async () => (await import('../stores/policy.ts')).changePolicy))

  addApiKeys(commandOf(stores, 'keys', 'list, create and revoke API keys'), ofStore)
  addRotations(
    commandOf(stores, 'rotate', 'replace a key or secret; the old one stays valid for a time'),
    ofStore,
  )

  addEndpoints(
    commandOf(stores, 'endpoints', 'notification endpoints besides the notify URL'),
    ofStore,
  )
  ofStore('alerts', 'show, set or test the alert channels of a store')
    .option('--alert-email <addresses>', 'e-mail addresses, comma-separated')
    .option('--alert-slack-url <url>', "address of Slack's webhook, a secret")
    .option('--alert-slack-url-file <path>', 'file with that address')
    .option('--alert-webhook-url <url>', 'address that gets signed alerts')
    .option('--test', 'send a test message through each channel', false)
    .addHelpText('after', notes('\nAn empty value removes a channel. E-mails go through SMTP_URL.'))
    .action(
      storesAction(async () => (await import('../stores/alerts.ts')).changeAlertChannels, {
        isReading: (names) => names.every((name) => name === 'id' || name === 'test'),
      }),
    )
  ofStore('approval', 'show or set the amount above which a refund needs a second person')
    .option('--above <amount>', 'such as "1000.00 HNL"; "0 HNL": each refund; none: no refund')
    .action(
      storesAction(async () => (await import('../stores/approval.ts')).changeApprovalLimit, {
        isReading: (names) => !names.includes('above'),
        audits: ['above'],
      }),
    )
  ofStore('freeze', 'stop all charges and refunds of a store until it is thawed')
    .requiredOption('--why <text>', WHY)
    .action(changing(async () => (await import('../stores/freeze.ts')).freeze, { audits: ['why'] }))
  ofStore('unfreeze', 'allow charges and refunds of a frozen store again')
    .requiredOption('--why <text>', WHY)
    .action(
      changing(async () => (await import('../stores/freeze.ts')).unfreeze, { audits: ['why'] }),
    )
  ofStore(
    'disable',
    "refuse a store's API calls and payments; what is in progress continues",
  ).action(changing(async () => (await import('../stores/end.ts')).disable))
  ofStore('enable', 'enable a disabled store').action(
    changing(async () => (await import('../stores/end.ts')).enable),
  )
  ofStore('remove', 'delete the keys, secrets and addresses of a disabled store')
    .option(...YES_OPTION)
    .option('--force', 'remove the store even while payments are in progress', false)
    .action(changing(async () => (await import('../stores/end.ts')).removeStoreCommand))
}

const WHY = 'reason, for the audit log and the alert'

type OfStore = (name: string, description: string, parent: Command) => Command

const addApiKeys = (keys: Command, ofStore: OfStore): void => {
  keys
    .command('list', { isDefault: true })
    .description('list the API keys of a store')
    .requiredOption('--id <store>', 'id of the store')
    .option(...JSON_OPTION)
    .action(reading(async () => (await import('../stores/keys.ts')).listKeys))
  ofStore('create', 'create an API key', keys)
    .requiredOption('--name <name>', 'name of the key')
    .addOption(timeOption('--expires <time>', 'end of its validity'))
    .option('--scopes <scopes>', `what the key may do, of ${SCOPES.join(',')} (default: all)`)
    .option('--refund-limit <amount>', 'largest refund of the key, such as "500.00 HNL"')
    .option('--refund-day-limit <amount>', 'refunds of the key per Honduras day')
    .action(changing(async () => (await import('../stores/keys.ts')).createKey))
  commandOf(keys, 'revoke', 'revoke an API key')
    .addArgument(new Argument('<key>', 'id of the key, such as key_01kadq2v7w8x9y0z1a2b3c4d5e'))
    .option('--id <store>', 'id of the store')
    .action(changing(async () => (await import('../stores/keys.ts')).revokeKey))
}

const addRotations = (rotate: Command, ofStore: OfStore): void => {
  const rotation = (name: string, description: string): Command =>
    ofStore(name, description, rotate).addOption(
      timeOption('--until <time>', 'end of the previous secret (default: in a day)'),
    )
  rotation('api-key', 'replace an API key')
    .option('--key <key>', 'id of the key to replace, if there are several')
    .addOption(timeOption('--expires <time>', 'end of the new key'))
    .action(changing(async () => (await import('../stores/rotate.ts')).rotateKey))
  rotation('notify-secret', 'replace the secret that signs notifications').action(
    changing(async () => (await import('../stores/rotate.ts')).rotateNotify),
  )
  rotation('webhook-secret', "replace the gateway's signing secret")
    .option('--webhook-secret <secret>', WEBHOOK_SECRET)
    .option('--webhook-secret-file <path>', 'file with the webhook secret')
    .option('--allow-short', ALLOW_SHORT, false)
    .action(
      changing(async () => (await import('../stores/rotate.ts')).rotateWebhook, {
        readsEnvironment: true,
      }),
    )
}

const addEndpoints = (endpoints: Command, ofStore: OfStore): void => {
  const fields = (command: Command): Command =>
    command
      .option('--events <events>', 'events to send, comma-separated, or all (docs/events.md)')
      .option('--description <text>', 'purpose of the endpoint')
  const ofEndpoint = (name: string, description: string): Command =>
    ofStore(name, description, endpoints).requiredOption('--endpoint <id>', 'id of the endpoint')

  endpoints
    .command('list', { isDefault: true })
    .description('list the endpoints of a store')
    .requiredOption('--id <store>', 'id of the store')
    .option(...JSON_OPTION)
    .action(reading(async () => (await import('../endpoints/list.ts')).printEndpoints))
  fields(
    ofStore('add', 'add an endpoint (default: all events)', endpoints).requiredOption(
      '--url <url>',
      'address of the endpoint',
    ),
  ).action(changing(async () => (await import('../endpoints/change.ts')).addEndpointCommand))
  fields(ofEndpoint('update', 'change only the given options of an endpoint'))
    .option('--url <url>', 'new address')
    .action(changing(async () => (await import('../endpoints/change.ts')).changeEndpointCommand))
  ofEndpoint('rotate', 'replace the secret of an endpoint')
    .addOption(timeOption('--until <time>', 'end of the previous secret (default: in a day)'))
    .action(changing(async () => (await import('../endpoints/change.ts')).rotateEndpointCommand))
  ofEndpoint('test', 'send a test notification to an endpoint').action(
    reading(async () => (await import('../endpoints/send.ts')).testEndpointCommand),
  )
  ofEndpoint('replay', 'count, then send the notifications that an endpoint missed')
    .addOption(timeOption('--from <time>', 'start, at most 30 days back').makeOptionMandatory())
    .addOption(timeOption('--to <time>', 'end (default: now)'))
    .option('--all', 'include accepted notifications', false)
    .option(...YES_OPTION)
    .action(changing(async () => (await import('../endpoints/send.ts')).replayToEndpointCommand))
  ofEndpoint('disable', 'stop notifications to an endpoint').action(
    changing(async () => (await import('../endpoints/change.ts')).disableEndpointCommand),
  )
  ofEndpoint('enable', 'resume notifications to a disabled endpoint').action(
    changing(async () => (await import('../endpoints/change.ts')).enableEndpoint),
  )
  ofEndpoint('remove', 'remove an endpoint with its secret')
    .option(...YES_OPTION)
    .action(changing(async () => (await import('../endpoints/change.ts')).removeEndpointCommand))
}

const WEBHOOK_SECRET = "signing secret that the gateway's portal shows, of at least 16 characters"
const ALLOW_SHORT = 'accept a shorter webhook secret (recorded in the audit log)'

const addConnectionOptions = (command: Command): void => {
  command
    .option('--name <name>', 'name of the store')
    .addOption(new Option('--locale <language>', 'language of the store').choices(['es', 'en']))
    .option('--secret-key <key>', 'secret key of the gateway (sk_test_… or sk_live_…)')
    .option('--secret-key-file <path>', 'file with the secret key')
    .option('--force', 'accept a secret key that the gateway refuses', false)
    .option('--publishable-key <key>', 'publishable key of the gateway, for card fields')
    .option('--webhook-secret <secret>', WEBHOOK_SECRET)
    .option('--webhook-secret-file <path>', 'file with the webhook secret')
    .option('--allow-short', ALLOW_SHORT, false)
    .addOption(
      timeOption(
        '--previous-secret-until <time>',
        'end of a replaced webhook secret (default: in a day)',
      ),
    )
    .option('--notify-url <url>', 'address of the store that gets notifications')
    .option('--orders-url <url>', 'address that returns its orders (docs/reconciliation.md)')
    .option(
      '--policy <json>',
      `what differs from the defaults, such as '{"on_conflict": "refund"}' (docs/payments.md)`,
    )
}

/** A secret also gets a `--NAME-file`. */
const addOptions = (
  command: Command,
  {
    options,
    variables,
  }: { options: readonly PlatformOption[]; variables: Readonly<Record<string, string>> },
): void => {
  for (const { flags, description, conflicts = [] } of options) {
    const option = new Option(flags, description).conflicts(conflicts)
    command.addOption(option)
    if (!Object.hasOwn(variables, option.name())) continue
    command.option(`--${option.name()}-file <path>`, `file with the ${option.name()}`)
  }
}

const secretsHelp = (variables: Readonly<Record<string, string>>): string => `
Other users of this machine can see a secret in the arguments. Instead, use --NAME-file PATH; "--NAME -" to read standard
input, one secret per line in the order ${Object.keys(variables).join(', ')}; or the environment:
${Object.values(variables).join(', ')}.`

const storesAction = <Options>(
  load: () => Promise<StoreCommand<Options>>,
  {
    isReading,
    readsEnvironment = false,
    audits = [],
  }: {
    isReading: (names: readonly string[]) => boolean
    readsEnvironment?: boolean
    audits?: readonly string[]
  },
) =>
  action(async () => {
    const [act, { runStoreCommand }] = await Promise.all([
      load(),
      import('../stores/run-store-command.ts'),
    ])
    return (program: CommandProgram, ...args: unknown[]) => {
      const command = args.at(-1) as Command
      return runStoreCommand(program, { command, act, isReading, readsEnvironment, audits })
    }
  })

const reading = <Options>(load: () => Promise<StoreCommand<Options>>) =>
  storesAction(load, { isReading: () => true })

const changing = <Options>(
  load: () => Promise<StoreCommand<Options>>,
  how: { readsEnvironment?: boolean; audits?: readonly string[] } = {},
) => storesAction(load, { ...how, isReading: () => false })
