import type { Command } from 'commander'

/** Command that parses its own arguments, like its npm script. */
interface ExistingCommand {
  name: string
  description: string
  run: () => Promise<unknown>
  /** For completions and suggestions. */
  subcommands?: readonly string[]
  takesArguments: boolean
}

const COMMANDS: readonly ExistingCommand[] = [
  {
    name: 'start',
    description:
      'start everything locally: PostgreSQL, the sandbox gateway, Puente and a demo shop',
    run: () => import('../start.ts'),
    takesArguments: false,
  },
  {
    name: 'serve',
    description: 'start only the roles in ROLES, as in production',
    run: () => import('../../main.ts'),
    takesArguments: false,
  },
  {
    name: 'sandbox',
    description: 'start only the sandbox gateway',
    run: () => import('../../../sandbox/gateway/main.ts'),
    takesArguments: false,
  },
  {
    name: 'demo',
    description: 'run the end-to-end demo on a temporary database',
    run: () => import('../demo/demo.ts'),
    takesArguments: false,
  },
  {
    name: 'migrate',
    description: 'create the database tables and exit',
    run: () => import('../migrate.ts'),
    takesArguments: true,
  },
  {
    name: 'stores',
    description: 'connect and manage stores',
    run: () => import('../stores.ts'),
    subcommands: [
      ...['list', 'show', 'add', 'update', 'policy', 'keys', 'rotate'],
      ...['disable', 'enable', 'remove'],
    ],
    takesArguments: true,
  },
  {
    name: 'tasks',
    description: 'list, try and retry background tasks',
    run: () => import('../tasks.ts'),
    subcommands: ['list', 'try', 'replay'],
    takesArguments: true,
  },
  {
    name: 'reconcile',
    description: 'compare gateway, database and store, and repair differences',
    run: () => import('../reconcile.ts'),
    takesArguments: true,
  },
  {
    name: 'keys',
    description: 'manage the keys that seal stored secrets',
    run: () => import('../keys.ts'),
    subcommands: ['status', 'reseal', 'accept-loss'],
    takesArguments: true,
  },
]

export const addExistingCommands = (root: Command): void => {
  for (const { name, description, run, subcommands = [], takesArguments } of COMMANDS) {
    const command = root.command(name).description(description)
    if (!takesArguments) {
      command.action(() => runWith([], run))
      continue
    }
    passingAll(command)
      .addHelpText('after', `\n"puente ${name} --help" lists all options.`)
      .action((_args, _options, { args }: Command) => runWith(args, run))
    for (const sub of subcommands) {
      passingAll(command.command(sub)).action((_args, _options, { args }: Command) =>
        runWith([sub, ...args], run),
      )
    }
  }
  passingAll(root.command('replay').description('alias of "tasks replay"')).action(
    (_args, _options, { args }: Command) =>
      runWith(['replay', ...args], () => import('../tasks.ts')),
  )
}

/** Passes all arguments through, `--help` included. */
const passingAll = (command: Command): Command =>
  command
    .argument('[args...]')
    .usage('…')
    .allowUnknownOption()
    .passThroughOptions()
    .helpOption(false)
    .helpCommand(false)

const runWith = async (args: readonly string[], run: () => Promise<unknown>): Promise<void> => {
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
  await run()
}
