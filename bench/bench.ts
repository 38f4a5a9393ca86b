import { benchIntake } from './intake.ts'
import { benchLatency } from './latency.ts'
import { benchRest } from './rest.ts'
import { benchSandbox } from './sandbox.ts'
import { printTable } from './table.ts'

/**
 * `npm run bench`: one table from one run on this machine. Rates depend on the machine and its
 * neighbours; the ratios compare what ran side by side.
 */
printTable([
  ...(await benchIntake()),
  ...(await benchLatency()),
  ...(await benchRest()),
  ...(await benchSandbox()),
])
