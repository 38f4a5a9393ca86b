import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { describe, expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { platforms } from '../../adapters/registry.ts'
import { SECRET_SETTINGS } from '../../config/secret-files.ts'
import { readSettings } from '../../config/settings.ts'
import { gracefulStopMs } from '../../src/puente.ts'

const FOLDER = 'deploy/kubernetes'
const textOf = (file: string): string => readFileSync(`${FOLDER}/${file}`, 'utf8')
const PODS = ['web.yaml', 'worker.yaml', 'migrate.yaml']

interface KubernetesObject {
  apiVersion: string
  kind: string
}

const OBJECTS: readonly KubernetesObject[] = readdirSync(FOLDER)
  .filter((file) => file.endsWith('.yaml') && file !== 'kustomization.yaml')
  .flatMap((file) => parseAllDocuments(textOf(file)).map((document) => document.toJS()))

const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0

describe('deploy/kubernetes', () => {
  const given = Object.fromEntries(
    Object.entries(parseEnv(textOf('puente.env'))).map(([name, text]) => [name, text ?? '']),
  )
  const [secrets, settings] = [/_FILE$/, /(?<!_FILE)$/].map((pattern) =>
    Object.fromEntries(Object.entries(given).filter(([name]) => pattern.test(name))),
  )

  it('Puente starts with its settings, and stops before Kubernetes kills it', () => {
    const read = readSettings(
      {
        ...settings,
        DATABASE_URL: 'postgres://puente@db/puente',
        REDIS_URL: 'redis://redis',
        SEALING_KEYS: `k1:${Buffer.alloc(32).toString('base64')}`,
      },
      'no-such-file',
      platforms,
    )
    expect(read).toMatchObject({ NODE_ENV: 'production', DRAIN_SECONDS: 10 })
    for (const file of ['web.yaml', 'worker.yaml']) {
      const [, seconds] = /terminationGracePeriodSeconds: (\d+)/.exec(textOf(file)) ?? []
      expect(Number(seconds) * 1_000, file).toBeGreaterThan(gracefulStopMs(read))
    }
  })

  it('each secret is a file of the mounted secret', () => {
    for (const [name, path] of Object.entries(secrets ?? {})) {
      const setting = name.replace(/_FILE$/, '')
      expect(SECRET_SETTINGS).toContain(setting)
      expect(path).toBe(`/run/secrets/puente/${setting}`)
    }
    for (const file of PODS) expect(textOf(file), file).toContain('mountPath: /run/secrets/puente')
  })

  it.each(PODS)('the pods of %s run without root, rights or writable files', (file) => {
    for (const part of ['runAsNonRoot: true', 'readOnlyRootFilesystem: true', 'drop: [ALL]'])
      expect(textOf(file)).toContain(part)
  })

  it('Puente reaches everything that it calls, such as a mail server', () => {
    const [policy] = parseAllDocuments(textOf('network.yaml')).map((document) => document.toJS())
    const ports: { port: number }[] = policy.spec.egress.flatMap(
      (rule: { ports: unknown }) => rule.ports,
    )
    const [dns, https, postgres, redis, mail, traces] = [53, 443, 5432, 6379, [465, 587], 4318]
    const called = new Set([dns, https, postgres, redis, mail, traces].flat())
    expect(new Set(ports.map(({ port }) => port))).toEqual(called)
  })

  it('every file belongs to the folder that is applied', () => {
    const files = readdirSync(FOLDER).filter((name) => name !== 'kustomization.yaml')
    for (const file of files) expect(textOf('kustomization.yaml')).toContain(file)
  })

  it.each(OBJECTS.map((object) => [object.kind, object] as const))(
    'Kubernetes accepts the %s',
    async (kind, object) => {
      const models = await import(`kubernetes-models/${object.apiVersion}`)
      expect(() => new models[kind](object).validate()).not.toThrow()
    },
  )

  it.skipIf(!hasKubectl)('kubectl renders it', () => {
    const rendered = spawnSync('kubectl', ['kustomize', FOLDER], { encoding: 'utf8' })
    expect(rendered.stderr).toBe('')
    const kinds = rendered.stdout.match(/^kind: \w+$/gm)?.map((line) => line.slice('kind: '.length))
    expect(kinds?.sort()).toEqual([
      ...['ConfigMap', 'Deployment', 'Deployment', 'HorizontalPodAutoscaler'],
      ...['HorizontalPodAutoscaler', 'Ingress', 'Job', 'Namespace', 'NetworkPolicy'],
      ...['PodDisruptionBudget', 'PodDisruptionBudget', 'Service'],
    ])
  })
})
