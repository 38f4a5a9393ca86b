#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { HELP, readCommandLine } from './cli/options.ts'
import { cards } from './gateway/cards.ts'
import { type Gateway, puenteSettings } from './gateway/gateway.ts'
import { type GatewayOptions, startGateway } from './start-gateway.ts'

const WRONG_USE = 2
const SIGNALS = ['SIGINT', 'SIGTERM'] as const
/** Longer than any run; a timer keeps the process alive. */
const FOREVER_MS = 2 ** 30

const main = async (): Promise<void> => {
  const line = readCommandLine(process.argv.slice(2))
  switch (line.kind) {
    case 'help':
      process.stdout.write(HELP)
      return
    case 'wrong':
      process.stderr.write(`${line.reason}\nnpx @puente/simulator --help lists the options.\n`)
      process.exitCode = WRONG_USE
      return
    case 'run':
      await (line.command.length > 0 ? runCommand(line) : serve(line.options))
  }
}

const serve = async (options: GatewayOptions): Promise<void> => {
  const gateway = await startGateway(options)
  process.stdout.write(welcome(gateway, options))
  const keepAlive = setInterval(() => {}, FOREVER_MS)
  for (const signal of SIGNALS) {
    process.once(signal, () => {
      clearInterval(keepAlive)
      void gateway.close()
    })
  }
}

/** Runs a command beside the gateway; a signal goes to the command. */
const runCommand = async ({
  command: [program = '', ...args],
  options,
}: {
  command: string[]
  options: GatewayOptions
}): Promise<void> => {
  const gateway = await startGateway(options)
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...environmentOf(gateway) },
  })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  process.exitCode = await new Promise<number>((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`)
      resolve(127)
    })
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    )
  })
  for (const signal of SIGNALS) process.removeAllListeners(signal)
  await gateway.close()
}

const environmentOf = (gateway: Gateway): Record<string, string> => ({
  SIMULATOR_URL: gateway.url,
  SIMULATOR_SECRET_KEY: gateway.keys.secret,
  SIMULATOR_PUBLISHABLE_KEY: gateway.keys.publishable,
  SIMULATOR_WEBHOOK_SECRET: gateway.keys.webhookSecret,
  ...puenteSettings(gateway),
})

const welcome = (gateway: Gateway, { chaos = [], webhook }: GatewayOptions): string => `
  The gateway runs in memory. It moves no money, and forgets everything when it ends.

    API       ${gateway.apiUrl}
    Portal    ${gateway.portalUrl}
    Test key  ${gateway.keys.secret}
    Live key  ${gateway.keys.liveSecret}
    Browser   ${gateway.keys.publishable}, SDK at ${gateway.sdkUrl}
    Webhooks  ${webhook === undefined ? 'none yet: --webhook-url URL, or in the portal' : `${webhook}, signed with ${gateway.keys.webhookSecret}`}
    Chaos     ${chaos.join(', ') || 'none: --chaos NAME'}

  Test cards (any future expiry, any CVC)
${Object.entries(cards)
  .map(([name, number]) => `    ${number}  ${name}`)
  .join('\n')}

  Ctrl-C ends it.
`

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
