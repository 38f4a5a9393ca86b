import type { Command } from 'commander'

/** A command that reads its arguments itself, as its npm script does. */
interface ExistingCommand {
  name: string
  description: string
  run: () => Promise<unknown>
  /** What its first argument may be, for completions and suggestions. */
  subcommands?: readonly string[]
  takesArguments: boolean
}

const COMMANDS: readonly ExistingCommand[] = [
  {
    name: 'start',
    description: 'everything on this machine: PostgreSQL, the sandbox gateway, Puente, a demo shop',
    run: () => import('../start.ts'),
    takesArguments: false,
  },
  {
    name: 'serve',
    description: 'the roles of ROLES and nothing else: what runs in production',
    run: () => import('../../main.ts'),
    takesArguments: false,
  },
  {
    name: 'sandbox',
    description: 'the sandbox gateway alone',
    run: () => import('../../../sandbox/gateway/main.ts'),
    takesArguments: false,
  },
  {
    name: 'demo',
    description: 'the main job over HTTP, step by step, on a database that goes afterwards',
    run: () => import('../demo/demo.ts'),
    takesArguments: false,
  },
  {
    name: 'migrate',
    description: 'make the tables, and start nothing',
    run: () => import('../migrate.ts'),
    takesArguments: true,
  },
  {
    name: 'stores',
    description: 'connect stores, and control them',
    run: () => import('../stores.ts'),
    subcommands: [
      ...['list', 'show', 'add', 'update', 'policy', 'keys', 'rotate'],
      ...['disable', 'enable', 'remove'],
    ],
    takesArguments: true,
  },
  {
    name: 'tasks',
    description: 'what Puente still has to do, or has given up',
    run: () => import('../tasks.ts'),
    subcommands: ['list', 'try', 'replay'],
    takesArguments: true,
  },
  {
    name: 'reconcile',
    description: 'compare gateway, database and a store, and repair what differs',
    run: () => import('../reconcile.ts'),
    takesArguments: true,
  },
  {
    name: 'keys',
    description: 'the keys that seal the secrets in the database',
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
      .addHelpText('after', `\n"puente ${name} --help" says all of it.`)
      .action((_args, _options, { args }: Command) => runWith(args, run))
    for (const sub of subcommands) {
      passingAll(command.command(sub)).action((_args, _options, { args }: Command) =>
        runWith([sub, ...args], run),
      )
    }
  }
  passingAll(root.command('replay').description('the same as "tasks replay"')).action(
    (_args, _options, { args }: Command) =>
      runWith(['replay', ...args], () => import('../tasks.ts')),
  )
}

/** Leaves all arguments to who runs, a wish for help among them. */
const passingAll = (command: Command): Command =>
  command
    .argument('[args...]')
    .usage('…')
    .allowUnknownOption()
    .passThroughOptions()
    .helpOption(false)
    .helpCommand(false)

/** Runs a module that reads the arguments of the process. */
const runWith = async (args: readonly string[], run: () => Promise<unknown>): Promise<void> => {
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
  await run()
}
