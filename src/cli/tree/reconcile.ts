import type { Command } from 'commander'
import { action } from './action.ts'
import { notes } from './help.ts'
import { commandOf } from './options.ts'

export const addReconcileCommands = (root: Command): void => {
  commandOf(root, 'reconcile', 'compare gateway, database and store, and repair differences')
    .requiredOption('--store <store>', 'store to reconcile')
    .requiredOption('--from <day>', 'first Honduras day of creation, such as 2026-05-01')
    .requiredOption('--to <day>', 'last Honduras day of creation, inclusive')
    .option('--dry', 'report what would change, and change nothing', false)
    .option('--json', 'print the report as one JSON document', false)
    .addHelpText(
      'after',
      notes(`
You can run it beside a running Puente, which notifies the stores and finishes the run if this command stops.
Exit codes: 0, no difference is left; 1, the run failed; 2, wrong usage, or a person has to look: a difference needs
a decision, the gateway did not list all of its payments, or the store did not answer.`),
    )
    .action(action(async () => (await import('../reconcile/reconcile.ts')).reconcileCommand))
}
