import express from 'express'

/** For example `POST /pay/:token/card`; `USE` handles everything below a path. */
export interface MountedRoute {
  method: string
  path: string
}

type Registering = (this: object, path: unknown, ...handlers: unknown[]) => unknown

/** Records the routes that `start` mounts, so tests cover new ones; Express offers no such list. */
export const mountedRoutes = async <T>(
  start: () => Promise<T>,
): Promise<{ started: T; routes: MountedRoute[] }> => {
  const prototype = express.Router.prototype as { use: Registering; route: Registering }
  const { use, route } = prototype
  const children: { of: object; path: string; child: object }[] = []
  const ends: { of: object; path: string; route: { methods: Record<string, boolean> } }[] = []
  prototype.use = function (path, ...handlers) {
    const isPath = typeof path === 'string'
    for (const child of (isPath ? handlers : [path, ...handlers]).flat()) {
      children.push({ of: this, path: isPath ? path : '', child: child as object })
    }
    return use.call(this, path, ...handlers)
  }
  prototype.route = function (path) {
    const made = route.call(this, path)
    const { methods } = made as { methods: Record<string, boolean> }
    ends.push({ of: this, path: String(path), route: { methods } })
    return made
  }
  try {
    const started = await start()
    const isChild = new Set(children.map(({ child }) => child))
    const routers = new Set([...ends, ...children].map(({ of }) => of))
    const roots = [...routers].filter((router) => !isChild.has(router))
    const walk = (router: object, at: string): MountedRoute[] => [
      ...ends
        .filter(({ of }) => of === router)
        .flatMap(({ path, route: { methods } }) =>
          Object.keys(methods).map((method) => ({
            method: method.toUpperCase(),
            path: `${at}${path === '/' && at ? '' : path}`,
          })),
        ),
      ...children
        .filter(({ of }) => of === router)
        .flatMap(({ path, child }) => {
          const below = `${at}${path === '/' ? '' : path}`
          if (routers.has(child)) return walk(child, below)
          return below ? [{ method: 'USE', path: below }] : []
        }),
    ]
    return { started, routes: roots.flatMap((root) => walk(root, '')) }
  } finally {
    Object.assign(prototype, { use, route })
  }
}
