import { parseArgs } from 'node:util'
import { benchEvents } from './events.ts'
import { benchFlood } from './flood.ts'
import { benchIntake } from './intake.ts'
import { benchLatency } from './latency.ts'
import { benchReconcile } from './reconcile.ts'
import { benchRest } from './rest.ts'
import { benchSandbox } from './sandbox.ts'
import { printTable } from './table.ts'

const { values } = parseArgs({
  options: {
    /** One of the names below; without it, all of them. */
    only: { type: 'string' },
    /** Reconciliation of a million payments as well: some minutes, and some gigabytes of disk. */
    million: { type: 'boolean', default: false },
  },
})

const BENCHES = {
  intake: benchIntake,
  events: benchEvents,
  latency: benchLatency,
  flood: benchFlood,
  rest: benchRest,
  reconcile: () => benchReconcile({ million: values.million }),
  sandbox: benchSandbox,
}

/**
 * `npm run bench`: one table from one run on this machine. Rates depend on the machine and its
 * neighbours; the ratios compare what ran side by side.
 */
const rows = []
for (const [name, bench] of Object.entries(BENCHES)) {
  if (!values.only || values.only === name) rows.push(...(await bench()))
}
printTable(rows)
