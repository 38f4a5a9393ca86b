import { Argument, type Command, Option } from 'commander'
import { ROLES } from '../../domain/rights.ts'
import { action } from './action.ts'
import { commandOf, JSON_OPTION, YES_OPTION } from './options.ts'

const organizationOption = (): Option =>
  new Option('--organization <organization>', 'organization of the user').default('main')

const roleOption = (): Option => new Option('--role <role>', 'role of the user').choices(ROLES)

export const addUserCommands = (root: Command): void => {
  const users = commandOf(root, 'users', 'manage the people who can sign in')
  users
    .command('list', { isDefault: true })
    .description('list members and open invitations')
    .option('--organization <organization>', 'only this organization')
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../users/list.ts')).listUsers))
  commandOf(users, 'add', 'invite a person: print a one-time link, and e-mail it if SMTP is set up')
    .requiredOption('--email <email>', 'e-mail address of the person')
    .addOption(roleOption().makeOptionMandatory())
    .addOption(organizationOption())
    .addOption(
      new Option(
        '--language <language>',
        'language of the e-mail (default: ALERT_LANGUAGE)',
      ).choices(['es', 'en']),
    )
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../users/add.ts')).addUser))
  commandOf(users, 'role', "change a member's role")
    .argument('<email>')
    .addOption(roleOption().makeOptionMandatory())
    .addOption(organizationOption())
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../users/change.ts')).changeRoleOfUser))
  commandOf(users, 'limit', 'show or set the refund limits of operators')
    .option('--refund-limit <limit>', 'limit per refund: "500.00 HNL", or none')
    .option('--refund-day-limit <limit>', 'limit per Honduras day: "2000.00 HNL", or none')
    .addOption(organizationOption())
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../users/limit.ts')).limitUsers))
  commandOf(users, 'remove', 'remove a member and end their sessions')
    .argument('<email>')
    .addOption(organizationOption())
    .option(...YES_OPTION)
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../users/change.ts')).removeUser))
  commandOf(users, 'unlock', 'unlock an account after wrong passwords')
    .argument('<email>')
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../users/change.ts')).unlockUser))
  commandOf(users, 'reset', 'print a link to set a new password')
    .argument('<email>')
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../users/change.ts')).resetUser))
  commandOf(users, 'reset-second-factor', "remove a person's second factor and end their sessions")
    .argument('<email>')
    .option(...YES_OPTION)
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../users/second-factor.ts')).resetSecondFactor))
  commandOf(
    users,
    'require-second-factor',
    'turn the second-factor requirement for all members on or off',
  )
    .addArgument(new Argument('<state>').choices(['on', 'off']))
    .addOption(organizationOption())
    .option(...JSON_OPTION)
    .action(action(async () => (await import('../users/second-factor.ts')).requireSecondFactor))
}
