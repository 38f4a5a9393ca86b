import { defineLocatedRoute } from '../operator/expose.ts'
import { byStore } from '../operator/locate.ts'
import { alertTests } from './alert-tests-port.ts'

export const testAlertChannelsOfStore = defineLocatedRoute({
  method: 'post',
  path: '/operator/v1/stores/{id}/alert-test',
  operationId: 'testAlertChannels',
  tag: 'Alerts',
  scope: 'admin',
  locate: byStore,
  summary: "Send a test message through each channel that receives the store's alerts",
  answers: { 200: { description: 'The outcome for each channel', schema: alertTests } },
  problems: { 404: "No such store in the person's organizations" },
  handle: async ({ testAlerts, store }) => ({
    status: 200,
    body: { data: await testAlerts(store) },
  }),
})
