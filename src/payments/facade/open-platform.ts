import type { PaymentsContext } from '../ports/context.ts'
import type {
  PlatformAdapter,
  PlatformDeps,
  PlatformTask,
  RunningPlatform,
} from '../ports/platform.ts'
import { type Core, createCore } from './facade.ts'

/** Opens a platform for this process. What it does is given the facade in place of the context. */
export const openPlatform = <Routes, Web>(
  adapter: PlatformAdapter<Routes, Web, Core>,
  deps: PlatformDeps,
): RunningPlatform<Routes, Web, PaymentsContext> => {
  const { openRoutes, inbound, tasks = [], storefrontOf } = adapter.open(deps)
  return {
    adapter,
    storefrontOf,
    ...(openRoutes && { openRoutes: (ctx, web) => openRoutes(createCore(ctx), web) }),
    ...(inbound && {
      inbound: { ...inbound, take: (ctx, message) => inbound.take(createCore(ctx), message) },
    }),
    tasks: tasks.map((task) => ({
      ...task,
      run: (ctx, payload) => task.run(createCore(ctx), payload),
    })),
  }
}

/** Types what a task's `run` is given by its payload. */
export const platformTask = <Payload>(
  task: PlatformTask<Payload, Core>,
): PlatformTask<unknown, Core> => task
