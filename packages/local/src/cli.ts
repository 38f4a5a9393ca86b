#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { cards, startGateway } from '@puente/simulator'
import { HELP, type Run, readCommandLine } from './cli/options.ts'
import { shopPort } from './cli/shop-port.ts'
import { type LocalPuente, startPuente } from './start-puente.ts'

const WRONG_USE = 2
const NOT_FOUND = 127
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
      process.stderr.write(`${line.reason}\nnpx puente-local --help lists the options.\n`)
      process.exitCode = WRONG_USE
      return
    case 'run':
      await run(line)
  }
}

const run = async ({ options, gatewayPort, notifyPath, command, isQuiet }: Run): Promise<void> => {
  const port = notifyPath === undefined ? undefined : await shopPort()
  const shopUrl = port === undefined ? undefined : `http://localhost:${port}`
  const notifyUrl = shopUrl === undefined ? options.notifyUrl : `${shopUrl}${notifyPath}`
  if (!isQuiet) process.stdout.write('\n  Puente and its test gateway start …\n')
  const gateway = await startGateway({
    port: gatewayPort,
    ...(options.storeName !== undefined && { merchantName: options.storeName }),
  })
  const puente = await startPuente({ ...options, notifyUrl, gateway }).catch(async (error) => {
    await gateway.close()
    throw error
  })
  if (!isQuiet) process.stdout.write(welcome(puente, shopUrl))
  if (command.length > 0) process.exitCode = await runCommand(command, { puente, port })
  else await stopSignal()
  await puente.close()
  await gateway.close()
}

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const keepAlive = setInterval(() => {}, FOREVER_MS)
    for (const signal of SIGNALS) {
      process.once(signal, () => {
        clearInterval(keepAlive)
        resolve()
      })
    }
  })

/** Runs a command beside Puente; a signal goes to the command. Returns its exit code. */
const runCommand = async (
  command: readonly string[],
  { puente, port }: { puente: LocalPuente; port: number | undefined },
): Promise<number> => {
  const [program = '', ...args] = command.map((word) => word.replaceAll('{PORT}', `${port ?? ''}`))
  const environment = {
    ...process.env,
    ...environmentOf(puente),
    ...(port !== undefined && { PORT: String(port) }),
  }
  const child = spawn(program, args, { stdio: 'inherit', env: environment })
  for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
  return new Promise<number>((resolve) => {
    child.once('error', (error) => {
      process.stderr.write(`${program}: ${error.message}\n`)
      resolve(NOT_FOUND)
    })
    child.once('exit', (code, signal) =>
      resolve(code ?? 128 + (signal ? constants.signals[signal] : 0)),
    )
  })
}

const environmentOf = ({ url, apiKey, notifySecret, gateway }: LocalPuente) => ({
  PUENTE_URL: url,
  PUENTE_API_KEY: apiKey,
  PUENTE_NOTIFY_SECRET: notifySecret,
  SIMULATOR_URL: gateway.url,
  SIMULATOR_WEBHOOK_SECRET: gateway.keys.webhookSecret,
})

const welcome = (
  { url, apiKey, notifySecret, gateway }: LocalPuente,
  shopUrl: string | undefined,
): string => `
  Puente runs on this machine. It moves no money, and forgets everything when it ends.

${shopUrl === undefined ? '' : `    Your shop        ${shopUrl}\n`}    Puente           ${url}
    API key          ${apiKey}
    Notify secret    ${notifySecret}
    Gateway portal   ${gateway.portalUrl}
    Card that pays   ${spaced(cards.approved)}  (any future expiry, any CVC)
    Card declined    ${spaced(cards.declined)}

  Ctrl-C ends it.

`

const spaced = (number: string): string => number.replaceAll(/(\d{4})(?=\d)/g, '$1 ')

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`)
  process.exitCode = 1
})
