import { Injectable, type OnModuleInit } from '@nestjs/common'
import { resultOf } from '@puente/node'
import {
  type JobQueue,
  JobQueueService,
  Logger,
  OrderService,
  Refund,
  type RequestContext,
  RequestContextService,
  TransactionalConnection,
} from '@vendure/core'
import { LOG_CONTEXT } from '../names.js'
import { clientOf } from '../settings/client.js'
import { PuenteMethods } from '../settings/methods.js'
import { stateInVendure } from './refund-state.js'

/** Tries of one job; Vendure waits longer after each, if its job queue has a backoff. */
const TRIES = 50

export interface LostRefund {
  orderId: string
  body: { amount: string; currency: string; payment_id: string; reason?: string }
  key: string
  methodCode: string
}

type Job = LostRefund & { channelToken: string }

/** Repeats refunds whose answer was lost, under the same key: Puente makes each once. */
@Injectable()
export class LostRefunds implements OnModuleInit {
  private queue: JobQueue<Job> | undefined

  constructor(
    private readonly jobs: JobQueueService,
    private readonly connection: TransactionalConnection,
    private readonly contexts: RequestContextService,
    private readonly methods: PuenteMethods,
    private readonly orders: OrderService,
  ) {}

  async onModuleInit(): Promise<void> {
    this.queue = await this.jobs.createQueue({
      name: 'puente-lost-refunds',
      process: ({ data }) => this.repeat(data),
    })
  }

  /** Adds the job when the transaction of `ctx` commits. */
  async retryLater(ctx: RequestContext, lost: LostRefund): Promise<void> {
    await this.queue?.add({ ...lost, channelToken: ctx.channel.token }, { ctx, retries: TRIES })
  }

  private async repeat(job: Job): Promise<void> {
    const ctx = await this.contexts.create({ apiType: 'admin', channelOrToken: job.channelToken })
    const method = await this.methods.byCode(ctx, job.methodCode)
    if (method === undefined) throw new Error(`There is no payment method ${job.methodCode}.`)
    const made = await resultOf(
      clientOf(method.settings).refunds.create(job.orderId, job.body, { idempotencyKey: job.key }),
    )
    if (!made.ok && (made.error.mayBeDone || made.error.retry === 'retry')) throw made.error
    const repository = this.connection.getRepository(ctx, Refund)
    const refund = await repository.findOneBy({ transactionId: job.key })
    if (refund === null) return
    if (!made.ok) {
      Logger.error(`Refund ${job.key} of order ${job.orderId}: ${made.error.message}`, LOG_CONTEXT)
      await this.orders.transitionRefundToState(ctx, refund.id, 'Failed')
      return
    }
    const { id, state } = made.value.refund
    await repository.update(refund.id, { transactionId: id })
    const reached = stateInVendure(state)
    if (reached !== 'Pending') await this.orders.transitionRefundToState(ctx, refund.id, reached)
  }
}
