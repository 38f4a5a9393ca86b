import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { unzipSync } from 'fflate'
import { describe, expect, it, onTestFinished } from 'vitest'
import { zipPlugin } from '../../adapters/woocommerce/build/plugin-zip.ts'
import { clientVersion, packClient } from '../../packages/php/build/archive.ts'
import { freePort } from '../../src/runtime/net/free-port.ts'
import { blocksOf } from '../documents/code-blocks.ts'
import { childEnvironment } from '../support/child-environment.ts'
import { eventually } from '../support/eventually.ts'
import { startGatewayStub } from '../support/gateway-stub.ts'
import { merchantOf } from '../support/merchant.ts'
import { settled } from '../support/settled.ts'
import { useStarted, useWorld } from '../support/use-world.ts'
import { NOTIFY_SECRET } from '../support/world.ts'

const run = promisify(execFile)

const runs = (program: string, ...args: string[]): boolean => {
  if (spawnSync(program, args).status === 0) return true
  process.stderr.write(`Skips tests of puente/puente: "${program} ${args.join(' ')}" fails.\n`)
  return false
}
const hasCurl = runs('php', '-r', 'exit(extension_loaded("curl") ? 0 : 1);')
const hasPhpUnit = runs('phpunit', '--version')
const hasComposer = runs('composer', '--version')
/** Debian's package php-guzzlehttp-guzzle. */
const GUZZLE = '/usr/share/php/GuzzleHttp/autoload.php'
const hasGuzzle = runs('php', '-r', `exit(file_exists("${GUZZLE}") ? 0 : 1);`)

const BUILD = join(import.meta.dirname, '../../packages/php/build/build.ts')

const emptyFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'puente-php-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const unpack = (zip: Buffer, folder: string): void => {
  for (const [path, bytes] of Object.entries(unzipSync(zip))) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), bytes)
  }
}

/** Runs PHP strictly: a warning or a deprecation fails the test. */
const php = async (
  code: string,
  { folder, environment = {} }: { folder: string; environment?: Record<string, string> },
) => {
  const file = join(folder, 'run.php')
  const strict = `<?php
declare(strict_types=1);
error_reporting(E_ALL);
set_error_handler(static function ($level, $message, $file) {
  if (strpos($file, '/usr/share/php/') === 0) return false;
  throw new ErrorException($message);
});
`
  writeFileSync(file, strict + code)
  const env = childEnvironment(environment)
  const { stdout } = await run('php', ['-d', 'display_errors=stderr', file], { cwd: folder, env })
  return stdout
}

/** A shop with the unpacked client in an empty folder. */
const newShop = (environment: Record<string, string>) => {
  const folder = emptyFolder()
  unpack(packClient(), folder)
  return {
    folder,
    /** Returns the value that the code returns. */
    run: async (code: string, options = '[]') => {
      const printed = await php(
        `require 'puente/autoload.php';
$run = static function (Puente\\Client $puente) { ${code} };
echo json_encode($run(new Puente\\Client(${options})), JSON_THROW_ON_ERROR);`,
        { folder, environment },
      )
      return JSON.parse(printed)
    },
  }
}

/** Turns the error of a call into its facts. */
const failing = (call: string): string =>
  `try { ${call}; } catch (Puente\\PuenteError $error) {
  return ['code' => $error->code, 'outcome' => $error->outcome, 'status' => $error->status,
    'tries' => $error->tries, 'fields' => $error->fields(), 'message' => $error->getMessage()];
}`

describe.skipIf(!hasPhpUnit)('the client for PHP', () => {
  it('the archive that the build writes passes the tests of the client', async () => {
    const folder = emptyFolder()
    const { stdout: zip } = await run(process.execPath, [BUILD, folder])
    unpack(readFileSync(zip.trim()), folder)
    const tests = join(import.meta.dirname, '../../packages/php/tests')
    const options = ['--no-configuration', '--do-not-cache-result', '--test-suffix=Test.php']
    const { stdout } = await run(
      'phpunit',
      [...options, '--bootstrap', join(tests, 'bootstrap.php'), tests],
      { cwd: folder, env: childEnvironment({ PUENTE_CLIENT: join(folder, 'puente') }) },
    ).catch((error) => error)
    expect(stdout).toMatch(/OK \(\d+ tests, \d+ assertions\)\n$/)
  })

  it('two copies of the client load in one shop', async () => {
    const folder = emptyFolder()
    unpack(packClient(), folder)
    unpack(packClient(), join(folder, 'other'))
    const printed = await php(
      `require 'puente/autoload.php';
require 'other/puente/autoload.php';
echo function_exists('Puente\\verifyNotification') ? Puente\\Client::VERSION : '';`,
      { folder },
    )
    expect(printed).toBe(clientVersion())
  })
})

it('the archive has the sources, the licence and the documents, and the same bytes each time', () => {
  const paths = Object.keys(unzipSync(packClient()))
  const others = paths.filter((path) => !path.startsWith('puente/src/'))
  expect(others).toEqual(
    ['CHANGELOG.md', 'LICENSE', 'README.md', 'autoload.php', 'composer.json'].map(
      (name) => `puente/${name}`,
    ),
  )
  expect(packClient().equals(packClient())).toBe(true)
  expect(clientVersion()).toMatch(/^\d+\.\d+\.\d+$/)
})

describe.skipIf(!hasCurl)('a PHP shop in an empty folder', () => {
  const world = useWorld()
  const shopOf = (more = {}) =>
    newShop({ PUENTE_URL: world.url, PUENTE_API_KEY: world.apiKey, ...more })
  const openedBy = async (shop: ReturnType<typeof newShop>, id: string) => {
    const { payment } = await shop.run(`return $puente->checkouts->create([
      'order' => ['id' => '${id}', 'amount' => '125.50', 'currency' => 'HNL'], 'mode' => 'hosted',
    ]);`)
    return String(payment.checkout_url)
  }
  const paidBy = async (shop: ReturnType<typeof newShop>, id: string) => {
    await world.pay(await openedBy(shop, id))
    await merchantOf(world).readWhen(id, ({ order }) => order.status === 'paid')
  }

  it('an order is created, paid, found and refunded once under its key', async () => {
    const shop = shopOf()
    await paidBy(shop, 'php-1')
    const { order, payments } = await shop.run(`return $puente->orders->retrieve('php-1');`)
    expect(order).toMatchObject({ status: 'paid', amount: '125.50' })
    expect(payments).toHaveLength(1)
    const found = await shop.run(`return array_column(array_column(
      iterator_to_array($puente->orders->listAll(['search' => 'php-1', 'limit' => 1]), false), 'order'), 'id');`)
    expect(found).toContain('php-1')
    const refunds = await shop.run(`$refund = static fn () => $puente->refunds->create(
      'php-1', ['reason' => 'roto'], ['idempotencyKey' => 'php-refund-1'])['refund'];
    return [$refund(), $refund()];`)
    expect(refunds[0]).toMatchObject({ amount: '125.50', kind: 'void' })
    expect(refunds[1].id).toBe(refunds[0].id)
    await settled(world)
    expect((await shop.run(`return $puente->orders->retrieve('php-1');`)).order.status).toBe(
      'voided',
    )
    expect((await shop.run(`return $puente->call('GET', '/v1/store');`)).id).toBe('tienda')
  })

  it('errors of the service arrive by their code, with its outcome', async () => {
    const shop = shopOf()
    expect(await shop.run(failing(`$puente->orders->retrieve('nobody')`))).toMatchObject({
      code: 'not_found',
      outcome: 'refused',
      status: 404,
      tries: 1,
    })
    const wrong = `$puente->checkouts->create(['order' => ['id' => 'php-2', 'amount' => 'much', 'currency' => 'HNL']])`
    const { code, fields } = await shop.run(failing(wrong))
    expect(code).toBe('invalid_fields')
    expect(fields.map(({ path }: { path: string }) => path)).toEqual(['order.amount'])
    const stranger = shopOf({ PUENTE_API_KEY: 'puente_test_stranger' })
    const { code: refused } = await stranger.run(failing(`$puente->call('GET', '/v1/store')`))
    expect(refused).toBe('wrong_api_key')
  })

  it('the receiver of the README verifies what Puente posts, and refuses a forgery', async () => {
    const [receiver] = blocksOf('packages/php/README.md').filter(({ text }) =>
      text.includes('verifyNotification'),
    )
    const shop = shopOf()
    const log = join(shop.folder, 'log')
    writeFileSync(log, '')
    writeFileSync(join(shop.folder, 'receive.php'), receiver?.text ?? '')
    const port = await freePort()
    const options = ['-d', `error_log=${log}`, '-S', `127.0.0.1:${port}`]
    const server = spawn('php', [...options, join(shop.folder, 'receive.php')], {
      cwd: shop.folder,
      stdio: 'ignore',
      env: childEnvironment({ PUENTE_NOTIFY_SECRET: NOTIFY_SECRET }),
    })
    onTestFinished(() => void server.kill())
    const url = `http://127.0.0.1:${port}/puente`
    const forged = await eventually(() =>
      fetch(url, { method: 'POST', body: '{"type":"order.paid"}' }).catch(() => undefined),
    )
    expect(forged.status).toBe(400)
    expect(await forged.text()).toContain('The header webhook-id is missing')
    await world.api('PATCH', '/v1/store', { notify_url: url })
    onTestFinished(async () => {
      await world.api('PATCH', '/v1/store', { notify_url: world.shop.url })
    })
    await paidBy(shop, 'php-3')
    await eventually(async () => readFileSync(log, 'utf8').includes('Deliver php-3'))
  })

  it.skipIf(!hasComposer)('Composer installs the archive and loads its classes', async () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'archives'))
    writeFileSync(join(folder, 'archives/puente.zip'), packClient())
    const repositories = [{ type: 'artifact', url: 'archives' }, { 'packagist.org': false }]
    const require = { 'puente/puente': clientVersion() }
    writeFileSync(join(folder, 'composer.json'), JSON.stringify({ repositories, require }))
    const env = childEnvironment({ HOME: folder, COMPOSER_ALLOW_SUPERUSER: '1' })
    await run('composer', ['install', '--no-interaction'], { cwd: folder, env })
    const printed = await php(
      `require 'vendor/autoload.php';
echo Puente\\Client::VERSION, ' ', function_exists('Puente\\verifyNotification') ? 'verifies' : '';`,
      { folder },
    )
    expect(printed).toBe(`${clientVersion()} verifies`)
  })
})

describe.skipIf(!hasCurl)('what a PHP shop sends', () => {
  const server = useStarted(startGatewayStub)
  const shopOf = () => newShop({ PUENTE_URL: server.url, PUENTE_API_KEY: 'puente_test_0123456789' })
  const REFUND = `$puente->refunds->create('A-1', ['amount' => '1.00'])`
  const ONCE = `['maxRetries' => 0, 'timeoutSeconds' => 1.5]`

  it('a request without an answer may have arrived, and one that never left has not', async () => {
    const shop = shopOf()
    server.answer('silence')
    const late = await shop.run(failing(REFUND), ONCE)
    expect(late).toMatchObject({ code: 'timed_out', outcome: 'unknown' })
    server.answer('reset')
    const reset = await shop.run(failing(REFUND), ONCE)
    expect(reset).toMatchObject({ code: 'connection_failed', outcome: 'unknown' })
    const nowhere = await shop.run(
      failing(REFUND),
      `['maxRetries' => 0, 'baseUrl' => 'http://127.0.0.1:1']`,
    )
    expect(nowhere).toMatchObject({ code: 'connection_failed', outcome: 'not-sent' })
  })

  it('a redirect is not followed with the API key', async () => {
    server.answer({ status: 302, headers: { location: `${server.url}/login?key=1` } })
    server.requests.length = 0
    const { code, message } = await shopOf().run(failing(REFUND), ONCE)
    expect(code).toBe('unexpected_answer')
    expect(message).toContain(`redirects (→ ${server.url}/login)`)
    expect(server.requests).toHaveLength(1)
  })

  it('a request that changes something has a length, also without a body', async () => {
    server.answer({ status: 200, body: { id: '1', order: { id: 'A-1' } } })
    server.requests.length = 0
    await shopOf().run(`$puente->orders->cancel('A-1');
    $puente->savedCards->revoke('pm_1');
    $puente->orders->retrieve('A-1');
    return true;`)
    const lengths = server.requests.map(({ method, headers }) => [
      method,
      headers['content-length'],
      headers['content-type'],
    ])
    expect(lengths).toEqual([
      ['POST', '0', undefined],
      ['DELETE', '0', undefined],
      ['GET', undefined, undefined],
    ])
  })

  it.skipIf(!hasGuzzle)(
    'an answer that breaks off while a PSR-18 client streams it may have arrived',
    async () => {
      const broken = await shopOf().run(
        failing(REFUND),
        `(require '${GUZZLE}') ? ['maxRetries' => 0, 'transport' => new Puente\\Transports\\Psr18Transport(
        new GuzzleHttp\\Client(['handler' => static fn () => GuzzleHttp\\Promise\\Create::promiseFor(
          new GuzzleHttp\\Psr7\\Response(201, [], new GuzzleHttp\\Psr7\\PumpStream(static function () {
            throw new RuntimeException('Connection reset by peer');
          })))]), new GuzzleHttp\\Psr7\\HttpFactory(), new GuzzleHttp\\Psr7\\HttpFactory())] : []`,
      )
      expect(broken).toMatchObject({ code: 'connection_failed', outcome: 'unknown' })
      expect(broken.message).toContain('The answer broke off: Connection reset by peer')
    },
  )

  it.skipIf(!hasGuzzle)('a PSR-18 client sends the same request as curl', async () => {
    server.answer({ status: 201, body: { refund: { id: 'ref_1' } } })
    server.requests.length = 0
    const key = `$puente->refunds->create('A-1', ['amount' => '1.00'], ['idempotencyKey' => 'k'])`
    const psr18 = `['transport' => new Puente\\Transports\\Psr18Transport(
      new GuzzleHttp\\Client(), new GuzzleHttp\\Psr7\\HttpFactory(), new GuzzleHttp\\Psr7\\HttpFactory())]`
    const shop = shopOf()
    await shop.run(`return ${key};`)
    await shop.run(`return ${key};`, `(require '${GUZZLE}') ? ${psr18} : []`)
    const sent = server.requests.map(({ method, path, body, headers }) => {
      const {
        authorization,
        accept,
        'content-type': type,
        'idempotency-key': idempotency,
      } = headers
      return { method, path, body, authorization, accept, type, idempotency }
    })
    expect(sent[1]).toEqual(sent[0])
    server.answer({ status: 302, headers: { location: '/login' } })
    const redirected = await shop.run(
      failing(REFUND),
      `(require '${GUZZLE}') ? ${ONCE} + ${psr18} : []`,
    )
    expect(redirected).toMatchObject({ code: 'unexpected_answer', status: 302 })
    const offline = `['baseUrl' => 'http://127.0.0.1:1', 'maxRetries' => 0] + ${psr18}`
    const nowhere = await shop.run(failing(REFUND), `(require '${GUZZLE}') ? ${offline} : []`)
    expect(nowhere).toMatchObject({ code: 'connection_failed', outcome: 'not-sent' })
  })
})

it.skipIf(!hasPhpUnit)(
  'the zip of the WooCommerce plugin carries its own copy of the client',
  async () => {
    const folder = emptyFolder()
    unpack(packClient(), folder)
    unpack(zipPlugin(), folder)
    const printed = await php(
      `require 'puente/autoload.php';
define('ABSPATH', __DIR__);
require 'puente-for-woocommerce/includes/class-puente-autoload.php';
Puente_Autoload::register();
echo PuenteForWooCommerce\\Call\\Caller::SHORTEST_TRY_SECONDS, ' ', Puente_Answer::UNKNOWN, ' ',
  class_exists('Puente\\PuenteError', false) ? 'shared' : 'own';`,
      { folder },
    )
    expect(printed).toBe('1 unknown own')
    expect(Object.keys(unzipSync(zipPlugin())).join('\n')).not.toMatch(/curl|psr18/i)
  },
)
