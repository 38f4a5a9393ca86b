import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import scalar from '@scalar/fastify-api-reference'
import { readTokens } from './tokens.ts'

interface Route {
  url: string
  handler(request: unknown, reply: object): unknown
}

/**
 * Returns Scalar's script. This package is the smallest that contains it, as a route of its plugin: the
 * plugin registers its routes here, and the route of the script answers.
 */
const scalarScript = async (): Promise<string> => {
  const routes: Route[] = []
  await new Promise<void>((done, failed) => {
    const server = {
      initialConfig: {},
      log: { warn: () => {} },
      hasPlugin: () => false,
      route: (route: Route) => void routes.push(route),
    }
    const next = (error?: Error) => (error ? failed(error) : done())
    Reflect.apply(scalar, undefined, [server, { configuration: { url: '/openapi.json' } }, next])
  })
  const route = routes.find(({ url }) => url.endsWith('.js'))
  let script = ''
  const reply = {
    header: () => reply,
    send: (text: string) => {
      script = text
      return reply
    },
  }
  await route?.handler({}, reply)
  if (script.length < 1_000_000) throw new Error('The package of the API reference has no script')
  return script
}

/** Writes the API reference: Scalar in the design of Puente's pages, without calls to other hosts. */
export const writeReference = async (root: string, site: string): Promise<void> => {
  const folder = join(site, 'api')
  mkdirSync(folder, { recursive: true })
  cpSync(join(root, 'site/api'), folder, { recursive: true })
  writeFileSync(join(folder, 'tokens.css'), readTokens(root))
  writeFileSync(join(folder, 'scalar.js'), await scalarScript())
}
