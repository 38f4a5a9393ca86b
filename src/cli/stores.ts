import { runCommandLine } from './terminal/run-command-line.ts'

await runCommandLine(['stores', ...process.argv.slice(2)])
