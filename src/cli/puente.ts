import { runCommandLine } from './terminal/run-command-line.ts'

await runCommandLine(process.argv.slice(2))
