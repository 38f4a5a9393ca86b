import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../src/runtime/net/free-port.ts'
import { blocksOf } from '../../documents/code-blocks.ts'
import { statementsIn } from '../../documents/shell-words.ts'
import { eventually } from '../../support/eventually.ts'
import { startGatewayStub } from '../../support/gateway-stub.ts'
import { useStarted } from '../../support/use-world.ts'
import { installOffline } from '../offline-shop.ts'
import { npmEnvironment, output, temporaryFolder, usePacked } from '../packed.ts'
import { usePglite } from '../pglite.ts'

const ROOT = join(import.meta.dirname, '../../..')
const packed = {
  node: usePacked('node'),
  simulator: usePacked('simulator'),
  local: usePacked('local'),
}
const pglite = usePglite()

const PARTS = ['examples', 'packages/php']

/** The part of a clone that the commands of the README use. */
const clone = useStarted(async () => {
  const folder = temporaryFolder()
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...PARTS], {
    cwd: ROOT,
    encoding: 'utf8',
  })
  for (const file of listed.split('\n').filter(Boolean)) {
    cpSync(join(ROOT, file), join(folder, file), { recursive: true })
  }
  return { folder, close: () => rmSync(folder, { recursive: true }) }
})

const EXAMPLES = {
  express: [process.execPath, 'shop.mjs'],
  fastify: [process.execPath, 'shop.mjs'],
  php: ['php', '-q', '-S', 'localhost:{PORT}', 'shop.php'],
} as const
type Example = keyof typeof EXAMPLES

const isPacked = (name: string): name is keyof typeof packed => Object.hasOwn(packed, name)

/** Puts the tarballs that `npm pack` of these workspaces makes into the clone. */
const pack = (statement: string): void => {
  for (const [, name = ''] of statement.matchAll(/--workspace packages\/(\S+)/g)) {
    if (!isPacked(name)) throw new Error(`No example uses packages/${name}`)
    const { tarball } = packed[name]
    copyFileSync(tarball, join(clone.folder, basename(tarball)))
  }
}

/** Starts a shop as the README says, and reads the page at the printed address. */
const startedPage = async (statement: string, folder: string): Promise<string> => {
  const child = spawn('sh', ['-c', statement], {
    cwd: folder,
    env: { ...npmEnvironment(), PORT: String(await freePort()) },
    detached: true,
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
    await ended
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  }
  const url = await eventually(async () => /Your shop +(\S+)/.exec(printed)?.[1])
  const page = await eventually(() => fetch(url).catch(() => undefined))
  return page.text()
}

/**
 * Runs the README's commands for an example, in their order, and returns what they print. Without a
 * registry: the tarballs are packed already, and the framework is this clone's.
 */
const runReadme = async (name: Example): Promise<string> => {
  const [block] = blocksOf('examples/README.md').filter(({ text }) =>
    text.includes(`cd examples/${name}\n`),
  )
  let folder = clone.folder
  let printed = ''
  for (const statement of statementsIn(block?.text ?? '')) {
    if (statement.startsWith('npm pack ')) pack(statement)
    else if (statement.startsWith('cd ')) folder = join(folder, statement.slice('cd '.length))
    else if (statement === 'npm install') await installOffline(folder, { pglite: pglite.tarball })
    else if (statement.endsWith('npm start')) printed += await startedPage(statement, folder)
    else printed += await output('sh', ['-c', statement], folder)
  }
  return printed
}

const REFUSAL = {
  status: 422,
  headers: { 'content-type': 'application/problem+json' },
  body: {
    type: 'https://puente.example/docs/errors/refund_refused',
    title: 'The gateway refused the refund',
    status: 422,
    code: 'refund_refused',
    retry: 'permanent',
  },
}

/** Starts the shop of an example beside a stub of Puente, with one order. */
const shopBesideStub = async (name: Example) => {
  const puente = await startGatewayStub()
  const port = await freePort()
  const data = temporaryFolder()
  const [program, ...args] = EXAMPLES[name].map((word) => word.replace('{PORT}', String(port)))
  const child = spawn(String(program), args, {
    cwd: join(clone.folder, 'examples', name),
    stdio: 'ignore',
    env: {
      ...npmEnvironment(),
      PORT: String(port),
      PUENTE_URL: puente.url,
      PUENTE_API_KEY: 'puente_test_0123456789',
      PUENTE_NOTIFY_SECRET: `whsec_${Buffer.alloc(24, 1).toString('base64')}`,
      STAFF_PASSWORD: 'staff',
      SHOP_URL: 'https://shop.example',
      SHOP_DATA: data,
    },
  })
  const ended = once(child, 'exit')
  onTestFinished(async () => {
    child.kill()
    await ended
    await puente.close()
    rmSync(data, { recursive: true })
  })
  const post = async (path: string, body = ''): Promise<number> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const request = { method: 'POST', headers, body, redirect: 'manual' } as const
    return (await fetch(`http://localhost:${port}${path}`, request)).status
  }
  await eventually(() => fetch(`http://localhost:${port}/`).catch(() => undefined))
  const headers = { 'content-type': 'application/json' }
  puente.answer({ status: 201, headers, body: { pay_url: 'https://puente.example/pay/1' } })
  expect(await post('/orders/A-1/pay')).toBe(303)
  const [checkout] = puente.requests
  return {
    puente,
    checkout: JSON.parse(checkout?.body ?? '{}'),
    refund: (password = 'staff') => post('/orders/A-1/refund', `password=${password}`),
    keys: () =>
      puente.requests
        .filter(({ path }) => path.endsWith('/refunds'))
        .map(({ headers: sent }) => sent['idempotency-key']),
  }
}

const works = (name: Example): void => {
  it('the commands of the README install it, pass its test and serve its page', async () => {
    const printed = await runReadme(name)
    expect(printed).toMatch(/pass 6\n/)
    expect(printed).toContain('>Buy</button>')
  })

  it('a refund whose answer was lost is repeated under its key, and a refused one is over', async () => {
    const { puente, checkout, refund, keys } = await shopBesideStub(name)
    expect(checkout.success_url).toBe('https://shop.example/orders/A-1')
    expect(await refund('guessed')).toBe(403)
    expect(keys()).toEqual([])
    puente.answer('reset')
    expect(await refund()).toBe(502)
    puente.answer(REFUSAL)
    expect(await refund()).toBe(502)
    const [first] = keys()
    expect(first).toMatch(/\S{16}/)
    expect(new Set(keys())).toEqual(new Set([first]))
    expect(await refund()).toBe(502)
    expect(keys().at(-1)).not.toBe(first)
  })
}

describe.each(['express', 'fastify'] as const)('the example with %s', works)

const hasPhp = spawnSync('php', ['-r', 'exit(extension_loaded("curl") ? 0 : 1);']).status === 0
if (!hasPhp && process.env.CI) throw new Error('The example in PHP needs php-cli and php-curl.')
if (!hasPhp) process.stderr.write('Skips the example in PHP: this machine has no php with curl.\n')

describe.skipIf(!hasPhp)('the example in PHP', () => works('php'))
