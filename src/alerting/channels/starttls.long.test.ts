import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { childEnvironment } from '../../../test/support/child-environment.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'puente-starttls-'))
const file = (name: string): string => join(folder, name)
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })

const certify = (name: string): { key: Buffer; cert: Buffer } => {
  const request = ['-newkey', 'rsa:2048', '-nodes', '-subj', `/CN=${name}`]
  openssl('req', ...request, '-keyout', `${name}.key`, '-out', `${name}.csr`)
  const by = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2']
  openssl(
    ...['x509', '-req', '-in', `${name}.csr`, ...by, '-out', `${name}.pem`],
    ...['-extfile', `${name}.ext`],
  )
  return { key: readFileSync(file(`${name}.key`)), cert: readFileSync(file(`${name}.pem`)) }
}

interface Server {
  port: number
  /** Whether each mail used TLS. */
  mails: boolean[]
  close(): Promise<void>
}

const mailServerFor = async (name: string): Promise<Server> => {
  const mails: boolean[] = []
  const server = new SMTPServer({
    ...certify(name),
    authOptional: true,
    onData: (stream, session, callback) => {
      mails.push(session.secure)
      stream.resume().on('end', () => callback())
    },
  })
  server.on('error', () => {})
  const listening = server.listen(0, '127.0.0.1')
  await once(listening, 'listening')
  const address = listening.address()
  if (typeof address !== 'object' || address === null) throw new Error('it has no port')
  return {
    port: address.port,
    mails,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** Runs `puente alerts test`. */
const testAlerts = async (smtpUrl: string, trust: Record<string, string>) => {
  const child = spawn(process.execPath, ['src/cli/puente.ts', 'alerts', 'test'], {
    cwd: ROOT,
    env: childEnvironment({
      SMTP_URL: smtpUrl,
      ALERT_EMAIL_FROM: 'puente@shop.example',
      ALERT_EMAIL_TO: 'ops@shop.example',
      ...trust,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      printed += chunk
    })
  }
  const [exitCode] = await once(child, 'close')
  return { exitCode, printed }
}

let right: Server
let wrong: Server
beforeAll(async () => {
  const ca = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=An authority']
  openssl('req', ...ca, '-keyout', 'ca.key', '-out', 'ca.pem')
  for (const name of ['localhost', 'other.example']) {
    execFileSync('sh', ['-c', `echo "subjectAltName=DNS:${name}" > ${name}.ext`], { cwd: folder })
  }
  right = await mailServerFor('localhost')
  wrong = await mailServerFor('other.example')
})
afterAll(async () => {
  await right?.close()
  await wrong?.close()
  rmSync(folder, { recursive: true, force: true })
})

describe('an e-mail over STARTTLS', () => {
  const trusted = { NODE_EXTRA_CA_CERTS: file('ca.pem') }

  it('a server with a certificate of a trusted CA gets the e-mail', async () => {
    const { exitCode, printed } = await testAlerts(`smtp://localhost:${right.port}`, trusted)
    expect([exitCode, printed]).toEqual([0, expect.stringContaining('sent, 250')])
    expect(right.mails).toEqual([true])
  })

  it('a server with an untrusted certificate gets no e-mail, and the error names the fix', async () => {
    const before = right.mails.length
    const { exitCode, printed } = await testAlerts(`smtp://localhost:${right.port}`, {})
    expect([exitCode, printed]).toEqual([1, expect.stringContaining('NODE_EXTRA_CA_CERTS')])
    expect(right.mails).toHaveLength(before)
  })

  it('a server with a certificate for another name gets no e-mail', async () => {
    const { exitCode, printed } = await testAlerts(`smtp://localhost:${wrong.port}`, trusted)
    expect([exitCode, printed]).toEqual([1, expect.stringContaining('NOT sent')])
    expect(wrong.mails).toEqual([])
  })
})
