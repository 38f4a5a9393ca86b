import type { Reply } from './reply.ts'
import type { HttpRequest } from './request.ts'

/** `:name` matches one path segment. */
export interface SandboxRoute {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  handle(request: HttpRequest): Reply | Promise<Reply>
}

export type Router = (request: HttpRequest) => Reply | Promise<Reply>

export const createRouter = (routes: readonly SandboxRoute[], otherwise: Router): Router => {
  const compiled = routes.map((route) => ({ ...route, segments: split(route.path) }))
  return (request) => {
    const segments = split(request.path)
    for (const route of compiled) {
      const params = route.method === request.method && match(route.segments, segments)
      if (params) return route.handle({ ...request, params })
    }
    return otherwise(request)
  }
}

/** Ignores trailing slashes. */
const split = (path: string): string[] => path.replace(/\/+$/, '').split('/')

const match = (pattern: string[], segments: string[]): Record<string, string> | undefined => {
  if (pattern.length !== segments.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, expected] of pattern.entries()) {
    const segment = segments[index] ?? ''
    if (expected.startsWith(':')) params[expected.slice(1)] = decoded(segment)
    else if (expected !== segment) return undefined
  }
  return params
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
