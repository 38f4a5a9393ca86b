import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { platforms } from '../adapters/registry.ts'
import { nearestName } from '../src/runtime/text/nearest-name.ts'
import {
  readSettings as read,
  readRemoteSettings,
  SettingsError,
  settingNames,
} from './settings.ts'

const readSettings = (environment: NodeJS.ProcessEnv, file: string) =>
  read(environment, file, platforms)
const SETTING_NAMES = settingNames(platforms)

const folder = mkdtempSync(join(tmpdir(), 'puente-settings-'))
afterAll(() => rmSync(folder, { recursive: true }))

const NO_FILE = join(folder, 'none')
const envFile = (text: string): string => {
  const path = join(folder, randomBytes(4).toString('hex'))
  writeFileSync(path, text)
  return path
}

const complaint = (environment: Record<string, string>, file = NO_FILE): string => {
  try {
    readSettings(environment, file)
  } catch (error) {
    if (error instanceof SettingsError) return error.message
    throw error
  }
  throw new Error('nothing to complain about')
}

const key = () => randomBytes(32).toString('base64')
const EXAMPLE = join(import.meta.dirname, 'example.env')

describe('settings of single sign-on', () => {
  it.each([
    [{ OIDC_ISSUER: 'https://id.example' }, 'OIDC_CLIENT_ID: must be set with'],
    [{ OIDC_CLIENT_ID: 'puente', OIDC_CLIENT_SECRET: 'a secret' }, 'OIDC_ISSUER: must be set with'],
    [{ OIDC_ISSUER: 'id.example' }, 'OIDC_ISSUER: expected an https address'],
    [{ SECOND_FACTOR_REFUNDS: '100' }, 'SECOND_FACTOR_REFUNDS: expected amounts'],
    [{ SECOND_FACTOR_MINUTES: '0' }, 'SECOND_FACTOR_MINUTES: expected minutes, 1 to 1440'],
  ])('%o is refused', (settings, message) => expect(complaint(settings)).toContain(message))
})

describe('settings of alert channels', () => {
  const secret = `whsec_${Buffer.alloc(24, 1).toString('base64')}`
  it.each([
    [{ ALERT_EMAIL_TO: 'ops@shop.example' }, 'SMTP_URL: must be set with ALERT_EMAIL_TO'],
    [{ SMTP_URL: 'smtp://mail:25' }, 'ALERT_EMAIL_FROM: must be set with SMTP_URL'],
    [{ ALERT_WEBHOOK_URL: 'https://x.example' }, 'ALERT_WEBHOOK_SECRET: must be set'],
    [{ ALERT_WEBHOOK_SECRET: secret }, 'ALERT_WEBHOOK_URL: must be set'],
    [{ ALERT_EMAIL_TO: 'ops@shop.example,nobody' }, 'expected an e-mail address'],
    [{ ALERT_EMAIL_FROM: 'a@b.example\nBcc: c@d.example' }, 'expected an e-mail address'],
    [{ SMTP_URL: 'http://mail:25' }, 'SMTP_URL: expected smtp://'],
    [{ ALERT_WEBHOOK_SECRET: 'whsec_short' }, 'ALERT_WEBHOOK_SECRET: expected whsec_'],
    [{ ALERT_SLACK: 'https://x.example' }, 'ALERT_SLACK: there is no such setting'],
  ])('an incomplete or invalid alert channel stops the start: %j', (environment, message) => {
    expect(complaint(environment as Record<string, string>)).toContain(message)
  })

  it('an alert channel with all of its settings is valid', () => {
    const whole = {
      ALERT_EMAIL_TO: 'ops@shop.example, owner@shop.example',
      ALERT_EMAIL_FROM: 'puente@shop.example',
      SMTP_URL: 'smtps://user:pass@mail.example:465',
      ALERT_WEBHOOK_URL: 'https://ops.example/alerts',
      ALERT_WEBHOOK_SECRET: secret,
    }
    const { ALERT_EMAIL_TO } = readSettings(whole, NO_FILE)
    expect(ALERT_EMAIL_TO).toEqual(['ops@shop.example', 'owner@shop.example'])
  })
})

describe('WEBHOOK_TOLERANCE_SECONDS', () => {
  it("the default tolerance exceeds the gateway's retry window", () => {
    const { WEBHOOK_TOLERANCE_SECONDS } = readSettings({}, NO_FILE)
    expect(WEBHOOK_TOLERANCE_SECONDS).toBeGreaterThan(81 * 60 + 5 * 15)
    expect(WEBHOOK_TOLERANCE_SECONDS).toBeLessThan(2 * 60 * 60)
  })

  it('the tolerance cannot exceed the retention of events, which dedupes repeated ones', () => {
    const day = 24 * 60 * 60
    const RETENTION_EVENTS_DAYS = '2'
    const at = (seconds: number) => ({
      RETENTION_EVENTS_DAYS,
      WEBHOOK_TOLERANCE_SECONDS: String(seconds),
    })
    expect(complaint(at(2 * day))).toMatch(/WEBHOOK_TOLERANCE_SECONDS.*RETENTION_EVENTS_DAYS/)
    expect(complaint(at(2 * day - 300))).toContain('WEBHOOK_TOLERANCE_SECONDS')
    expect(readSettings(at(2 * day - 301), NO_FILE).RETENTION_EVENTS_DAYS).toBe(2)
    const more = { RETENTION_EVENTS_DAYS: '3650', WEBHOOK_TOLERANCE_SECONDS: String(28 * day) }
    expect(complaint(more)).toContain('WEBHOOK_TOLERANCE_SECONDS')
  })
})

describe('RETENTION_CUSTOMERS_MONTHS', () => {
  it('customers cannot be erased from orders before the webhooks that name them are deleted', () => {
    expect(complaint({ RETENTION_CUSTOMERS_MONTHS: '3' })).toMatch(
      /RETENTION_CUSTOMERS_MONTHS.*RETENTION_EVENTS_DAYS/,
    )
    const months = (settings: Record<string, string>) =>
      readSettings(settings, NO_FILE).RETENTION_CUSTOMERS_MONTHS
    expect(months({ RETENTION_CUSTOMERS_MONTHS: '4' })).toBe(4)
    expect(months({ RETENTION_CUSTOMERS_MONTHS: '1', RETENTION_EVENTS_DAYS: '28' })).toBe(1)
    expect(months({})).toBeUndefined()
  })
})

describe('RATE_LIMIT_…', () => {
  it('a rate limit is a number of requests a minute, or off', () => {
    const { RATE_LIMIT_KEY, RATE_LIMIT_STORE, RATE_LIMIT_PAY_LINK } = readSettings(
      { RATE_LIMIT_KEY: '600', RATE_LIMIT_STORE: 'off' },
      NO_FILE,
    )
    expect([RATE_LIMIT_KEY, RATE_LIMIT_STORE, RATE_LIMIT_PAY_LINK]).toEqual([600, undefined, 3_000])
  })

  it('a limit of 0, which would refuse every request, stops the start and is named', () => {
    expect(complaint({ RATE_LIMIT_PAY_LINK: '0' })).toBe(
      'Wrong settings:\n  RATE_LIMIT_PAY_LINK: expected requests a minute, 1 to 1000000000, or off for no limit: 0 would refuse every request',
    )
  })

  it.each(['-1', '1.5', 'none', '1e10', '0x10', '10/s'])('the limit %j is refused', (text) => {
    expect(complaint({ RATE_LIMIT_ADDRESS: text })).toContain('RATE_LIMIT_ADDRESS: expected')
  })

  it('a misspelt limit is named', () => {
    expect(complaint({ RATE_LIMIT_KEYS: '5' })).toContain('did you mean RATE_LIMIT_KEY?')
  })
})

describe('settings', () => {
  it('the defaults start everything on this machine', () => {
    expect(readSettings({}, NO_FILE)).toMatchObject({
      NODE_ENV: 'development',
      PORT: 3000,
      SANDBOX_PORT: 4010,
      DATA_DIR: '.data',
      ROLES: ['web', 'worker'],
      SANDBOX_SECRET_KEY: 'sk_test_sandbox',
    })
    expect(readSettings({}, NO_FILE).DATABASE_URL).toBeUndefined()
  })

  it('the environment overrides the file', () => {
    const file = envFile('PORT=4000\nLOG_LEVEL="warn" # quiet\nROLES = web\n')
    expect(readSettings({ PORT: '5000' }, file)).toMatchObject({
      PORT: 5000,
      LOG_LEVEL: 'warn',
      ROLES: ['web'],
    })
  })

  it('an empty setting counts as unset', () => {
    const settings = readSettings({ PORT: '', REDIS_URL: '' }, envFile('DATABASE_URL=\n'))
    expect(settings).toMatchObject({ PORT: 3000 })
    expect([settings.REDIS_URL, settings.DATABASE_URL]).toEqual([undefined, undefined])
  })

  it('settings accept the addresses of real servers', () => {
    const DATABASE_URL = 'postgres://puente:p%40ss@db.example:5432/shop?sslmode=require'
    const REDIS_URL = 'rediss://:secret@redis.example:6380/1'
    expect(readSettings({ DATABASE_URL, REDIS_URL }, NO_FILE)).toMatchObject({
      DATABASE_URL,
      REDIS_URL,
    })
    expect(readSettings({ PUBLIC_URL: 'https://pay.example.hn/' }, NO_FILE).PUBLIC_URL).toBe(
      'https://pay.example.hn',
    )
  })

  it('DATABASE_URL accepts several hosts including a primary', () => {
    for (const address of [
      'postgres://a:5432,b:5432/puente?target_session_attrs=read-write',
      'postgres://puente:p%40ss@a.example,b.example:5433/puente?sslmode=require',
      'postgres://puente@[::1]:5432,127.0.0.1/puente',
    ]) {
      expect(readSettings({ DATABASE_URL: address }, NO_FILE).DATABASE_URL).toBe(address)
    }
    const standby = 'postgres://a,b/puente?target_session_attrs=standby'
    expect(complaint({ DATABASE_URL: standby })).toMatch(/target_session_attrs.*read-write/)
  })

  it('DATABASE_DIRECT_URL requires DATABASE_URL and can come from a file', () => {
    const direct = 'postgres://puente@db.example/puente'
    expect(complaint({ DATABASE_DIRECT_URL: direct })).toContain('DATABASE_URL: must be set')
    const file = envFile(direct)
    const both = { DATABASE_URL: 'postgres://pooler/puente', DATABASE_DIRECT_URL_FILE: file }
    expect(readSettings(both, NO_FILE).DATABASE_DIRECT_URL).toBe(direct)
  })

  it('the long statement timeout cannot be below the normal one', () => {
    const wrong = { DATABASE_TIMEOUT_MS: '30000', DATABASE_LONG_TIMEOUT_MS: '20000' }
    expect(complaint(wrong)).toContain('DATABASE_LONG_TIMEOUT_MS')
  })

  it.each([
    ['PORT', '99999'],
    ['PORT', 'http'],
    ['ROLES', 'web,wroker'],
    ['LOG_LEVEL', 'loud'],
    ['DATABASE_URL', 'mysql://db.example/shop'],
    ['DATABASE_URL', 'db.example'],
    ['DATABASE_URL', 'postgres://a,,b/shop'],
    ['DATABASE_URL', 'postgres://a:port,b/shop'],
    ['DATABASE_TIMEOUT_MS', '0'],
    ['DATABASE_TIMEOUT_MS', '60001'],
    ['DATABASE_LONG_TIMEOUT_MS', '999'],
    ['REDIS_URL', 'http://redis.example'],
    ['PUBLIC_URL', 'pay.example.hn'],
    ['WORKER_CONCURRENCY', '0'],
    ['SERVICE_LEVEL_SECONDS', '0'],
    ['SERVICE_LEVEL_PERCENT', '101'],
    ['RETENTION_CUSTOMERS_MONTHS', '0'],
    ['RETENTION_ALERTS_DAYS', 'never'],
    ['WEBHOOK_TOLERANCE_SECONDS', '1.5'],
    ['DEMO_SHOP', 'yes'],
    ['SANDBOX_SECRET_KEY', 'sk_live_1'],
    ['SANDBOX_LIVE_SECRET_KEY', 'sk_test_1'],
    ['SEALING_KEYS', 'main:c2hvcnQ='],
    ['SEALING_KEYS', key()],
    ['SEALING_KEYS', `main:${key()},`],
    ['SHOPIFY_PAYMENTS_PROXIES', 'proxy.example'],
    ['SHOPIFY_PAYMENTS_PROXIES', '10.0.0.0/33'],
    ['SHOPIFY_PAYMENTS_PROXIES', '127.0.0.1,'],
    ['SHOPIFY_PAYMENTS_CERT_HEADER', 'x client'],
  ])('the error names the wrong setting %s=%s', (name, value) => {
    expect(complaint({ [name]: value })).toMatch(new RegExp(`^  ${name}`, 'm'))
    expect(complaint({}, envFile(`${name}=${value}\n`))).toMatch(new RegExp(`^  ${name}`, 'm'))
  })

  it('the error names all wrong settings and repeats no secret', () => {
    const message = complaint({
      PORT: 'x',
      GATEWAY_TIMEOUT: '5',
      SANDBOX_SECRET_KEY: 'not-to-be-shown',
      SEALING_KEYS: 'main:not-to-be-shown',
    })
    expect(message).toMatch(/PORT/)
    expect(message).toContain('GATEWAY_TIMEOUT: there is no such setting; did you mean GATEWAY_')
    expect(message).not.toContain('not-to-be-shown')
  })

  it('the error for an unknown setting suggests the closest name', () => {
    expect(complaint({}, envFile('DATABSE_URL=x\n'))).toContain(
      'DATABSE_URL: there is no such setting; did you mean DATABASE_URL?',
    )
    expect(complaint({ REDIS_ULR: 'x' })).toContain('did you mean REDIS_URL?')
    expect(complaint({ SANDBOX_FOO_BAR_BAZ: 'x' })).toMatch(
      /FOO_BAR_BAZ: there is no such setting$/m,
    )
    expect(complaint({}, envFile('SOMETHING_ELSE=1\n'))).toContain('SOMETHING_ELSE')
  })

  it("the error lists wrong settings of a file under its full path, apart from the environment's", () => {
    const file = envFile('APP_KEY=base64:x\nPORT=many\n')
    expect(complaint({ ROLES: 'none' }, file)).toMatch(
      new RegExp(
        `^Wrong settings:\n  ROLES.*\nWrong settings in ${file}:\n  APP_KEY: .*\n  PORT: `,
      ),
    )
    // The environment overrides the file.
    expect(complaint({ PORT: 'x' }, envFile('PORT=1'))).toMatch(/^Wrong settings:\n {2}PORT/)
  })

  it("readRemoteSettings reads PUENTE_ settings from another program's .env", () => {
    const shop = envFile(
      'APP_KEY=x\nPORT=8080\nDATABASE_URL=mysql://db/shop\nPUENTE_URL=https://p.example\n',
    )
    expect(readRemoteSettings({}, shop)).toMatchObject({
      PORT: 3000,
      PUENTE_URL: 'https://p.example',
    })
    const own = envFile('PORT=4000\nDATABASE_URL=mysql://wrong\n')
    expect(
      readRemoteSettings({ PUENTE_API_KEY: 'puente_test_1', HOME: '/root' }, own),
    ).toMatchObject({
      PORT: 4000,
      PUENTE_API_KEY: 'puente_test_1',
    })
    expect(readRemoteSettings({}, mkdtempSync(join(tmpdir(), 'venv-')))).toMatchObject({
      PORT: 3000,
    })
    expect(() => readRemoteSettings({}, envFile('PUENTE_URL=ftp://x'))).toThrow(/PUENTE_URL/)
  })

  it('variables of other programs in the environment are ignored', () => {
    const others = { HOME: '/root', PATH: '/bin', HOST: 'a', npm_config_cache: 'x', PGPORT: '1' }
    expect(readSettings(others, NO_FILE).PORT).toBe(3000)
  })

  it('Puente starts in a Kubernetes cluster with a service called puente', () => {
    const links = {
      PUENTE_SERVICE_HOST: '10.0.0.1',
      PUENTE_SERVICE_PORT: '3000',
      PUENTE_SERVICE_PORT_HTTP: '3000',
      PUENTE_PORT: 'tcp://10.0.0.1:3000',
      PUENTE_PORT_3000_TCP: 'tcp://10.0.0.1:3000',
      PUENTE_PORT_3000_TCP_ADDR: '10.0.0.1',
    }
    expect(readSettings(links, NO_FILE).PORT).toBe(3000)
    expect(complaint({ GATEWAY_PORT: '4020' })).toContain('GATEWAY_PORT: there is no such setting')
  })

  it('a settings file saved by Windows is valid', () => {
    expect(readSettings({}, envFile('\uFEFFPORT=4000\r\nLOG_LEVEL=warn\r\n'))).toMatchObject({
      PORT: 4000,
      LOG_LEVEL: 'warn',
    })
  })

  it('a Shopify app needs both id and secret, and allows no test shop in production', () => {
    expect(complaint({ SHOPIFY_CLIENT_ID: 'app' })).toContain('SHOPIFY_CLIENT_SECRET: must be set')
    const half = complaint({ SHOPIFY_CLIENT_SECRET: 'secret-of-the-app' })
    expect(half).toContain('SHOPIFY_CLIENT_ID: must be set')
    expect(complaint({ SHOPIFY_CLIENT_SECRET: 'secret of-the-app' })).toContain(
      'has a blank inside',
    )
    const previous = complaint({ SHOPIFY_PREVIOUS_CLIENT_SECRET: 'secret-before' })
    expect(previous).toContain('SHOPIFY_CLIENT_SECRET: must be set')
    const standIn = { NODE_ENV: 'production', SHOPIFY_SHOP_ADDRESS: 'http://127.0.0.1:1' }
    expect(complaint(standIn)).toContain('SHOPIFY_SHOP_ADDRESS: stands for the shops of tests')
    expect(complaint({ SHOPIFY_CLIENT_KEY: 'x' })).toContain('SHOPIFY_CLIENT_KEY: there is no')
    // Exported in the same terminal for the smoke test on a real shop.
    expect(readSettings({ SHOPIFY_SHOP: 'cafe.myshopify.com' }, NO_FILE)).not.toHaveProperty(
      'SHOPIFY_SHOP',
    )
  })

  it('SHOPIFY_DISTRIBUTION must fit the app', () => {
    const app = { SHOPIFY_CLIENT_ID: 'id', SHOPIFY_CLIENT_SECRET: 'a-secret' }
    const proxies = { SHOPIFY_PAYMENTS_PROXIES: '10.0.0.4', SHOPIFY_PAYMENTS_CERT_HEADER: 'x-v' }
    const serving = (distribution: string) => ({ SHOPIFY_DISTRIBUTION: distribution })
    expect(complaint({ ...app, ...serving('everybody') })).toContain('SHOPIFY_DISTRIBUTION')
    expect(complaint(serving('one-shop'))).toContain('SHOPIFY_CLIENT_ID: must be set')
    const partner = complaint({ ...app, ...serving('payments-partner') })
    expect(partner).toContain('SHOPIFY_PAYMENTS_PROXIES: must be set')
    const both = complaint({ ...app, ...proxies, ...serving('one-shop') })
    expect(both).toContain('SHOPIFY_DISTRIBUTION: must be payments-partner')
    const right = { ...app, ...proxies, ...serving('payments-partner') }
    expect(readSettings(right, NO_FILE)).toMatchObject({ SHOPIFY_DISTRIBUTION: 'payments-partner' })
  })

  it('a payments app needs an app, proxies and their header', () => {
    const app = { SHOPIFY_CLIENT_ID: 'id', SHOPIFY_CLIENT_SECRET: 'a-secret' }
    const proxies = { SHOPIFY_PAYMENTS_PROXIES: '10.0.0.4, fd00::/64' }
    const header = { SHOPIFY_PAYMENTS_CERT_HEADER: 'x-client-verify' }
    expect(complaint({ ...app, ...proxies })).toContain('SHOPIFY_PAYMENTS_CERT_HEADER: must be set')
    expect(complaint({ ...app, ...header })).toContain('SHOPIFY_PAYMENTS_PROXIES: must be set')
    expect(complaint({ ...proxies, ...header })).toContain('SHOPIFY_CLIENT_ID: must be set')
    expect(readSettings({ ...app, ...proxies, ...header }, NO_FILE)).toMatchObject({
      SHOPIFY_PAYMENTS_PROXIES: ['10.0.0.4', 'fd00::/64'],
    })
  })

  it('production needs a database, sealing keys, a gateway besides the sandbox, and a public address', () => {
    const wrong = complaint({ NODE_ENV: 'production' })
    expect(wrong).toContain('DATABASE_URL: must be set in production')
    expect(wrong).toContain('SEALING_KEYS: must be set')
    expect(wrong).toContain('GATEWAY_BASE_URL: must be set')
    expect(wrong).toContain('PUBLIC_URL: must be set')
    const settings = readSettings(
      {
        NODE_ENV: 'production',
        DATABASE_URL: 'postgres://puente@db.example/puente',
        SEALING_KEYS: `february:${key()}, january:${key()}`,
        GATEWAY_BASE_URL: 'https://gateway.example/v1',
        PUBLIC_URL: 'https://pay.example',
      },
      NO_FILE,
    )
    expect(settings.SEALING_KEYS?.map(({ id }) => id)).toEqual(['february', 'january'])
  })

  it('production refuses plain HTTP addresses, which would expose the gateway key', () => {
    const production = {
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://puente@db.example/puente',
      SEALING_KEYS: `main:${key()}`,
      GATEWAY_BASE_URL: 'https://gateway.example/v1',
      PUBLIC_URL: 'https://pay.example',
    }
    for (const name of [
      'PUBLIC_URL',
      'GATEWAY_BASE_URL',
      'GATEWAY_EMBED_BASE_URL',
      'GATEWAY_SDK_URL',
      'GATEWAY_FRAME_URL',
      'GATEWAY_PORTAL_URL',
      'ALERT_SLACK_URL',
    ]) {
      const path = name === 'PUBLIC_URL' ? '' : '/v1'
      const plain = { ...production, [name]: `http://gateway.example${path}` }
      expect(complaint(plain)).toContain(`${name}: must be an https address in production`)
      const ofThisMachine = { ...production, [name]: `http://127.0.0.1:4010${path}` }
      expect(readSettings(ofThisMachine, NO_FILE).NODE_ENV).toBe('production')
      expect(readSettings({ [name]: `http://gateway.example${path}` }, NO_FILE)).toBeDefined()
    }
  })

  it.each([
    ['PUBLIC_URL', 'https://pay.example/puente', 'must have no path'],
    ['PUBLIC_URL', 'https://ana:pw@pay.example', 'must have no user and password'],
    ['PUBLIC_URL', 'https://pay.example/?from=x', 'must have no query'],
    ['PUBLIC_URL', 'https://pay.example/#x', 'must have no fragment'],
    ['PUENTE_URL', 'https://pay.example/puente', 'must have no path'],
    ['SANDBOX_PUBLIC_URL', 'https://sandbox.example/x', 'must have no path'],
    ['GATEWAY_BASE_URL', 'https://ana:pw@gateway.example/v1', 'must have no user and password'],
    ['GATEWAY_BASE_URL', 'https://gateway.example/v1?key=pw', 'must have no query'],
    ['GATEWAY_EMBED_BASE_URL', 'https://gateway.example/v1#pw', 'must have no fragment'],
    ['GATEWAY_SDK_URL', 'https://:pw@gateway.example/sdk.js', 'must have no user and password'],
    ['ALERT_SLACK_URL', 'https://ana:pw@hooks.example/x', 'must have no user and password'],
    ['ALERT_WEBHOOK_URL', 'https://ops.example/x#pw', 'must have no fragment'],
    ['SHOPIFY_SHOP_ADDRESS', 'http://127.0.0.1:1/x', 'must have no path'],
  ])('%s=%s stops the start, because Puente would drop a part of it', (name, address, reason) => {
    const said = complaint({ [name]: address, ALERT_WEBHOOK_SECRET: `whsec_${'A'.repeat(32)}` })
    expect(said).toContain(`${name}: ${reason}`)
    expect(said).not.toContain('pw')
  })

  it('the path of a gateway, the query of a webhook and the fragment of a portal are kept', () => {
    const addresses = {
      GATEWAY_BASE_URL: 'https://gateway.example/v1',
      GATEWAY_PORTAL_URL: 'https://gateway.example/portal#/webhooks',
      ALERT_SLACK_URL: 'https://hooks.example/services/x?thread=1',
    }
    expect(readSettings(addresses, NO_FILE)).toMatchObject(addresses)
  })

  it('production refuses the demo shop, even with a custom key', () => {
    const demo = { NODE_ENV: 'production', DEMO_SHOP: 'true', DEMO_API_KEY: 'a-key-of-their-own' }
    expect(complaint(demo)).toContain('DEMO_SHOP: the demo shop does not run in production')
  })

  it('settings lose the blanks and invisible characters that copying adds', () => {
    const file = envFile('SANDBOX_SECRET_KEY=\u200bsk_test_pasted\u00a0\n')
    const secret = envFile('\ufeffthe control key of a sandbox\r\n \n')
    const settings = readSettings(
      { CONNECT_CODE: ' open sesame\u200f\n', SANDBOX_CONTROL_KEY_FILE: secret },
      file,
    )
    expect(settings).toMatchObject({
      CONNECT_CODE: 'open sesame',
      SANDBOX_SECRET_KEY: 'sk_test_pasted',
      SANDBOX_CONTROL_KEY: 'the control key of a sandbox',
    })
  })

  it('a setting with an invisible character inside stops the start, and the error does not repeat it', () => {
    expect(complaint({ SANDBOX_SECRET_KEY: 'sk_test_4eC3\u200b9Hq' })).toBe(
      'Wrong settings:\n  SANDBOX_SECRET_KEY: Has an invisible character inside (U+200B, character 13); copy it again, whole and alone',
    )
  })

  it('secrets can come from files, as containers mount them', () => {
    const path = envFile('postgres://puente:s3cret@db.example/puente\n')
    const { DATABASE_URL } = readSettings({ DATABASE_URL_FILE: path }, NO_FILE)
    expect(DATABASE_URL).toBe('postgres://puente:s3cret@db.example/puente')
    const fromEnvFile = envFile(`SEALING_KEYS_FILE=${envFile(`main:${key()}`)}`)
    expect(readSettings({}, fromEnvFile).SEALING_KEYS?.map(({ id }) => id)).toEqual(['main'])
    const inEnvironment = readSettings({ SEALING_KEYS: `other:${key()}` }, fromEnvFile)
    expect(inEnvironment.SEALING_KEYS?.map(({ id }) => id)).toEqual(['other'])
  })

  it('the error about a secret file does not reveal its contents', () => {
    const path = envFile('s3cret-that-is-no-address')
    const wrong = complaint({ DATABASE_URL_FILE: path })
    expect(wrong).toContain('DATABASE_URL: expected postgres://')
    expect(wrong).not.toContain('s3cret')
    expect(complaint({ SEALING_KEYS_FILE: '/none/such' })).toContain(
      'SEALING_KEYS_FILE: cannot read /none/such (ENOENT)',
    )
    expect(complaint({ SEALING_KEYS_FILE: path, SEALING_KEYS: `main:${key()}` })).toContain(
      'SEALING_KEYS_FILE: SEALING_KEYS is set as well',
    )
    expect(complaint({ CONNECT_CODE_FILE: envFile('\n') })).toContain('is empty')
    expect(complaint({ GATEWAY_BASE_URL_FILE: path })).toContain('there is no such setting')
  })

  it('the private port must differ from the public one', () => {
    expect(complaint({ PRIVATE_PORT: '3000' })).toContain('PRIVATE_PORT: must be another port')
    expect(readSettings({ PRIVATE_PORT: '3001' }, NO_FILE).PRIVATE_PORT).toBe(3001)
  })

  it('two sealing keys with one id are refused', () => {
    expect(complaint({ SEALING_KEYS: `main:${key()},main:${key()}` })).toContain('SEALING_KEYS')
  })
})

describe('a collector of traces', () => {
  it.each([
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318', 'expected an http or https address'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'not an address', 'expected an http or https address'],
    [
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'http://ana:pw@collector:4318',
      'must have no user and password',
    ],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'Bearer secret', 'expected headers: authorization=Bearer'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=%E0%A4%A', 'expected headers'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization=a%0Ab', 'expected headers'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'expected http/protobuf'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'expected a share of the traces, 0 to 1'],
    ['OTEL_TRACES_SAMPLER_ARG', 'some', 'expected a share of the traces, 0 to 1'],
  ])('%s=%s is refused at the start', (name, value, reason) => {
    expect(complaint({ [name]: value })).toContain(`${name}: ${reason}`)
  })

  it('headers for the collector are read as OpenTelemetry defines them', () => {
    const { OTEL_EXPORTER_OTLP_HEADERS: headers } = readSettings(
      { OTEL_EXPORTER_OTLP_HEADERS: 'Authorization=Bearer%20a%3Db, x-tenant=shop' },
      NO_FILE,
    )
    expect(headers).toEqual({ authorization: 'Bearer a=b', 'x-tenant': 'shop' })
  })
})

describe('config/example.env', () => {
  const lines = readFileSync(EXAMPLE, 'utf8').split('\n')

  it('example.env names every setting exactly once, with a comment', () => {
    const names = lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split('=')[0])
    expect(names.toSorted()).toEqual(SETTING_NAMES.toSorted())
    for (const [at, line] of lines.entries()) {
      if (/^\w+=/.test(line)) expect(lines[at - 1], line).toMatch(/^# \S/)
    }
  })

  it('example.env copied to .env changes nothing', () => {
    expect(readSettings({}, EXAMPLE)).toEqual(readSettings({}, NO_FILE))
  })

  it('example.env shows every default', () => {
    const defaults = readSettings({}, NO_FILE)
    const shown = lines.filter((line) => /^\w+=./.test(line)).map((line) => line.split('=')[0])
    const withDefault = SETTING_NAMES.filter(
      (name) => defaults[name as keyof typeof defaults] !== undefined,
    )
    expect(shown.toSorted()).toEqual(withDefault.toSorted())
  })
})

describe('the nearest name', () => {
  const known = ['PORT', 'ROLES', 'REDIS_URL']
  it.each([
    ['PROT', 'PORT'],
    ['POT', 'PORT'],
    ['PORTS', 'PORT'],
    ['REDIS_URI', 'REDIS_URL'],
    ['PORT', 'PORT'],
    ['HOST', undefined],
    ['', undefined],
  ])('the nearest name to %o is %s', (name, expected) => {
    expect(nearestName(name, known, 1)).toBe(expected)
  })
})
