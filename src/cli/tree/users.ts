import { type Command, Option } from 'commander'
import { ROLES, type Role } from '../../domain/rights.ts'

const organizationOption = (): Option =>
  new Option('--organization <organization>', 'in this organization').default('main')

const roleOption = (): Option => new Option('--role <role>', 'what they may do').choices(ROLES)

const JSON_OPTION = ['--json', 'print one JSON document', false] as const

interface InOrganization {
  organization: string
  json: boolean
}

interface NewUser {
  email: string
  role: Role
  language?: 'es' | 'en'
}

export const addUsers = (root: Command): void => {
  const users = root.command('users').description('manage the people who can sign in')
  users
    .command('list', { isDefault: true })
    .description('list members and open invitations')
    .option('--organization <organization>', 'only this organization')
    .option(...JSON_OPTION)
    .action(async (options: { organization?: string; json: boolean }) => {
      const { runCommand } = await import('../command-program.ts')
      const { listUsers } = await import('../users/list.ts')
      await runCommand((program) => listUsers(program, options))
    })
  users
    .command('add')
    .description('invite a person: print a one-time link, and e-mail it if SMTP is set up')
    .requiredOption('--email <email>', 'whom')
    .addOption(roleOption().makeOptionMandatory())
    .addOption(organizationOption())
    .addOption(
      new Option('--language <language>', 'of the mail; without it, ALERT_LANGUAGE').choices([
        'es',
        'en',
      ]),
    )
    .option(...JSON_OPTION)
    .action(async (options: NewUser & InOrganization) => {
      const { runCommand } = await import('../command-program.ts')
      const { addUser } = await import('../users/add.ts')
      await runCommand((program) => addUser(program, options))
    })
  users
    .command('role')
    .description("change a member's role")
    .argument('<email>')
    .addOption(roleOption().makeOptionMandatory())
    .addOption(organizationOption())
    .option(...JSON_OPTION)
    .action(async (email: string, options: { role: Role } & InOrganization) => {
      const { runCommand } = await import('../command-program.ts')
      const { changeRoleOfUser } = await import('../users/change.ts')
      await runCommand((program) => changeRoleOfUser(program, email, options))
    })
  users
    .command('limit')
    .description('show or set the refund limits of operators')
    .option('--refund-limit <limit>', 'per refund: "500.00 HNL", or none')
    .option('--refund-day-limit <limit>', 'per Honduras day: "2000.00 HNL", or none')
    .addOption(organizationOption())
    .option(...JSON_OPTION)
    .action(async (options: { refundLimit?: string; refundDayLimit?: string } & InOrganization) => {
      const { runCommand } = await import('../command-program.ts')
      const { limitUsers } = await import('../users/limit.ts')
      await runCommand((program) => limitUsers(program, options))
    })
  users
    .command('remove')
    .description('remove a member and end their sessions')
    .argument('<email>')
    .addOption(organizationOption())
    .option('-y, --yes', 'do not ask for confirmation', false)
    .option(...JSON_OPTION)
    .action(async (email: string, options: { yes: boolean } & InOrganization) => {
      const { runCommand } = await import('../command-program.ts')
      const { removeUser } = await import('../users/change.ts')
      await runCommand((program) => removeUser(program, email, options))
    })
  users
    .command('unlock')
    .description('unlock an account after wrong passwords')
    .argument('<email>')
    .option(...JSON_OPTION)
    .action(async (email: string, options: { json: boolean }) => {
      const { runCommand } = await import('../command-program.ts')
      const { unlockUser } = await import('../users/change.ts')
      await runCommand((program) => unlockUser(program, email, options))
    })
  users
    .command('reset')
    .description('print a link to set a new password')
    .argument('<email>')
    .option(...JSON_OPTION)
    .action(async (email: string, options: { json: boolean }) => {
      const { runCommand } = await import('../command-program.ts')
      const { resetUser } = await import('../users/change.ts')
      await runCommand((program) => resetUser(program, email, options))
    })
}
