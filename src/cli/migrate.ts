import { runCommandLine } from './terminal/run-command-line.ts'

await runCommandLine(['migrate', ...process.argv.slice(2)])
