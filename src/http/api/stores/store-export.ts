import { Readable } from 'node:stream'
import { z } from 'zod'
import { exportStore } from '../../../payments/privacy/export-store.ts'
import { defineLocatedRoute } from '../operator/expose.ts'
import { byStore } from '../operator/locate.ts'

const wholeExport = z
  .looseObject({
    exported_at: z.iso.datetime(),
    store: z.looseObject({ id: z.string(), name: z.string() }),
    orders: z.array(z.looseObject({ id: z.string(), status: z.string(), amount: z.string() })),
  })
  .meta({ id: 'StoreExport' })

/** A POST, because the audit log omits reads. */
export const exportWholeStore = defineLocatedRoute({
  method: 'post',
  path: '/operator/v1/stores/{id}/export',
  operationId: 'exportStore',
  tag: 'Stores',
  scope: 'admin',
  summary: 'Export a store with all of its orders and their customers, as a stream',
  locate: byStore,
  needsFreshSignIn: () => true,
  answers: { 200: { description: 'The store', schema: wholeExport } },
  problems: { 404: "No such store in the person's organizations" },
  handle: async ({ ctx, store }) => ({
    status: 200,
    body: Readable.from(exportStore(ctx, store), { objectMode: false }),
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${encodeURIComponent(store.id)}.json"`,
    },
  }),
})
