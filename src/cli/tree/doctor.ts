import type { Command } from 'commander'

export const addDoctor = (root: Command): void => {
  root
    .command('doctor')
    .description(
      'check settings, database, gateway, clocks, webhooks and disk, and say how to fix problems',
    )
    .option('--json', 'print one JSON document', false)
    .addHelpText(
      'after',
      '\nExit codes: 0, all is right; 1, something failed; 2, there are warnings alone. It changes nothing.',
    )
    .action(async (options: { json: boolean }) => {
      const { runCommand } = await import('../command-program.ts')
      const { doctor } = await import('../doctor/doctor.ts')
      await runCommand((program) => doctor(program, options))
    })
}
