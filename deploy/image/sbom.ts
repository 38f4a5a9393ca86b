import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/**
 * Writes what the image has as a CycloneDX document: `sbom.ts ROOT VERSION`, with the image's root
 * file system and Puente's version. Reads the installed npm packages beside it, and has no times,
 * so equal images have equal documents.
 */
const lockfile = z.object({
  packages: z.record(
    z.string(),
    z.object({
      version: z.string().optional(),
      license: z.string().optional(),
      integrity: z.string().optional(),
      link: z.boolean().optional(),
    }),
  ),
})

interface Component {
  type: 'application' | 'library' | 'operating-system' | 'platform'
  name: string
  version: string
  group?: string
  purl?: string
  cpe?: string
  licenses?: readonly object[]
  hashes?: readonly object[]
}

const licensesOf = (license: string | undefined): { licenses?: readonly object[] } => {
  if (license === undefined) return {}
  const isExpression = /^\(?[\w.+-]+(?: (?:AND|OR|WITH) [\w.+-]+)*\)?$/.test(license)
  return { licenses: [isExpression ? { expression: license } : { license: { name: license } }] }
}

const hashesOf = (integrity: string | undefined): { hashes?: readonly object[] } => {
  const [, digest] = /^sha512-(\S+)/.exec(integrity ?? '') ?? []
  if (digest === undefined) return {}
  return { hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }] }
}

/** Reads npm's record of an installation; leaves out packages that are deleted since. */
export const npmComponents = (folder: string): Component[] => {
  const text = readFileSync(join(folder, 'node_modules/.package-lock.json'), 'utf8')
  const { packages } = lockfile.parse(JSON.parse(text))
  return Object.entries(packages).flatMap(([path, { version, license, integrity, link }]) => {
    const isHere = existsSync(join(folder, path, 'package.json'))
    if (version === undefined || link || !isHere) return []
    const name = path.replace(/^.*node_modules\//, '')
    const [scope, ofScope] = name.split('/')
    return {
      type: 'library' as const,
      ...(ofScope === undefined ? { name } : { group: scope, name: ofScope }),
      version,
      purl: `pkg:npm/${name.replace('@', '%40')}@${encodeURIComponent(version)}`,
      ...licensesOf(license),
      ...hashesOf(integrity),
    }
  })
}

/** Reads the packages of a dpkg database. `distribution` is as in `debian-12`. */
export const debianComponents = (status: string, distribution: string): Component[] =>
  status.split(/\n\n+/).flatMap((paragraph) => {
    const field = (name: string) => new RegExp(`^${name}: (.+)$`, 'm').exec(paragraph)?.[1]
    const [name, version, architecture] = ['Package', 'Version', 'Architecture'].map(field)
    if (!name || !version || !architecture) return []
    const source = field('Source')?.replace(/ .*/, '') ?? name
    const qualifiers = new URLSearchParams({
      arch: architecture,
      distro: distribution,
      upstream: source,
    })
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?${qualifiers}`
    return { type: 'library' as const, name, version, purl }
  })

const sbomOf = ({ folder, root, version }: { folder: string; root: string; version: string }) => {
  const release = readFileSync(join(root, 'usr/lib/os-release'), 'utf8')
  const [, systemVersion = ''] = /^VERSION_ID="?([\w.]+)"?$/m.exec(release) ?? []
  const status = readFileSync(join(root, 'var/lib/dpkg/status'), 'utf8')
  const node = process.versions.node
  const components: Component[] = [
    { type: 'operating-system', name: 'debian', version: systemVersion },
    {
      type: 'platform',
      name: 'node',
      version: node,
      purl: `pkg:generic/node@${node}`,
      cpe: `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`,
      ...licensesOf('MIT'),
    },
    ...debianComponents(status, `debian-${systemVersion}`),
    ...npmComponents(folder),
  ]
  const puente = { type: 'application', name: 'puente', version, ...licensesOf('MIT') }
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: { component: { 'bom-ref': 'puente', ...puente } },
    components: components.map((component, index) => ({
      'bom-ref': component.purl ? `${component.purl}#${index}` : component.name,
      ...component,
    })),
  }
}

if (import.meta.main) {
  const [root, version] = process.argv.slice(2)
  if (!root || !version) throw new Error('sbom.ts ROOT VERSION')
  const sbom = sbomOf({ folder: process.cwd(), root, version })
  writeFileSync(join(root, 'puente/sbom.cdx.json'), `${JSON.stringify(sbom, null, 1)}\n`)
}
