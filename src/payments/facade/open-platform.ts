import type { MessageAddress } from '../../db/events/inbox.ts'
import { applyPlatformMessage } from '../inbound/apply-platform-webhook.ts'
import type { PaymentsContext } from '../ports/context.ts'
import type {
  InboundWebhooks,
  PlatformAdapter,
  PlatformDeps,
  PlatformTask,
  RunningPlatform,
} from '../ports/platform.ts'
import { messagePayload } from '../ports/tasks/payment-tasks.ts'
import { taskKind } from '../ports/tasks/task-kind.ts'
import { type Core, createCore } from './core.ts'

/** Opens a platform for this process, with the facade in place of the context. */
export const openPlatform = <Routes, Web>(
  adapter: PlatformAdapter<Routes, Web, Core>,
  deps: PlatformDeps,
): RunningPlatform<Routes, Web, PaymentsContext> => {
  const { openRoutes, inbound, tasks = [], storefrontOf } = adapter.open(deps)
  const own = tasks.map((task) => ({
    ...task,
    run: (ctx: PaymentsContext, payload: unknown) => task.run(createCore(ctx), payload),
  }))
  return {
    adapter,
    storefrontOf,
    ...(openRoutes && { openRoutes: (ctx, web) => openRoutes(createCore(ctx), web) }),
    ...(inbound && { inbound }),
    tasks: inbound ? [inboundTask(inbound), ...own] : own,
  }
}

const inboundTask = (
  inbound: InboundWebhooks<Core>,
): PlatformTask<MessageAddress, PaymentsContext> => ({
  ...inbound,
  needs: 'db',
  payload: messagePayload,
  run: (ctx, address) =>
    applyPlatformMessage(ctx, address, (message) => inbound.apply(createCore(ctx), message)),
})

/** Types a platform's own task kind by its payload. */
export const platformTask = <Payload extends Record<string, unknown>>(
  task: PlatformTask<Payload, Core>,
) => ({ ...task, ...taskKind(task) })
